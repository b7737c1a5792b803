/** Runs a process of a sandbox as if it were one of this machine: input, output, signals and exit code pass. */
import { exitCodeOfEnd } from '../../dialect/sandbox/process-messages.ts'
import { TerminalModes } from '../../dialect/sandbox/terminal-modes.ts'
import type { LocalConsole } from '../../ports/local-console.ts'
import type { ProcessEvent, SandboxDaemon, Selector } from '../../ports/sandbox-daemon.ts'
import { pumpInput } from './pump-input.ts'

export interface RunOptions {
  readonly daemon: SandboxDaemon
  readonly console: LocalConsole
  /** The console is the terminal of the process. */
  readonly isTerminal: boolean
  readonly hasInput: boolean
  /** Aborted when nobody is left to see the output. */
  readonly signal: AbortSignal
  /** Keys of the terminal, and its end, leave the process running; then the exit code is 0. Absent: they are its own. */
  readonly onDetach?: () => void
}

/** What a shell makes of SIGHUP. */
const hungUpExitCode = 129

/** `open` starts the process or finds it. Returns the exit code. */
export async function runProcess(
  options: RunOptions,
  open: (signal: AbortSignal) => AsyncIterable<ProcessEvent>,
): Promise<number> {
  const { console } = options
  const leaving = new AbortController()
  const signal = AbortSignal.any([options.signal, leaving.signal])
  const undo: (() => void)[] = []
  const modes = new TerminalModes()
  const leaveTerminal = async (more: string) => {
    const text = modes.restore() + more
    if (text !== '') await console.write('stdout', Buffer.from(text))
  }
  try {
    for await (const event of open(signal)) {
      if (event.kind === 'start') undo.push(...attach(options, { pid: event.pid }, leaving))
      if (event.kind === 'output' && options.isTerminal) modes.push(event.bytes)
      if (event.kind === 'output')
        await console.write(event.source === 'stderr' ? 'stderr' : 'stdout', event.bytes)
      if (event.kind === 'end') {
        // A program that was ended has switched nothing back.
        await leaveTerminal('')
        return exitCodeOfEnd(event)
      }
    }
    throw new Error('the sandbox ended the connection without an exit code')
  } catch (error) {
    // There is no terminal any more.
    if (leaving.signal.reason === hungUp) return hungUpExitCode
    // What the process has shown last may be the beginning of a line.
    const isInLine = !leaving.signal.aborted && options.isTerminal && undo.length > 0
    await leaveTerminal(isInLine ? '\r\n' : '')
    if (leaving.signal.aborted) return 0
    throw error
  } finally {
    for (const step of undo.reverse()) step()
  }
}

const hungUp = Symbol('the terminal was closed')

/** Returns what undoes it. */
function attach(
  { daemon, console, isTerminal, hasInput, onDetach }: RunOptions,
  selector: Selector,
  leaving: AbortController,
): (() => void)[] {
  const undo: (() => void)[] = []
  // What happens after the end of the process is nobody's concern.
  const ignore = () => undefined
  if (isTerminal) {
    undo.push(console.makeRaw())
    undo.push(console.onResize((size) => void daemon.resize(selector, size).catch(ignore)))
    undo.push(
      console.onHangUp(() => {
        const ended =
          onDetach === undefined ? daemon.kill(selector, 'SIGKILL').catch(ignore) : Promise.resolve()
        void ended.then(() => leaving.abort(hungUp))
      }),
    )
  } else
    undo.push(
      console.onInterrupt(
        (count) => void daemon.kill(selector, count === 1 ? 'SIGTERM' : 'SIGKILL').catch(ignore),
      ),
    )
  if (hasInput) {
    const detach =
      onDetach === undefined
        ? undefined
        : () => {
            onDetach()
            leaving.abort()
          }
    undo.push(pumpInput({ daemon, console, selector, isTerminal, detach }))
  }
  return undo
}
