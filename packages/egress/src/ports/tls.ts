import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

/** Both ends of an intercepted TLS connection. Each throws when the handshake fails, or the signal is aborted. */
export interface Tls {
  /** Speaks to the server of that name, and makes sure that it is. */
  connect(remote: Socket, options: TlsClientOptions, signal: AbortSignal): Promise<TLSSocket>
  /** Answers the client as the server of that name, with a certificate of the installation. */
  accept(guest: Socket, options: TlsServerOptions, signal: AbortSignal): Promise<TLSSocket>
}

export interface TlsClientOptions {
  readonly name: string
  /** What to offer to speak inside. */
  readonly protocols: readonly string[]
}

export interface TlsServerOptions {
  readonly name: string
  /** What to speak inside; undefined leaves it open. */
  readonly protocol: string | undefined
}
