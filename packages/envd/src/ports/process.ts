import type { ProcessEnd } from '@cay/core/process/exit-status.ts'
import type { User } from './user.ts'

export interface TerminalSize {
  readonly cols: number
  readonly rows: number
}

/** A program to be started, and as whom. */
export interface Command {
  readonly command: string
  /** What the program sees as its own name; without it the command. */
  readonly name?: string
  readonly args: readonly string[]
  /** `NAME=value`. */
  readonly environment: readonly string[]
  /** Where commands without a slash are looked for. */
  readonly searchPath: string
  readonly workingDirectory: string
  readonly user: User
}

export interface Launch extends Command {
  /** `terminal` has its size; `closed` and `open` say what standard input is. */
  readonly stdio:
    | { readonly kind: 'terminal'; readonly size: TerminalSize }
    | { readonly kind: 'open' | 'closed' }
}

export type OutputSource = 'stdout' | 'stderr' | 'pty'

/** Called in the order in which things happen; `ended` comes once, after `drained` of every source or without it. */
export interface ProcessListener {
  /** The bytes are the listener's until it returns; what it keeps it copies. */
  output(source: OutputSource, bytes: Uint8Array): void
  /** Every output of the process has reached its end. */
  drained(): void
  /** The process was reaped. Its output may go on: other processes can hold it open. */
  reaped(end: ProcessEnd): void
}

export interface StartedProcess {
  readonly pid: number
  /** Resolves once the system has taken all bytes; fails with `broken_pipe` semantics as an `internal` error. */
  write(bytes: Uint8Array): Promise<void>
  /** End of file on standard input. Repeating it does nothing. */
  closeInput(): void
  resize(size: TerminalSize): void
  /** Flow control of every output. */
  pauseOutput(): void
  resumeOutput(): void
  /** Closes our ends of everything: nothing more is told of the output. */
  release(): void
  /** False when the process is gone. */
  signal(number: number): boolean
  /** To the process and what it has started that has not made a group of its own. False when nobody is left. */
  signalGroup(number: number): boolean
}

export interface ProcessHost {
  /** Throws `request_invalid` when the process cannot be started at all. */
  start(launch: Launch, listener: ProcessListener): StartedProcess
}

/** Every process of the sandbox but the daemon: commands, what they left behind, and what came to be in other ways. */
export interface ProcessTable {
  /** Process ids of those that have not ended; whoever has ended and was not collected is none of them. */
  alive(): number[]
}
