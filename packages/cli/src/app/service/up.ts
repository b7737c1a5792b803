/**
 * The foreground supervisor of one data directory. Sandboxes are nobody's children here: stopping or killing this leaves
 * them running, and the next start finds them again.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { refuseMovedRecords } from '@cay/kit/host/moved-records.ts'
import { identifyProcess, isAlive } from '@cay/kit/host/process-identity.ts'
import type { ServiceProcess } from '@cay/kit/host/service-process.ts'
import type { Progress } from '@cay/kit/progress.ts'
import { exitCodes } from '@cay/kit/service.ts'
import {
  clientUrl,
  type KeyFacts,
  type PublicAddresses,
  renderReady,
} from '../../dialect/service/addresses.ts'
import { namesBelow, remedyForNames } from '../../dialect/service/domain.ts'
import { remedyForPort } from '../../dialect/service/why-not-listen.ts'
import type { Installation } from '../../installation.ts'
import type { OpenServiceLog, Ports, UpFile, UpRecords } from '../../ports/supervisor.ts'
import { unfinishedRestore } from '../backup/restore.ts'
import type { Launches } from './confine-services.ts'
import { type RunningServices, recordStart, startServices } from './start-services.ts'
import { stopOrphans } from './stop-orphans.ts'

export interface UpDeps {
  readonly installation: Installation
  readonly records: UpRecords
  readonly ports: Ports
  readonly openLog: OpenServiceLog
  readonly progress: Progress
  /** Prepares everything before services start; calls back with each program that it starts. */
  readonly prepare: (onStarted: (child: ServiceProcess) => void, signal: AbortSignal) => Promise<void>
  /** What is left to prepare once the services run, before the start is announced; absent: nothing. */
  readonly complete?: UpDeps['prepare']
  /** Prepares the confinement of services; holds until the signal. */
  readonly confine: (settled: Installation, signal: AbortSignal) => Promise<Launches>
  readonly print: (line: string) => void
  /** Whether the output is a terminal. The API key is not printed into a log. */
  readonly isTerminal: boolean
  /** The names that do not resolve on this machine. */
  readonly findUnresolvedNames: (names: readonly string[]) => Promise<readonly string[]>
}

