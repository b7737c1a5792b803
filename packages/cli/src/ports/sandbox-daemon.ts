/** The processes and files of one sandbox, by its daemon; every failure is a sentence for the person who typed. */
import type { Duplex } from 'node:stream'
import type { RemoteFiles } from './remote-files.ts'

export interface TerminalSize {
  readonly cols: number
  readonly rows: number
}

export interface ProcessSpec {
  readonly command: string
  readonly args: readonly string[]
  readonly envs: Readonly<Record<string, string>>
  /** Absent: the home of the user. */
  readonly cwd?: string
  /** With a terminal, which is both input and output. */
  readonly terminal?: TerminalSize
  /** Its standard input stays open. */
  readonly hasInput: boolean
  /** By which others find it. */
  readonly tag?: string
  /** Recent output is kept for those who connect later. */
  readonly keepsOutput?: boolean
}

export type Selector = { readonly pid: number } | { readonly tag: string }

export type ProcessEvent =
  | { readonly kind: 'start'; readonly pid: number }
  | {
      readonly kind: 'output'
      readonly source: 'stdout' | 'stderr' | 'pty'
      readonly bytes: Buffer
      /** It was written before this connection. */
      readonly isReplayed?: boolean
    }
  /** `status` is `exit status 1` or `signal: killed`. */
  | { readonly kind: 'end'; readonly exitCode: number; readonly exited: boolean; readonly status: string }

export interface ListedProcess {
  readonly pid: number
  readonly tag: string | null
  readonly command: string
  readonly args: readonly string[]
}

export interface TcpTarget {
  readonly host: string
  readonly port: number
}

/** A connection of the sandbox to a TCP port. */
export interface TcpTunnel {
  /** Both directions pass, each to its own end. Resolves when the connection is over, however it ended. */
  carry(local: Duplex): Promise<void>
}

export interface SandboxDaemon {
  start(spec: ProcessSpec, signal: AbortSignal): AsyncIterable<ProcessEvent>
  /** Follows a process that was started before; what was kept of its output comes first, as one event. */
  connect(selector: Selector, signal: AbortSignal): AsyncIterable<ProcessEvent>
  list(): Promise<ListedProcess[]>
  sendInput(
    selector: Selector,
    input: { readonly bytes: Buffer; readonly isTerminal: boolean },
  ): Promise<void>
  closeInput(selector: Selector): Promise<void>
  /** `until` aborts the call. */
  kill(selector: Selector, signal: 'SIGTERM' | 'SIGKILL', until?: AbortSignal): Promise<void>
  resize(selector: Selector, size: TerminalSize): Promise<void>
  /** From within the sandbox. Throws when there is no connection, and when the signal is aborted before. */
  connectTcp(target: TcpTarget, signal?: AbortSignal): Promise<TcpTunnel>
  readonly files: RemoteFiles
}
