/** A port of this machine that accepts TCP connections. */
import type { Duplex } from 'node:stream'

export interface LocalListener {
  /** The port, where any free one was asked for. */
  readonly port: number
  close(): Promise<void>
}

/** On the loopback only. Each direction of a connection ends by itself. Throws when the port is taken. */
export type ListenLocally = (
  port: number,
  onConnection: (connection: Duplex) => void,
) => Promise<LocalListener>
