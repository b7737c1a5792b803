/** The end of this process before that of the one in the sandbox, which is ended as well unless it is to stay. */
import type { EndCause, LocalConsole } from '../../ports/local-console.ts'
import type { SandboxDaemon, Selector } from '../../ports/sandbox-daemon.ts'

export type DepartureCause = EndCause | 'detached'

/** What a shell makes of these signals. Who has left a pipe has what was wanted. */
export const departureCodes: Readonly<Record<DepartureCause, number>> = {
  SIGINT: 130,
  SIGTERM: 143,
  SIGHUP: 129,
  unread: 0,
  detached: 0,
}

export interface Departure {
  /** Aborted when nothing is left to be done. */
  readonly signal: AbortSignal
  /** Undefined: nobody has asked for it. */
  cause(): DepartureCause | undefined
  /** What is to be ended from now on; at once if this was asked for before. */
  onStart(selector: Selector): void
  detach(): void
  /** Resolves when the process has been ended, or could not be. */
  completed(): Promise<void>
  forget(): void
}

export interface DepartureOptions {
  readonly daemon: Pick<SandboxDaemon, 'kill'>
  readonly console: Pick<LocalConsole, 'onEndRequest'>
  readonly isTerminal: boolean
  /** The process stays. */
  readonly outlivesConsole: boolean
}

/** A sandbox that does not answer keeps nobody longer than this. */
const endMsMax = 10_000

export function watchDeparture({
  daemon,
  console,
  isTerminal,
  outlivesConsole,
}: DepartureOptions): Departure {
  const left = new AbortController()
  const completed = new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()))
  const state: { cause?: DepartureCause; process?: Selector; timer?: NodeJS.Timeout } = {}
  // What has ended meanwhile is not found.
  const ignore = () => undefined
  const end = (process: Selector) => {
    const ended = outlivesConsole
      ? Promise.resolve()
      : daemon.kill(process, 'SIGKILL', left.signal).catch(ignore)
    void ended.then(() => left.abort())
  }
  const forget = console.onEndRequest((cause, count) => {
    const { process } = state
    const isInterrupt = cause === 'SIGINT' || cause === 'SIGTERM'
    // Without a terminal an interrupt is the process's own, and its exit code says what it made of it.
    if (state.cause === undefined && process !== undefined && !isTerminal && isInterrupt && count <= 2)
      return void daemon.kill(process, count === 1 ? 'SIGTERM' : 'SIGKILL', left.signal).catch(ignore)
    // Whoever asks again does not wait for a sandbox that does not answer.
    const isImpatient = isInterrupt && count > 1
    if (state.cause === undefined) {
      state.cause = cause
      state.timer = setTimeout(() => left.abort(), endMsMax)
      if (process !== undefined && !isImpatient) end(process)
    }
    if (isImpatient) left.abort()
  })
  return {
    signal: left.signal,
    cause: () => state.cause,
    onStart(process) {
      state.process = process
      if (state.cause !== undefined) end(process)
    },
    detach() {
      state.cause ??= 'detached'
      left.abort()
    },
    completed: async () => (state.process === undefined ? undefined : await completed),
    forget() {
      forget()
      clearTimeout(state.timer)
    },
  }
}
