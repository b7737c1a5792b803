/**
 * Settles what services may do before they are started: users of their own, no capability that they do not need, and a view
 * of the machine that holds what is theirs (docs/security.md).
 */
import { setInterval } from 'node:timers/promises'
import { claimInstallation } from '@cay/kit/host/installation-number.ts'
import { raiseOpenFilesHardLimit } from '@cay/kit/host/open-files.ts'
import { readMetricsSettings } from '@cay/kit/metrics-settings.ts'
import { openFilesRequired } from '@cay/kit/open-files-required.ts'
import {
  allIds,
  type ServiceIds,
  serviceIds,
  type UnprivilegedService,
  unprivilegedServices,
} from '@cay/kit/service-users.ts'
import { unreadableClone } from '../../dialect/host/doctor.ts'
import {
  boundOrchestrator,
  capabilitiesOf,
  confine,
  environmentOf,
} from '../../dialect/service/confinement.ts'
import { planView, temporaryDirectory } from '../../dialect/service/service-view.ts'
import type { Installation } from '../../installation.ts'
import type { FileCopy, ServiceHost } from '../../ports/service-host.ts'

/** How a service is started. */
export interface Launch {
  readonly through: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** By the name of the service. */
export type Launches = Readonly<Record<string, Launch>>

export interface ConfineDeps {
  readonly installation: Installation
  readonly host: ServiceHost
  /** The directory `packages` of the clone. */
  readonly packages: string
  readonly show: (line: string) => void
}

/** How often files that are copied for services are checked for changes. */
const copyEveryMs = 60_000

/** Throws when a user or directory cannot be prepared. Until the signal, copied files are kept up to date. */
export async function confineServices(deps: ConfineDeps, signal: AbortSignal): Promise<Launches> {
  const { installation, host, packages } = deps
  const { settings, layout, env } = installation
  expectReadable(host, packages)
  // Files for services must be readable for them, whatever umask the operator has.
  process.umask(0o022)
  const ids = serviceIds(settings.uidBase, await claimInstallation(settings.dataDir))
  await expectUnused(host, ids)
  // A service that is not root could not raise it.
  raiseOpenFilesHardLimit(openFilesRequired)
  const hasTlsAuthority = settings.tls === 'auto'
  const hasObjectStore = settings.usesObjectStore
  const { role } = settings
  await host.setOwners(settings.dataDir, layout, { ids, hasTlsAuthority, hasObjectStore, role })
  const sources = {
    ...host.findViewSources(packages),
    hasTlsAuthority,
    hasObjectStore,
    isMember: role !== 'single',
  }
  const copies: FileCopy[] = []
  const launches: Record<string, Launch> = {
    orchestrator: { through: boundOrchestrator(), env: environmentOf('orchestrator', env) },
  }
  for (const service of startedBy(installation)) {
    const user = ids.users[service]
    const directory = `${layout.lentFiles}/${service}`
    const files = await host.prepareCopies(service, env, { directory, uid: user.uid })
    const copied = await copyAll(host, files)
    copies.push(...copied)
    const view = await host.makeView(`${layout.views}/${service}`, planView(service, layout, sources))
    launches[service] = {
      through: confine({
        user,
        capabilities: capabilitiesOf(service, portsOf(installation, service)),
        fstab: view.fstab,
        view: view.directory,
        enter: `${packages}/cli/src/edge/service/enter-view.sh`,
      }),
      env: {
        ...environmentOf(service, env),
        TMPDIR: temporaryDirectory,
        ...Object.fromEntries(copied.map(({ variable, to }) => [variable, to])),
      },
    }
  }
  if (copies.length > 0) void keepCopiesCurrent(deps, copies, signal)
  return launches
}

function startedBy({ services }: Installation): readonly UnprivilegedService[] {
  return unprivilegedServices.filter((name) => services.some((service) => service.name === name))
}

function expectReadable(host: ServiceHost, packages: string): void {
  const path = host.findUnreadable(packages)
  if (path === undefined) return
  throw new Error(unreadableClone(path).join(': '))
}

async function expectUnused(host: ServiceHost, ids: ServiceIds): Promise<void> {
  const [owner] = await host.findOwners(allIds(ids))
  if (owner === undefined) return
  const { kind, name, id } = owner
  throw new Error(
    `the ${kind} ${name} of this machine has the id ${id}, which services of Cay would have: set CAY_UID_BASE`,
  )
}

function portsOf({ settings, env }: Installation, service: UnprivilegedService) {
  const { apiPort, proxyPort, tls, tlsPort } = settings
  return {
    ...{ apiPort, proxyPort },
    tlsPort: tls === 'off' ? undefined : tlsPort,
    metricsPort: readMetricsSettings(env, service).port,
  }
}

/** The files that could be copied. */
async function copyAll(host: ServiceHost, files: readonly FileCopy[]): Promise<readonly FileCopy[]> {
  const copied: FileCopy[] = []
  for (const file of files) if (await host.copyForService(file)) copied.push(file)
  return copied
}

async function keepCopiesCurrent(
  { host, show }: Pick<ConfineDeps, 'host' | 'show'>,
  files: readonly FileCopy[],
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const _ of setInterval(copyEveryMs, undefined, { signal, ref: false }))
      for (const file of files)
        await host
          .copyForService(file)
          .catch((error) => show(`cannot read ${file.from} again: ${String(error)}`))
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
