/**
 * Logs the output of started processes line by line, as well as their starts and ends. Terminal output is not logged,
 * because it is the image of a screen and not text. The caller that starts a process sees no difference.
 */

import type { LogLevel } from '@cay/core/logs/entry.ts'
import { LineBudget } from '@cay/core/logs/line-budget.ts'
import type { ProcessEnd } from '@cay/core/process/exit-status.ts'
import type { Launch, OutputSource, ProcessHost, ProcessListener } from '../../ports/process.ts'
import type { GuestLog, LogSource } from './guest-log.ts'
import { OutputLines } from './output-lines.ts'

/**
 * The budget of one process is half of the total, so that a process that floods the log leaves room for the others.
 */
const processBudget = {
  linesMax: 1000,
  bytesMax: 128 * 1024,
  linesPerSecond: 250,
  bytesPerSecond: 64 * 1024,
}
/** Number of characters of the command that each log line carries. */
const commandLengthMax = 200

/** Standard error is logged at `warn`, because programs write there what deserves attention. */
const levels = { stdout: 'info', stderr: 'warn' } as const satisfies Record<string, LogLevel>
type Stream = keyof typeof levels

export interface LoggedDeps {
  readonly log: GuestLog
  /** Monotonic clock in milliseconds. */
  readonly nowMs: () => number
}

export function logProcesses(host: ProcessHost, deps: LoggedDeps): ProcessHost {
  return {
    start: (launch, listener) => {
      const output = new ProcessLog(deps, launch, listener)
      const started = host.start(launch, output)
      output.began(started.pid, launch)
      return started
    },
  }
}

class ProcessLog implements ProcessListener, LogSource {
  readonly #log: GuestLog
  readonly #listener: ProcessListener
  readonly #fields: Record<string, string>
  readonly #lines: Record<Stream, OutputLines>
  #following: { stop: () => void } | undefined
  #isDrained = false
  #end: ProcessEnd | undefined

  constructor({ log, nowMs }: LoggedDeps, launch: Launch, listener: ProcessListener) {
    this.#log = log
    this.#listener = listener
    this.#fields = { logger: 'process', pid: '', command: commandOf(launch) }
    const budget = new LineBudget(processBudget, log.budget)
    const linesOf = (stream: Stream) =>
      new OutputLines({
        budget,
        nowMs,
        onLine: (message) => this.#tell(levels[stream], message, { stream }),
        onSkipped: (bytes) => this.#tell('warn', leftOutText(bytes), { stream, leftOutBytes: String(bytes) }),
      })
    this.#lines = { stdout: linesOf('stdout'), stderr: linesOf('stderr') }
  }

  began(pid: number, { user, workingDirectory }: Launch): void {
    this.#fields.pid = String(pid)
    this.#following = this.#log.follow(this)
    this.#tell('info', 'process started', { event: 'start', user: user.name, cwd: workingDirectory })
  }

  output(source: OutputSource, bytes: Uint8Array): void {
    this.#listener.output(source, bytes)
    if (source !== 'pty') this.#lines[source].write(bytes)
  }

  drained(): void {
    this.#listener.drained()
    this.#isDrained = true
    this.#finishIfOver()
  }

  reaped(end: ProcessEnd): void {
    this.#listener.reaped(end)
    this.#end = end
    this.#finishIfOver()
  }

  flush(): void {
    for (const lines of Object.values(this.#lines)) lines.flush()
  }

  #finishIfOver(): void {
    if (!this.#isDrained || this.#end === undefined) return
    this.#following?.stop()
    for (const lines of Object.values(this.#lines)) lines.end()
    const { exitCode, exited, status } = this.#end
    const level = exited && exitCode === 0 ? 'info' : 'warn'
    this.#tell(level, `process ended: ${status}`, { event: 'end', exitCode: String(exitCode) })
  }

  #tell(level: LogLevel, message: string, fields: Readonly<Record<string, string>>): void {
    this.#log.add({ level, message, fields: { ...this.#fields, ...fields } })
  }
}

function leftOutText(bytes: number): string {
  return `[envd: ${bytes} bytes of output are not in this log: there was too much]`
}

/** Renders the command as a user would type it, without the shell that runs a whole command line for a client. */
function commandOf({ command, args }: Launch): string {
  const [flags = '', dashC = '', line] = args
  const isShell = /\/(ba|da|z)?sh$/.test(command)
  const typed =
    isShell && flags === '-l' && dashC === '-c' && line !== undefined ? line : [command, ...args].join(' ')
  return typed.length > commandLengthMax ? `${typed.slice(0, commandLengthMax - 1)}…` : typed
}
