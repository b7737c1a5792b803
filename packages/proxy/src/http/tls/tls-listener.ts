/**
 * The TLS listener in front of the control API and the proxy: one port and one certificate for the API (`api.` before
 * the domain) and all sandboxes. It terminates TLS and decides nothing; the decrypted bytes go to the plaintext ports
 * of this machine. A failure of one side resets the other.
 */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type SecureContext, type TLSSocket } from 'node:tls'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import type { PlaintextBackends } from './plaintext-backends.ts'
import { serveHttp2 } from './serve-http2.ts'

export interface TlsListener {
  readonly server: Server
  setCertificate(certificate: SecureContext): void
  abortAll(): void
}

export interface TlsListenerDeps {
  readonly backends: PlaintextBackends
  readonly log: Logger
  /** Idle timeout; the proxy's own unless set. */
  readonly idleMs?: number
}

const http1 = 'http/1.1'
const http2 = 'h2'

export function createTlsListener(
  first: SecureContext,
  { backends, log, ...parts }: TlsListenerDeps,
): TlsListener {
  const { idleMs = bounds.idleMsMax } = parts
  let certificate = first
  const connections = new Set<Socket>()
  const server = createServer({ noDelay: true }, (raw) => {
    connections.add(raw)
    raw.once('close', () => connections.delete(raw))
    raw.on('error', () => undefined)
    serve(raw, certificate, { backends, idleMs }).catch((error: unknown) => {
      log.debug({ event: 'tls.handshake.failed', err: error }, 'TLS handshake failed')
      raw.destroy()
    })
  })
  server.maxConnections = bounds.clientConnectionsMax
  server.on('error', (error) => log.error({ event: 'listener.failed', err: error }, 'TLS listener failed'))
  return {
    server,
    setCertificate: (other) => {
      certificate = other
    },
    abortAll: () => {
      for (const raw of connections) raw.resetAndDestroy()
    },
  }
}

async function serve(
  raw: Socket,
  secureContext: SecureContext,
  { backends, idleMs }: { backends: PlaintextBackends; idleMs: number },
): Promise<void> {
  const client = await handshake(raw, secureContext)
  client.on('error', () => undefined)
  const onIdle = () => raw.resetAndDestroy()
  if (client.alpnProtocol === http2) return serveHttp2(client, backends, { idleMs, onIdle })
  client.setTimeout(idleMs, onIdle)
  pipeBothWays(raw, client, connect({ ...backendFor(client, backends), noDelay: true, allowHalfOpen: true }))
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

function backendFor(client: TLSSocket, { host, portFor }: PlaintextBackends) {
  // Node types `servername` for clients only; on a server it is the SNI of the client.
  const name: unknown = Reflect.get(client, 'servername')
  return { host, port: portFor(typeof name === 'string' ? name : '') }
}

function pipeBothWays(raw: Socket, client: TLSSocket, plain: Socket): void {
  plain.on('error', () => undefined)
  plain.once('close', () => {
    if (!plain.readableEnded) raw.resetAndDestroy()
  })
  client.once('close', () => {
    if (client.readableEnded && plain.readableEnded) plain.destroy()
    else plain.resetAndDestroy()
  })
  client.pipe(plain)
  plain.pipe(client)
}
