/** One connection of an SSH client to this process. */
import type { Duplex } from 'node:stream'
import type { LocalConnection } from './local-listener.ts'
import type { TerminalSize } from './sandbox-daemon.ts'
import type { SandboxTree } from './sandbox-tree.ts'

/** A shell, or a command; its streams are those of the client. */
export interface SshSession extends LocalConnection {
  /** Absent: a shell is asked for. */
  readonly command?: string
  readonly terminal?: { readonly size: TerminalSize; readonly term: string | undefined }
  readonly envs: Readonly<Record<string, string>>
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
  forward(connection: LocalConnection, to: { readonly host: string; readonly port: number }): Promise<void>
}

/** Resolves when the client has gone. */
export type ServeSsh = (
  stream: Duplex,
  options: { readonly hostKey: string; readonly handlers: SshHandlers },
) => Promise<void>
