import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

/** Both ends of an intercepted TLS connection. Each throws when the handshake fails, or the signal is aborted. */
export interface Tls {
  /** Handshake with the server, whose certificate must be valid for the name. */
  connect(remote: Socket, options: TlsClientOptions, signal: AbortSignal): Promise<TLSSocket>
  /** Handshake with the client, with a certificate for the name that the installation issues. */
  accept(guest: Socket, options: TlsServerOptions, signal: AbortSignal): Promise<TLSSocket>
}

export interface TlsClientOptions {
  readonly name: string
  /** ALPN protocols to offer. */
  readonly protocols: readonly string[]
}

export interface TlsServerOptions {
  readonly name: string
  /** The ALPN protocol to select; undefined selects none. */
  readonly protocol: string | undefined
}