/** Runs until the signal; returns the exit code. */
export async function up(deps: UpDeps, signal: AbortSignal): Promise<number> {
  const { layout, settings } = deps.installation
  if (existsSync(unfinishedRestore(settings.dataDir)))
    throw new Error(
      `a restore into ${settings.dataDir} was interrupted: run \`cay restore\` again, or empty the directory`,
    )
  if (!settings.isOnPostgres) refuseMovedRecords(layout)
  await mkdir(settings.dataDir, { recursive: true, mode: 0o711 })
  await mkdir(layout.run, { recursive: true, mode: 0o700 })
  await mkdir(layout.logs, { recursive: true, mode: 0o700 })
  const lock = await acquireLock(supervisorLock(deps.installation))
  if (lock === undefined) return tellRunning(deps)
  try {
    return await superviseUntil(deps, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    deps.print('stopped before everything was started')
    return 0
  } finally {
    await lock.release()
  }
}

/** Held by the one `up` or `down` that runs in a data directory. */
export function supervisorLock(installation: Installation): string {
  return `${installation.layout.run}/up.lock`
}

async function tellRunning(deps: UpDeps): Promise<number> {
  const { installation, records, print } = deps
  const record = await records.read(installation.layout.supervisorFile)
  if (record === undefined || !isAlive(record.supervisor)) {
    print(`another cay command is at work in ${installation.settings.dataDir}: try again when it is done`)
    return exitCodes.fault
  }
  const { api, proxy } = record.listening
  if (proxy !== undefined && installation.settings.role === 'node') {
    print(`Cay is already running here (process ${record.supervisor.pid}).`)
    tellNode(deps, proxy)
    return 0
  }
  if (api === undefined || proxy === undefined) {
    print(`Cay is already being started here (process ${record.supervisor.pid}).`)
    return 0
  }
  print(`Cay is already running here (process ${record.supervisor.pid}).`)
  await tellAddresses(deps, addressesOf(api, proxy, record.listening.tls))
  return 0
}

async function superviseUntil(deps: UpDeps, signal: AbortSignal): Promise<number> {
  const { installation, records, print } = deps
  await endServicesOfOlder(deps)
  // Before minutes go into a template; and again afterwards.
  await checkPorts(deps)
  const supervisor = identifyProcess(process.pid)
  if (supervisor === undefined) throw new Error('cannot read /proc: it has to be mounted')
  const file = records.open(installation.layout.supervisorFile, { supervisor, services: {}, listening: {} })
  await file.change((record) => record)
  try {
    const onStarted = (child: ServiceProcess) => recordStart({ file, show: print }, 'template builder', child)
    await deps.prepare(onStarted, signal)
    signal.throwIfAborted()
    await checkPorts(deps)
    using reserved = await reservePorts(deps)
    const settled = { ...installation, env: { ...installation.env, ...reserved.env } }
    const services = await deps.progress.step('services', async (step) => {
      const launches = await deps.confine(settled, signal)
      const starting = { installation: settled, launches, file, openLog: deps.openLog, show: print }
      const running = await startServices(starting, signal)
      step.outcome(`${installation.services.length} running`)
      return running
    })
    await deps.complete?.(onStarted, signal)
    await tellReady(deps, file, services)
    await services.stopped
    print('Cay has stopped. Sandboxes are left running: `cay up` finds them again, `cay down` ends them.')
    return 0
  } finally {
    await file.remove()
  }
}

async function endServicesOfOlder({ installation, records, print }: UpDeps): Promise<void> {
  const record = await records.read(installation.layout.supervisorFile)
  if (record === undefined) return
  const ended = await stopOrphans(record)
  if (ended.length > 0) print(`ended what an earlier supervisor left: ${ended.join(', ')}`)
}

interface PortSetting {
  readonly variable: string
  readonly port: number
}

function portSettings({ settings }: Installation): PortSetting[] {
  const { apiPort, proxyPort, tls, tlsPort, role } = settings
  return [
    ...(role === 'node' ? [] : [{ variable: 'CAY_API_PORT', port: apiPort }]),
    { variable: 'CAY_PROXY_PORT', port: proxyPort },
    ...(tls === 'off' ? [] : [{ variable: 'CAY_TLS_PORT', port: tlsPort }]),
  ]
}

async function checkPorts({ installation, ports }: UpDeps): Promise<void> {
  for (const { variable, port } of portSettings(installation)) {
    const reason = await ports.whyNotListen(installation.settings.bind, port)
    if (reason !== undefined) throw new Error(`${reason.words}: ${remedyForPort(reason, variable)}`)
  }
}

/**
 * Port 0 is chosen here and not by the services: a service that is started again has to come back where it was, and each
 * has to know where the others are.
 */
async function reservePorts({ installation, ports }: UpDeps) {
  using reserving = new DisposableStack()
  const env: Record<string, string> = {}
  for (const { variable, port } of portSettings(installation))
    env[variable] = String(
      port === 0 ? reserving.use(await ports.reserve(installation.settings.bind)).port : port,
    )
  const reserved = reserving.move()
  return { env, [Symbol.dispose]: () => reserved.dispose() }
}

async function tellReady(deps: UpDeps, file: UpFile, { listening }: RunningServices): Promise<void> {
  const { api, proxy } = listening
  if (proxy !== undefined && deps.installation.settings.role === 'node') {
    await file.change((record) => ({ ...record, listening: { proxy: clientUrl(proxy) } }))
    tellNode(deps, clientUrl(proxy))
    deps.print('ready')
    return
  }
  if (api === undefined || proxy === undefined) throw new Error('a service did not say where it listens')
  const addresses = addressesOf(clientUrl(api), clientUrl(proxy), listening.tls)
  await file.change((record) => ({ ...record, listening: addresses }))
  await tellAddresses(deps, addresses)
  deps.print('ready')
}

/** Its API is that of the cluster. */
function tellNode({ installation, print }: UpDeps, proxy: string): void {
  print(`\n  sandboxes     ${proxy}\n  logs          ${installation.layout.logs}\n`)
}

function addressesOf(api: string, proxy: string, tls: string | undefined) {
  return tls === undefined ? { api, proxy } : { api, proxy, tls }
}

async function tellAddresses(deps: UpDeps, addresses: PublicAddresses): Promise<void> {
  const { installation, print } = deps
  const hasOwnAuthority = installation.settings.tls !== 'files'
  print(renderReady({ addresses, key: await findKey(deps), logs: installation.layout.logs, hasOwnAuthority }))
  if (addresses.tls !== undefined) await tellUnresolvedNames(deps, new URL(addresses.tls).hostname)
}

/** Warns when programs on this machine cannot resolve its names. Those on others may. */
async function tellUnresolvedNames({ findUnresolvedNames, print }: UpDeps, domain: string): Promise<void> {
  if ((await findUnresolvedNames(namesBelow(domain))).length === 0) return
  print(`Names below ${domain} do not resolve on this machine: ${remedyForNames(domain)}.\n`)
}

/** The first team's key: the operator's own, or the one that control made. */
async function findKey({ installation, isTerminal }: UpDeps): Promise<KeyFacts> {
  const { settings, layout } = installation
  const kept = await readKeyFile(layout.apiKeyFile)
  const facts = {
    file: kept === undefined ? undefined : layout.apiKeyFile,
    isChosen: settings.ownApiKey !== undefined,
  }
  return { ...facts, value: isTerminal ? (settings.ownApiKey ?? kept) : undefined }
}

/** Undefined where there is none: control makes one only when it makes the first team. */
async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}
