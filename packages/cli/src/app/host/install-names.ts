/**
 * Names below localhost for every program: Debian's resolver leaves them to each application, and a package changes that. They are
 * a convenience, so a host that cannot have the package starts without it, and is told.
 */
import type { Step } from '@cay/kit/progress.ts'
import { isBelowLocalhost, namesBelow, namesPackage } from '../../dialect/service/domain.ts'
import type { PackageManager } from '../../ports/package-manager.ts'

interface NamesOptions {
  /** Of sandboxes; undefined: they have none. */
  readonly domain: string | undefined
  readonly env: Readonly<Record<string, string>>
  readonly step: Step
  readonly signal: AbortSignal
}

export async function installNames(packages: PackageManager, options: NamesOptions): Promise<void> {
  const { domain, env, step, signal } = options
  if (domain === undefined || !isBelowLocalhost(domain)) return
  if ((await packages.findUnresolvedNames(namesBelow(domain))).length === 0) return
  const codename = await packages.readCodename()
  if (codename === undefined) return
  step.note(`missing: ${namesPackage}, for names below ${domain}`)
  const apt = { env, signal, doing: step.doing }
  try {
    await packages.updateLists(codename, apt)
    await packages.installPackages([namesPackage], apt)
    step.note(`installed ${namesPackage}`)
  } catch (error) {
    signal.throwIfAborted()
    const why = error instanceof Error ? error.message : String(error)
    step.note(`warning: ${namesPackage} could not be installed: ${why.split('\n')[0]}`)
  }
}
