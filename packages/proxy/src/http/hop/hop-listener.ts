/**
 * The listener for the proxies of other nodes: mutual TLS, by certificates of the cluster's own authority and of this
 * use alone. A connection without one never gets as far as HTTP.
 */

import { once } from 'node:events'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { proxyNodeId } from '@cay/core/routing/hop-header.ts'
import { ClientConnections } from '@cay/kit/flow/client-connections.ts'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Downstream } from '../../app/downstream/downstream.ts'
import { bounds } from '../../bounds.ts'
import { resetBelowTls } from '../../edge/reset-below-tls.ts'
import type { EdgeIdentity } from '../../ports/cluster.ts'
import { createProxyServer } from '../server.ts'

export interface HopListener {
  readonly port: number
  setIdentity(identity: EdgeIdentity): void
  stop(): void
}

interface HopListenerOptions {
  readonly bind: string
  readonly port: number
  readonly serve: (downstream: Downstream) => void
  readonly log: Logger
}

/** Refuses every connection until it has an identity. Throws when the port cannot be bound. */
export async function startHopListener({ bind, port, serve, log }: HopListenerOptions): Promise<HopListener> {
  const http = createProxyServer(serve, { headerBytesMax: bounds.headerBytesMax + bounds.hopHeaderBytesMax })
  let hasIdentity = false
  const tls = createTlsServer({
    ...{ requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' },
    handshakeTimeout: bounds.handshakeMsMax,
  })
  /** The connections below TLS, by the address and port of their peers. */
  const connections = new Map<string, Socket>()
  /** Those without a certificate are the clients that no credential is known of. */
  const clients = new ClientConnections({
    ...{ listener: 'edge', connectionsMax: bounds.clientConnectionsMax, idleMsMax: bounds.idleMsMax, log },
    isBelowTls: true,
  })
  const stopped = new AbortController()
  clients.watch(stopped.signal)
  const tcp = createTcpServer({ noDelay: true, allowHalfOpen: true }, (raw) => {
    const name = nameOf(raw)
    connections.set(name, raw)
    raw.once('close', () => connections.delete(name))
    raw.on('error', () => undefined)
    if (!clients.admit(raw)) return
    if (hasIdentity) tls.emit('connection', raw)
    else resetConnection(raw)
  })
  tcp.maxConnections = bounds.clientConnectionsMax
  tcp.on('error', (error) =>
    log.error({ event: 'listener.failed', err: error }, 'listener for other nodes failed'),
  )
  tls.on('tlsClientError', (error, socket) => {
    log.debug(
      { event: 'tls.handshake.failed', err: error },
      'TLS handshake with the proxy of another node failed',
    )
    socket.destroy()
  })
  tls.on('secureConnection', (client) => {
    const raw = connections.get(nameOf(client))
    if (raw === undefined || !isProxy(client)) return void client.destroy()
    clients.markKnown(client)
    clients.begin(client)
    resetBelowTls(client, raw)
    client.on('error', () => undefined)
    http.emit('connection', client)
  })
  tcp.listen(port, bind)
  await once(tcp, 'listening')
  return {
    port: portOf(tcp),
    setIdentity({ credentials }) {
      tls.setSecureContext(credentials)
      hasIdentity = true
    },
    stop() {
      stopped.abort()
      tcp.close()
      http.closeAllConnections()
      for (const raw of connections.values()) resetConnection(raw)
    },
  }
}

function isProxy(client: TLSSocket): boolean {
  return client.authorized && proxyNodeId(client.getPeerX509Certificate()?.subjectAltName) !== undefined
}

function nameOf({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`
}

function portOf(server: { address(): unknown }): number {
  const address = server.address()
  if (typeof address === 'object' && address !== null && 'port' in address) return Number(address.port)
  throw new Error('listener has no port')
}
