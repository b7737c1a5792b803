/** A port of this machine that accepts TCP connections. */
import type { InputSource } from './local-console.ts'

export interface LocalConnection {
  /** Aborted when the connection is closed. */
  readonly closed: AbortSignal
  readInput(listener: { onBytes(bytes: Buffer): void; onEnd(): void }): InputSource
  write(bytes: Buffer): Promise<void>
  end(): void
}

export interface LocalListener {
  /** The port, where any free one was asked for. */
  readonly port: number
  close(): Promise<void>
}

/** On the loopback only. Throws when the port is taken. */
export type ListenLocally = (
  port: number,
  onConnection: (connection: LocalConnection) => void,
) => Promise<LocalListener>
