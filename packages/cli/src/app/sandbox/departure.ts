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
    const ended = outlivesConsole ? Promise.resolve() : daemon.kill(process, 'SIGKILL').catch(ignore)
    void ended.then(() => left.abort())
  }
  const forget = console.onEndRequest((cause, count) => {
    const { process } = state
    // Without a terminal an interrupt is the process's own, and its exit code says what it made of it.
    if (process !== undefined && !isTerminal && (cause === 'SIGINT' || cause === 'SIGTERM'))
      return void daemon.kill(process, count === 1 ? 'SIGTERM' : 'SIGKILL').catch(ignore)
    if (state.cause !== undefined) return
    state.cause = cause
    state.timer = setTimeout(() => left.abort(), endMsMax)
    if (process !== undefined) end(process)
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
