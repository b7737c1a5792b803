/** Runs a process of a sandbox as if it were one of this machine: input, output, signals and exit code pass. */
import { exitCodeOfEnd } from '../../dialect/sandbox/process-messages.ts'
import { TerminalModes } from '../../dialect/sandbox/terminal-modes.ts'
import type { LocalConsole } from '../../ports/local-console.ts'
import type { ProcessEvent, SandboxDaemon, Selector } from '../../ports/sandbox-daemon.ts'
import { type Departure, type DepartureCause, departureCodes, watchDeparture } from './departure.ts'
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

/** `open` starts the process or finds it. Returns the exit code. */
export async function runProcess(
  options: RunOptions,
  open: (signal: AbortSignal) => AsyncIterable<ProcessEvent>,
): Promise<number> {
  const { console, isTerminal, onDetach } = options
  const departure = watchDeparture({ ...options, outlivesConsole: onDetach !== undefined })
  const signal = AbortSignal.any([options.signal, departure.signal])
  const undo = [departure.forget]
  const modes = new TerminalModes()
  const leaveTerminal = async (more: string) => {
    const text = modes.restore() + more
    if (text !== '') await console.write('stdout', Buffer.from(text))
  }
  const depart = async (cause: DepartureCause) => {
    await departure.completed()
    if (!leavesNothing.has(cause)) await leaveTerminal('')
    return departureCodes[cause]
  }
  let hasStarted = false
  try {
    for await (const event of open(signal)) {
      if (event.kind === 'start') {
        hasStarted = true
        departure.onStart({ pid: event.pid })
        undo.push(...attach(options, { pid: event.pid }, departure))
      }
      if (event.kind === 'output' && isTerminal) modes.push(event.bytes)
      if (event.kind === 'output')
        await console.write(event.source === 'stderr' ? 'stderr' : 'stdout', event.bytes, signal)
      if (event.kind === 'end') {
        const cause = departure.cause()
        if (cause !== undefined) return await depart(cause)
        // A program that was ended has switched nothing back.
        await leaveTerminal('')
        return exitCodeOfEnd(event)
      }
    }
    throw new Error('the sandbox ended the connection without an exit code')
  } catch (error) {
    const cause = departure.cause()
    if (cause !== undefined) return await depart(cause)
    // What the process has shown last may be the beginning of a line.
    await leaveTerminal(isTerminal && hasStarted ? '\r\n' : '')
    throw error
  } finally {
    for (const step of undo.reverse()) step()
  }
}

/** There is no terminal any more, or nobody who reads. */
const leavesNothing: ReadonlySet<DepartureCause> = new Set(['SIGHUP', 'unread'])

/** Returns what undoes it. */
function attach(
  { daemon, console, isTerminal, hasInput, onDetach }: RunOptions,
  selector: Selector,
  departure: Departure,
): (() => void)[] {
  const undo: (() => void)[] = []
  if (isTerminal) {
    undo.push(console.makeRaw())
    // What happens after the end of the process is nobody's concern.
    undo.push(console.onResize((size) => void daemon.resize(selector, size).catch(() => undefined)))
  }
  if (hasInput) {
    const detach =
      onDetach === undefined
        ? undefined
        : () => {
            onDetach()
            departure.detach()
          }
    undo.push(pumpInput({ daemon, console, selector, isTerminal, detach }))
  }
  return undo
}
