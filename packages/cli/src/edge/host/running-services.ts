import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { dataLayout } from '@cay/kit/data-layout.ts'
import { identifyProcess, isAlive, type ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import { run, ToolError } from '@cay/kit/host/run.ts'
import { startDetached } from '@cay/kit/host/start-detached.ts'
import { stopProcess } from '@cay/kit/host/stop-process.ts'
import { exitCodes } from '@cay/kit/service.ts'
import { isUnitOf } from '../../dialect/host/systemd-unit.ts'
import { classifySupervisor, type Running } from '../../dialect/host/upgrade-plan.ts'
import type { ReadUpRecord } from '../../ports/supervisor.ts'
import type { Systemd } from '../../ports/systemd.ts'
import type { RestartOutcome, RunningServices } from '../../ports/upgrade-host.ts'

export interface ServicesPlace {
  readonly dataDir: string
  readonly layout: Pick<ReturnType<typeof dataLayout>, 'logs' | 'supervisorFile'>
  /** The main file of `cay`. */
  readonly main: string
  readonly systemd: Systemd
  readonly readRecord: ReadUpRecord
  /** Ends the supervisor that is recorded, and what it left. */
  readonly stop: () => Promise<void>
  /** Of this process, where nothing runs. */
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds for a start; a template may have to be built. */
  readonly readyMsMax: number
}

const checkMsMax = 120_000
const pollEveryMs = 500

/** Of the supervisor that runs now; what is started later has its arguments and its variables. */
export async function openRunningServices(place: ServicesPlace): Promise<RunningServices> {
  const { main, systemd } = place
  const logFile = `${place.layout.logs}/up.log`
  const found = await findSupervisor(place, logFile)
  const { running } = found
  const env = found.env ?? place.env
  return {
    running,
    log: running.kind === 'unit' ? `journalctl --unit ${running.unit}` : logFile,
    async checkSettings(signal) {
      let said = ''
      const onStdout = (text: string) => {
        said += text
      }
      try {
        await run([process.execPath, main, 'doctor'], { env, signal, onStdout, timeoutMs: checkMsMax })
      } catch (error) {
        if (!(error instanceof ToolError)) throw error
        // What the host lacks is no reason: a version has started here, and the start of another installs what that needs.
        if (error.exitCode !== exitCodes.fault || said === '') return `${error.message}\n${said}`.trim()
      }
      return undefined
    },
    async restart(signal) {
      if (running.kind === 'unit') {
        const { unit } = running
        const former = (await place.readRecord(place.layout.supervisorFile))?.supervisor
        await systemd.call(['restart', `${unit}.service`])
        return await awaitReady(place, { former, hasEnded: () => isInactive(systemd, unit) }, signal)
      }
      if (running.kind !== 'detached') return 'ready'
      await place.stop()
      return await startAgain(place, { args: found.args, env, logFile }, signal)
    },
  }
}

async function startAgain(
  place: ServicesPlace,
  start: { args: readonly string[]; env: Readonly<Record<string, string>>; logFile: string },
  signal: AbortSignal | undefined,
): Promise<RestartOutcome> {
  const started = startDetached({ file: place.main, ...start })
  const identity = started.pid === undefined ? undefined : identifyProcess(started.pid)
  let isOver = identity === undefined
  void started.exited.then(() => {
    isOver = true
  })
  const outcome = await awaitReady(place, { former: undefined, hasEnded: async () => isOver }, signal)
  // It may not have recorded itself yet.
  if (outcome !== 'ready' && identity !== undefined) await stopProcess(identity, stopGraceMs)
  return outcome
}

/** A supervisor first waits for its services, and longer for a template builder. */
const stopGraceMs = 35_000

interface Wait {
  /** Whose record is none of the one that is waited for. */
  readonly former: ProcessIdentity | undefined
  readonly hasEnded: () => Promise<boolean>
}

async function awaitReady(
  { readRecord, layout, readyMsMax }: ServicesPlace,
  { former, hasEnded }: Wait,
  signal: AbortSignal | undefined,
): Promise<RestartOutcome> {
  const untilMs = performance.now() + readyMsMax
  while (performance.now() < untilMs) {
    if (signal?.aborted === true) return 'interrupted'
    const record = await readRecord(layout.supervisorFile)
    const isNew = record !== undefined && !isSame(record.supervisor, former) && isAlive(record.supervisor)
    if (isNew && Object.keys(record.listening).length > 0) return 'ready'
    if (await hasEnded()) return 'ended'
    await sleep(pollEveryMs)
  }
  return 'late'
}

const isSame = (one: ProcessIdentity, other: ProcessIdentity | undefined) =>
  one.pid === other?.pid && one.startTicks === other.startTicks

/** Also while systemd waits to start it again. */
async function isInactive(systemd: Systemd, unit: string): Promise<boolean> {
  try {
    await systemd.call(['is-active', '--quiet', `${unit}.service`])
    return false
  } catch (error) {
    // A systemctl that did not answer in time says nothing.
    if (error instanceof ToolError) return error.exitCode !== null
    throw error
  }
}

interface FoundSupervisor {
  readonly running: Running
  /** Behind the main file. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>> | undefined
}

async function findSupervisor(place: ServicesPlace, logFile: string): Promise<FoundSupervisor> {
  const record = await place.readRecord(place.layout.supervisorFile)
  if (record === undefined || !isAlive(record.supervisor))
    return { running: { kind: 'nothing' }, args: [], env: undefined }
  const { pid } = record.supervisor
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, -1)
  const env = parseEnviron(await readFile(`/proc/${pid}/environ`, 'utf8'))
  const output = await readlink(`/proc/${pid}/fd/1`)
  const units = await findUnits(place)
  return {
    running: classifySupervisor({ pid, output, env }, { logFile, units }),
    args: words.slice(words.indexOf('up')),
    env,
  }
}

function parseEnviron(text: string): Record<string, string> {
  const pairs = text.split('\0').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)] as const]
  })
  return Object.fromEntries(pairs)
}

async function findUnits({ systemd, dataDir }: ServicesPlace): Promise<string[]> {
  const names = (await readdir(systemd.unitDirectory).catch(() => [])).filter((name) =>
    name.endsWith('.service'),
  )
  const texts = await Promise.all(
    // A link that leads nowhere is how a unit is masked.
    names.map((name) => readFile(`${systemd.unitDirectory}/${name}`, 'utf8').catch(() => '')),
  )
  return names
    .filter((_, at) => isUnitOf(texts[at] ?? '', dataDir))
    .map((name) => name.slice(0, -'.service'.length))
}
