/** Runs commands of a build, with their output in its journal. */
import { abortable } from '@cay/kit/flow/abortable.ts'
import { LineSplitter } from '@cay/kit/flow/line-splitter.ts'
import type {
  BuildGuest,
  CommandEnd,
  GuestCommand,
  OnOutput,
  RunningCommand,
} from '../../ports/template-build.ts'
import type { Journal } from './journal.ts'

export interface CommandLog {
  readonly journal: Journal
  readonly signal: AbortSignal
  /** Stands in brackets before each line. */
  readonly prefix: string
}

/** Rejects with the reason of the signal when it is aborted; the command ends with its sandbox. */
export async function runCommand(
  guest: BuildGuest,
  command: GuestCommand,
  log: CommandLog,
): Promise<CommandEnd> {
  const { end, flush } = startCommand(guest, command, log)
  const result = await abortable(end, log.signal)
  flush()
  return result
}

export function startCommand(
  guest: BuildGuest,
  command: GuestCommand,
  { journal, prefix }: CommandLog,
): RunningCommand & { flush(): void } {
  const lines = { stdout: linesOf('stdout'), stderr: linesOf('stderr') }
  function linesOf(stream: 'stdout' | 'stderr'): LineSplitter {
    const level = stream === 'stdout' ? 'info' : 'warn'
    return new LineSplitter((line) => {
      const text = line.trim()
      if (text !== '') journal.say(level, `[${prefix}] [${stream}]: ${text}`)
    })
  }
  // Splitting output that is not kept into lines would take longer than writing it.
  const onOutput: OnOutput = (stream, text) => {
    if (journal.isFull) journal.leaveOut()
    else lines[stream].push(text)
  }
  const running = guest.start(command, onOutput)
  const flush = () => {
    lines.stdout.end()
    lines.stderr.end()
  }
  return { end: running.end, leave: () => running.leave(), flush }
}
