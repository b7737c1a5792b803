/** Bounds what clients without a credential hold and request: connections, and routes that take no credential. */
import { clientKey, clientOfRequest } from '@cay/core/connection/client-address.ts'
import { isSharedClient, isTrustedProxy } from '@cay/core/connection/shared-clients.ts'
import type { RangeSet } from '@cay/core/egress/range-set.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { ClientConnections } from '@cay/kit/flow/client-connections.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeylessClient, KeylessKind, KeylessLimiter } from '../app/team/keyless-limiter.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent where another server bounds them, as in tests of single routes. */
    readonly connections?: ClientConnections
  }
  interface FastifyContextConfig {
    /** The route checks a credential before it does anything else. */
    hasCredential?: boolean
    /** Of a route without a credential; absent: `page`. */
    keyless?: KeylessKind
  }
}

/** Maximum number of connections. */
const connectionsMax = 4096

export interface ClientLimits {
  readonly limiter: KeylessLimiter
  /** Reverse proxies whose X-Forwarded-For names the client. */
  readonly trustedProxies: RangeSet
  /** Idle timeout of a connection in milliseconds, while there are few. */
  readonly idleMsMax: number
  readonly log: Logger
}

export function limitClients(
  app: FastifyInstance,
  { limiter, trustedProxies, idleMsMax, log }: ClientLimits,
) {
  limitConnections(app, { trustedProxies, idleMsMax, log })
  app.addHook('onRequest', (request, reply, done) => {
    const { hasCredential = false, keyless = 'page' } = request.routeOptions.config
    if (hasCredential) return done()
    try {
      reply.raw.once('close', limiter.admit(keyless, clientOf(request, trustedProxies)))
      done()
    } catch (error) {
      if (isServiceError(error)) reply.header('retry-after', String(error.retryAfterSeconds ?? 1))
      done(error instanceof Error ? error : new Error('a request was not admitted', { cause: error }))
    }
  })
}

function limitConnections(
  app: FastifyInstance,
  { trustedProxies, idleMsMax, log }: Omit<ClientLimits, 'limiter'>,
): void {
  const connections = new ClientConnections({
    ...{ listener: 'api', connectionsMax, idleMsMax, log },
    isShared: (client) => isSharedClient(trustedProxies, client),
  })
  const closed = new AbortController()
  connections.watch(closed.signal)
  app.addHook('onClose', async () => closed.abort())
  app.decorate('connections', connections)
  app.server.maxConnections = connectionsMax
  app.server.on('connection', (socket) => connections.admit(socket))
  app.server.on('request', ({ socket }, response) => void response.once('close', connections.begin(socket)))
}

/** The connection of a request had a valid credential: it stays when room is made for others. */
export function markKnown({ server, raw }: FastifyRequest): void {
  server.connections?.markKnown(raw.socket)
}

function clientOf({ raw }: FastifyRequest, trustedProxies: RangeSet): KeylessClient {
  const forwarded = raw.headers['x-forwarded-for']
  const { remoteAddress: peer = '', localAddress } = raw.socket
  const client = clientOfRequest({
    peer,
    forwardedFor: Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    isTrusted: (each) => isTrustedProxy(trustedProxies, each),
  })
  const isLocal = peer === localAddress && client === clientKey(peer)
  return { client, isShared: isLocal || isSharedClient(trustedProxies, client) }
}
