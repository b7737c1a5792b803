import type { ProcessEnd } from '@cay/core/process/exit-status.ts'
import type { User } from './user.ts'

export interface TerminalSize {
  readonly cols: number
  readonly rows: number
}

/** A program to start, and the user to run it as. */
export interface Command {
  readonly command: string
  /** The program's argument 0; the command by default. */
  readonly name?: string
  readonly args: readonly string[]
  /** `NAME=value`. */
  readonly environment: readonly string[]
  /** The search path for commands without a slash. */
  readonly searchPath: string
  readonly workingDirectory: string
  readonly user: User
}

export interface Launch extends Command {
  /** `terminal` carries its size; `closed` and `open` describe standard input. */
  readonly stdio:
    | { readonly kind: 'terminal'; readonly size: TerminalSize }
    | { readonly kind: 'open' | 'closed' }
}

export type OutputSource = 'stdout' | 'stderr' | 'pty'

/** Reports the events of a process. `drained` and `reaped` are each called at most once, in either order. */
export interface ProcessListener {
  /** The bytes are valid only until the listener returns; it must copy what it keeps. */
  output(source: OutputSource, bytes: Uint8Array): void
  /** Every output of the process has reached its end. */
  drained(): void
  /** The process was reaped. Its output may continue, because other processes can hold it open. */
  reaped(end: ProcessEnd): void
}

export interface StartedProcess {
  readonly pid: number
  /** Resolves when the system has accepted all bytes; a broken pipe is an `internal` error. */
  write(bytes: Uint8Array): Promise<void>
  /** Closes standard input (end of file). Repeating it has no effect. */
  closeInput(): void
  resize(size: TerminalSize): void
  /** Flow control for all outputs. */
  pauseOutput(): void
  resumeOutput(): void
  /** Closes the daemon's ends of all pipes or of the terminal: no further output is reported. */
  release(): void
  /** Returns false if the process is gone. */
  signal(number: number): boolean
  /**
   * Signals the process and its descendants that have no process group of their own. Returns false if none is left.
   */
  signalGroup(number: number): boolean
}

export interface ProcessHost {
  /** Throws `request_invalid` if the process cannot be started at all. */
  start(launch: Launch, listener: ProcessListener): StartedProcess
}

/**
 * All processes of the sandbox except the daemon: commands, processes that outlived them, and processes started in
 * any other way.
 */
export interface ProcessTable {
  /** Returns the pids of live processes; one that has ended and was not reaped is not included. */
  alive(): number[]
}
