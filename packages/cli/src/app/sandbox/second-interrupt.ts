/** Requests that would leave a sandbox behind if the first interrupt aborted them: the second one does. */
import type { EndCause, LocalConsole } from '../../ports/local-console.ts'

export interface SecondInterrupt {
  /** Undefined: nobody has asked for the end. */
  cause(): EndCause | undefined
  /** Aborted by the second interrupt from now on. */
  begin(): AbortSignal
  /** Interrupts belong to somebody else until the next `begin`. */
  leave(): void
  forget(): void
}

export function watchSecondInterrupt(
  console: Pick<LocalConsole, 'onEndRequest'>,
  printError: (line: string) => void,
): SecondInterrupt {
  const state: { cause?: EndCause; current?: AbortController; count: number } = { count: 0 }
  const forget = console.onEndRequest((cause) => {
    state.cause ??= cause
    if (state.current === undefined || (cause !== 'SIGINT' && cause !== 'SIGTERM')) return
    state.count += 1
    if (state.count > 1) state.current.abort()
    else printError('Waiting for the API, so that no sandbox is left behind; another Ctrl-C does not wait.')
  })
  return {
    cause: () => state.cause,
    begin() {
      state.count = 0
      state.current = new AbortController()
      return state.current.signal
    },
    leave() {
      delete state.current
    },
    forget,
  }
}
