/**
 * The TLS listener in front of the control API and the proxy: one port and one certificate for the API (`api.` before
 * the domain) and all sandboxes. It terminates TLS and decides nothing; the decrypted bytes go to the plaintext ports
 * of this machine. A failure of one side resets the other.
 */

import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type SecureContext, type TLSSocket } from 'node:tls'
import { clientKey } from '@cay/core/connection/client-address.ts'
import type { ClientConnections } from '@cay/kit/flow/client-connections.ts'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import { clientSource } from './client-source.ts'
import { type PlaintextBackends, sourceOf } from './plaintext-backends.ts'
import { serveHttp2 } from './serve-http2.ts'

export interface TlsListener {
  readonly server: Server
  setCertificate(certificate: SecureContext): void
  abortAll(): void
}

interface GatewayBackends {
  readonly address: string
  backendsFor(name: string): PlaintextBackends | undefined
}

export interface TlsListenerDeps {
  readonly backends: PlaintextBackends
  readonly connections: ClientConnections
  /** For connections from the address, given the name in the TLS handshake; undefined: such a connection is refused. */
  readonly gateway?: GatewayBackends | undefined
  readonly log: Logger
  /** Idle timeout; the proxy's own unless set. */
  readonly idleMs?: number
}

const http1 = 'http/1.1'
const http2 = 'h2'

export function createTlsListener(
  first: SecureContext,
  { backends, gateway, connections: clients, log, ...parts }: TlsListenerDeps,
): TlsListener {
  const { idleMs = bounds.idleMsMax } = parts
  let certificate = first
  const connections = new Set<Socket>()
  const server = createServer({ noDelay: true }, (raw) => {
    connections.add(raw)
    raw.once('close', () => connections.delete(raw))
    raw.on('error', () => undefined)
    if (!clients.admit(raw)) return
    serve(raw, certificate, { backends, gateway, idleMs, connections: clients }).catch((error: unknown) => {
      log.debug({ event: 'tls.handshake.failed', err: error }, 'TLS handshake failed')
      raw.destroy()
    })
  })
  server.maxConnections = clients.connectionsMax
  server.on('error', (error) => log.error({ event: 'listener.failed', err: error }, 'TLS listener failed'))
  return {
    server,
    setCertificate: (other) => {
      certificate = other
    },
    abortAll: () => {
      for (const raw of connections) resetConnection(raw)
    },
  }
}

type ServeDeps = Pick<TlsListenerDeps, 'backends' | 'gateway' | 'connections'> & { readonly idleMs: number }

async function serve(
  raw: Socket,
  secureContext: SecureContext,
  { backends: usual, gateway, idleMs, connections }: ServeDeps,
): Promise<void> {
  // Once the connection has closed, its source is not known any more.
  const address = clientKey(raw.remoteAddress ?? '')
  const isFromGateway = gateway !== undefined && address === gateway.address
  const localAddress = connections.isShared(address) ? undefined : clientSource(address, usual.host)
  const client = await handshake(raw, secureContext)
  client.on('error', () => undefined)
  const backends = isFromGateway ? gateway.backendsFor(serverNameOf(client)) : withSource(usual, localAddress)
  if (backends === undefined) {
    resetConnection(raw)
    return
  }
  const onIdle = () => resetConnection(raw)
  if (client.alpnProtocol === http2) {
    const use = { begin: () => connections.begin(raw), markKnown: () => connections.markKnown(raw) }
    return serveHttp2(client, backends, { idleMs, onIdle, use })
  }
  // From here on the plaintext port decides how long it stays, and its end is the end of this one.
  connections.markKnown(raw)
  connections.begin(raw)
  client.setTimeout(idleMs, onIdle)
  const { host, portFor, bound } = backends
  const port = portFor(serverNameOf(client))
  const plain = connect({ host, port, ...sourceOf(backends), noDelay: true, allowHalfOpen: true })
  if (bound !== undefined) bindOnConnect(plain, bound)
  pipeBothWays(raw, client, plain)
}

function withSource(backends: PlaintextBackends, localAddress: string | undefined): PlaintextBackends {
  return localAddress === undefined ? backends : { ...backends, localAddress }
}

/** A TLS server per connection, which listens nowhere, so that its events belong to this connection. */
async function handshake(raw: Socket, secureContext: SecureContext): Promise<TLSSocket> {
  const server = createTlsServer({
    SNICallback: (_, done) => done(null, secureContext),
    ALPNProtocols: [http2, http1],
  })
  // Also after the timeout: an error without a listener would end the process.
  server.on('error', () => undefined)
  server.on('tlsClientError', (error) => server.emit('error', error))
  const secured = once(server, 'secureConnection', { signal: AbortSignal.timeout(bounds.handshakeMsMax) })
  server.emit('connection', raw)
  const [client] = (await secured) as [TLSSocket]
  return client
}

function serverNameOf(client: TLSSocket): string {
  // Node types `servername` for clients only; on a server it is the SNI of the client.
  const name: unknown = Reflect.get(client, 'servername')
  return typeof name === 'string' ? name : ''
}

/** Before the first byte is sent: what is piped waits for the connection, too. */
function bindOnConnect(plain: Socket, { onConnected }: NonNullable<PlaintextBackends['bound']>): void {
  plain.once('connect', () => {
    const { localAddress: address = '', localPort: port = 0 } = plain
    plain.once('close', onConnected({ address, port }))
  })
}

function pipeBothWays(raw: Socket, client: TLSSocket, plain: Socket): void {
  plain.on('error', () => undefined)
  plain.once('close', () => {
    if (!plain.readableEnded) resetConnection(raw)
  })
  client.once('close', () => {
    if (client.readableEnded && plain.readableEnded) plain.destroy()
    else resetConnection(plain)
  })
  client.pipe(plain)
  plain.pipe(client)
}
