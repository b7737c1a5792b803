/** Takes an installation off the machine: services, sandboxes and unit, and with `isPurged` its data. */
import { planUninstall } from '../../dialect/host/uninstall-plan.ts'
import { CommandError } from '../../dialect/output/command-error.ts'
import type { Systemd } from '../../ports/systemd.ts'
import type { AskPerson, UninstallHost } from '../../ports/uninstall-host.ts'
import { confirm } from './confirm.ts'

export interface UninstallDeps {
  readonly host: UninstallHost
  readonly systemd: Systemd
  /** `cay down`: its exit code. */
  readonly down: () => Promise<number>
  readonly ask: AskPerson
  readonly print: (line: string) => void
}

export interface UninstallRequest {
  readonly isPurged: boolean
  readonly isConfirmed: boolean
  readonly unitName: string
  readonly dataDir: string
  readonly clone: string
}

export async function uninstall(deps: UninstallDeps, request: UninstallRequest): Promise<number> {
  const { host, systemd, print } = deps
  const { dataDir, isPurged } = request
  const decision = planUninstall(await host.gatherFacts(request))
  if ('refusal' in decision) throw new CommandError(decision.refusal)
  const { plan } = decision
  print(`cay uninstall${isPurged ? ' --purge' : ''}:`)
  for (const line of plan.lines) print(`  ${line}`)
  await confirm({ word: isPurged ? dataDir : 'uninstall', isGiven: request.isConfirmed, ask: deps.ask })
  if (plan.hasUnit && systemd.isRunning)
    await systemd.call(['disable', '--now', `${request.unitName}.service`])
  const exitCode = await deps.down()
  // What could not be ended may still use the rest, and the next `cay uninstall` needs it to go on.
  if (exitCode !== 0) return exitCode
  if (isPurged) await removeData(deps, request)
  for (const path of plan.files) await host.removeFile(path)
  if (plan.hasUnit && systemd.isRunning) await systemd.call(['daemon-reload'])
  if (plan.files.length > 0) await host.removeEmptyDirectory(systemd.settingsDirectory)
  print(isPurged ? 'Cay and its data are removed.' : `Cay is removed; its data is in ${dataDir}.`)
  return 0
}

async function removeData({ host, print }: UninstallDeps, request: UninstallRequest): Promise<void> {
  const { dataDir } = request
  const mounts = await host.findMounts(dataDir)
  if (mounts.length > 0)
    throw new CommandError(
      `something is mounted below ${dataDir}, and no data was removed: ${mounts.join(', ')}`,
      { hint: 'unmount it, and run `cay uninstall --purge` again' },
    )
  // The services have made some of it since the plan was shown.
  const now = planUninstall(await host.gatherFacts(request))
  if ('refusal' in now) throw new CommandError(now.refusal)
  for (const path of now.plan.data) await host.removeTree(path)
  if (!(await host.removeEmptyDirectory(dataDir)))
    print(`${dataDir} itself stays: it is a mount point, or has what Cay did not make`)
}
