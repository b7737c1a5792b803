import { type ServiceExit, type ServiceProcess, startServiceProcess } from '@cay/kit/host/service-process.ts'
import { exitCodes } from '@cay/kit/service.ts'
import { restartPace } from '../../dialect/service/restart-pace.ts'
import type { Installation, ServiceProgram } from '../../installation.ts'
import type { OpenServiceLog, UpFile } from '../../ports/supervisor.ts'
import type { Launches } from './confine-services.ts'
import { keepRunning } from './keep-running.ts'
import { serviceGraceMs } from './stop-orphans.ts'

/** A service that exits this often before it was ready has a fault that a restart does not repair. */
const firstStartFailuresMax = 5
/** By then all services are ready, also on a machine with many sandboxes to adopt. */
const firstStartMsMax = 180_000

export interface StartServicesDeps {
  readonly installation: Installation
  /** Services without an entry run as this process does. */
  readonly launches: Launches
  readonly file: UpFile
  readonly openLog: OpenServiceLog
  readonly show: (line: string) => void
}

export interface RunningServices {
  readonly listening: Readonly<Record<string, string>>
  /** Resolves when the signal came and every service has ended. */
  readonly stopped: Promise<void>
}

/** Starts all services and waits until each is ready once. From then on a service that ends is started again. */
export async function startServices(deps: StartServicesDeps, signal: AbortSignal): Promise<RunningServices> {
  const failure = new AbortController()
  const either = AbortSignal.any([signal, failure.signal])
  const supervised = deps.installation.services.map((service) => supervise(service, deps, either))
  const stopped = Promise.all(supervised.map(({ ended }) => ended)).then(() => undefined)
  try {
    const listening = await allReady(supervised, signal)
    return { listening: Object.assign({}, ...listening), stopped }
  } catch (error) {
    failure.abort()
    await stopped
    throw error
  }
}

interface Supervised {
  readonly firstReady: Promise<Readonly<Record<string, string>>>
  readonly ended: Promise<void>
}

async function allReady(supervised: readonly Supervised[], signal: AbortSignal) {
  const late = AbortSignal.timeout(firstStartMsMax)
  const cancelled = new Promise<never>((_, reject) => {
    const give = (why: Error) => () => reject(why)
    signal.addEventListener('abort', give(new Error('was stopped')))
    late.addEventListener(
      'abort',
      give(new Error(`not everything was ready within ${firstStartMsMax / 1000} s`)),
    )
    if (signal.aborted) reject(new Error('was stopped'))
  })
  return await Promise.race([Promise.all(supervised.map(({ firstReady }) => firstReady)), cancelled])
}

function supervise(service: ServiceProgram, deps: StartServicesDeps, signal: AbortSignal): Supervised {
  const show = (text: string) => deps.show(`${service.name}: ${text}`)
  const path = `${deps.installation.layout.logs}/${service.name}.log`
  const log = deps.openLog(path, show)
  const { promise: firstReady, resolve, reject } = Promise.withResolvers<Readonly<Record<string, string>>>()
  let wasReady = false
  let isDown = false
  const ended = keepRunning(
    {
      start: () =>
        startServiceProcess({
          ...service,
          ...(deps.launches[service.name] ?? { env: deps.installation.env }),
          onLine: (...line) => log.write(...line),
        }),
      pace: restartPace,
      graceMs: serviceGraceMs,
      events: {
        onStarted: (child) => recordStart(deps, service.name, child),
        onReady: (listening) => {
          if (isDown && wasReady) show('is back')
          isDown = false
          wasReady = true
          resolve(listening)
        },
        onEnded: (exit, { failures, delayMs }) => {
          isDown = true
          show(`${exit.words}; starting it again in ${delayMs} ms (log: ${path})`)
          if (!wasReady && isHopeless(exit, failures))
            reject(new Error(`${service.name} does not start: it ${exit.words}; its log is ${path}`))
        },
      },
    },
    signal,
  ).finally(() => log.close())
  return { firstReady, ended }
}

function isHopeless(exit: ServiceExit, failures: number): boolean {
  return exit.exitCode === exitCodes.badSettings || failures >= firstStartFailuresMax
}

/** Records the started processes, so that a later command can end them if this one cannot. */
export function recordStart(
  { file, show }: Pick<StartServicesDeps, 'file' | 'show'>,
  name: string,
  child: ServiceProcess,
): void {
  const { identity } = child
  if (identity === undefined) return
  file
    .change((record) => ({ ...record, services: { ...record.services, [name]: identity } }))
    .catch((error) => show(`cannot note that ${name} was started: ${String(error)}`))
}
