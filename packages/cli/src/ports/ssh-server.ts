/** One connection of an SSH client to this process. */
import type { Duplex } from 'node:stream'
import type { InputSource } from './local-console.ts'
import type { TcpTarget, TcpTunnel, TerminalSize } from './sandbox-daemon.ts'
import type { SandboxTree } from './sandbox-tree.ts'

/** A shell, or a command; its streams are those of the client. */
export interface SshSession {
  /** Aborted when the client has gone. */
  readonly closed: AbortSignal
  /** Absent: a shell is asked for. */
  readonly command?: string
  readonly terminal?: { readonly size: TerminalSize; readonly term: string | undefined }
  readonly envs: Readonly<Record<string, string>>
  readInput(listener: { onBytes(bytes: Buffer): void; onEnd(): void }): InputSource
  write(bytes: Buffer): Promise<void>
  writeError(bytes: Buffer): Promise<void>
  /** Returns what ends it. */
  onResize(listener: (size: TerminalSize) => void): () => void
  /** The client asks for a signal. Returns what ends it. */
  onSignal(listener: (name: string) => void): () => void
  /** Ends the session with the exit code of what ran in it. */
  exit(code: number): void
}

export interface SshHandlers {
  /** What a user of the sandbox may do; undefined: there is no such user. */
  logIn(user: string): Promise<SshUser | undefined>
}

export interface SshUser {
  readonly files: SandboxTree
  runSession(session: SshSession): Promise<void>
  /** Throws when there is no connection. */
  connectTcp(target: TcpTarget): Promise<TcpTunnel>
}

/** Resolves when the client has gone. */
export type ServeSsh = (
  stream: Duplex,
  options: { readonly hostKey: string; readonly handlers: SshHandlers },
) => Promise<void>
