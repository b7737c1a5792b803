/**
 * The port that nodes dial (3003): TLS 1.3 with certificates of the cluster on both ends. What TLS agrees on (ALPN) tells who
 * calls whom on the connection. Without a certificate nothing but a join is possible.
 */
import { once } from 'node:events'
import {
  connect as connectHttp2,
  createServer as createHttp2Server,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
} from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type TLSSocket } from 'node:tls'
import type { Certified } from '@cay/kit/certificates/issue.ts'
import { readMember } from '@cay/kit/certificates/members.ts'
import { ClientConnections } from '@cay/kit/flow/client-connections.ts'
import { keepSessionAlive } from '@cay/kit/link/keep-alive.ts'
import { linkProtocols } from '@cay/kit/link/link-protocols.ts'
import type { Logger } from '@cay/kit/log.ts'
import { closeSession } from './close-session.ts'
import type { NodeLinks } from './node-links.ts'

const handshakeMsMax = 10_000
/** Connections, most of them of nodes; and those that have no certificate: joins are rare. */
const connectionsMax = { all: 4096, unauthenticated: 64 }
/** Such a peer has no more time than this in milliseconds for all that it does. */
const unauthenticatedMsMax = 60_000
/** Calls in progress have this long in milliseconds when this process stops: streams would go on for ever. */
const drainMsDefault = 3_000

/** The node that a connection comes from, and its certificate. */
export interface LinkCaller {
  readonly nodeId: string
  readonly serial: string
}

export interface LinkServerOptions {
  readonly host: string
  readonly port: number
  /** Of this process, with its key; and the cluster's authority. */
  readonly own: Certified
  readonly authority: string
  readonly links: NodeLinks
  /** Whether a certificate with this serial is the node's at present. */
  readonly isMember: (caller: LinkCaller) => Promise<boolean>
  /** Calls of nodes; `caller` is undefined for one without a certificate. */
  readonly serve: (
    request: Http2ServerRequest,
    response: Http2ServerResponse,
    caller: LinkCaller | undefined,
  ) => void
  readonly log: Logger
  readonly drainMsMax?: number
}

export interface LinkServer {
  readonly port: number
  /** From now on, handshakes show this certificate. */
  renew(own: Certified): void
  /** Takes no more calls, waits a moment for those in progress, and ends the others. */
  close(): Promise<void>
}

export async function startLinkServer(options: LinkServerOptions): Promise<LinkServer> {
  const { own, authority, links, log, drainMsMax = drainMsDefault } = options
  const calls = serveCalls(options.serve)
  const stopped = new AbortController()
  const clients = new ClientConnections({
    ...{ listener: 'link', connectionsMax: connectionsMax.all, idleMsMax: unauthenticatedMsMax, log },
    isBelowTls: true,
  })
  clients.watch(stopped.signal)
  const unauthenticatedPeers = new UnauthenticatedPeers(log)
  const server = createServer({
    ...contextOf(own, authority),
    requestCert: true,
    // Who has no certificate may join.
    rejectUnauthorized: false,
    ALPNProtocols: [linkProtocols.toNode, linkProtocols.toControl],
    handshakeTimeout: handshakeMsMax,
  })
  const sockets = new Set<TLSSocket>()
  server.maxConnections = connectionsMax.all
  server.on('connection', (raw) => clients.admit(raw))
  server.on('secureConnection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.setNoDelay(true)
    // Whoever uses the socket notices its end.
    socket.on('error', () => undefined)
    const serve = (caller: LinkCaller | undefined) => calls.open(socket, caller)
    const onMember = () => {
      clients.markKnown(socket)
      clients.begin(socket)
    }
    admit(socket, options, { unauthenticatedPeers, serve, onMember }).catch((error: unknown) => {
      log.warn({ event: 'link.refused', address: socket.remoteAddress, err: error }, 'refused a link')
      socket.destroy()
    })
  })
  // A handshake that fails is no more than a connection that ends.
  server.on('tlsClientError', () => undefined)
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    renew: (next) => server.setSecureContext(contextOf(next, authority)),
    async close() {
      stopped.abort()
      const closed = once(server, 'close')
      server.close()
      await waitAtMost(drainMsMax, [calls.close(), links.close()])
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function waitAtMost(ms: number, all: readonly Promise<void>[]): Promise<void> {
  const done = new AbortController()
  // Aborted when the others are first.
  const late = sleep(ms, undefined, { signal: done.signal }).catch(() => undefined)
  await Promise.race([Promise.all(all), late])
  done.abort()
}

function contextOf({ certificate, key }: Certified, authority: string) {
  return { cert: `${certificate}\n${authority}`, key, ca: [authority], minVersion: 'TLSv1.3' as const }
}

interface Admission {
  readonly unauthenticatedPeers: UnauthenticatedPeers
  readonly serve: (caller: LinkCaller | undefined) => void
  readonly onMember: () => void
}

/** Uses the connection for what its certificate allows, or ends it. */
async function admit(
  socket: TLSSocket,
  { links, isMember, log }: LinkServerOptions,
  { unauthenticatedPeers, serve, onMember }: Admission,
): Promise<void> {
  const certificate = socket.getPeerX509Certificate()
  const isToControl = socket.alpnProtocol === linkProtocols.toControl
  if (certificate === undefined && isToControl && unauthenticatedPeers.admit(socket)) return serve(undefined)
  const member = readMember(certificate)
  const isNode = socket.authorized && member?.kind === 'node'
  if (!isNode || !(await isMember(member))) {
    const facts = { address: socket.remoteAddress, nodeId: member?.nodeId }
    log.warn({ event: 'link.refused', ...facts }, 'refused a link')
    socket.destroy()
    return
  }
  if (socket.destroyed) return
  onMember()
  links.track(member.nodeId, socket)
  if (isToControl) serve(member)
  else openLink(links, member.nodeId, socket)
}

function openLink(links: NodeLinks, nodeId: string, socket: TLSSocket): void {
  const session = connectHttp2('http://node', {
    createConnection: () => socket,
    settings: { enablePush: false },
  })
  // Calls in progress fail with it, and say so.
  session.on('error', () => undefined)
  links.add(nodeId, { session, ...keepSessionAlive(session) })
}

/** Callers without a certificate: few, of each address fewer, and not for long. */
class UnauthenticatedPeers {
  readonly #connections: ClientConnections

  constructor(log: Logger) {
    this.#connections = new ClientConnections({
      ...{ listener: 'join', connectionsMax: connectionsMax.unauthenticated, log },
      idleMsMax: unauthenticatedMsMax,
    })
  }

  admit(socket: TLSSocket): boolean {
    if (!this.#connections.admit(socket)) return false
    const timer = setTimeout(() => socket.destroy(), unauthenticatedMsMax)
    socket.once('close', () => clearTimeout(timer))
    return true
  }
}

interface Calls {
  open(socket: TLSSocket, caller: LinkCaller | undefined): void
  /** Resolves when no call is in progress. */
  close(): Promise<void>
}

function serveCalls(serve: LinkServerOptions['serve']): Calls {
  const callers = new WeakMap<Http2Session, LinkCaller>()
  const sessions = new Set<Http2Session>()
  /** Whose connection is being opened: the server makes a session of it at once. */
  let opening: LinkCaller | undefined
  const server: Http2Server = createHttp2Server({ settings: { enablePush: false } }, (request, response) => {
    const { session } = request.stream
    serve(request, response, session === undefined ? undefined : callers.get(session))
  })
  server.on('session', (session) => {
    if (opening !== undefined) callers.set(session, opening)
    keepSessionAlive(session)
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  server.on('sessionError', () => undefined)
  return {
    open(socket, caller) {
      opening = caller
      try {
        server.emit('connection', socket)
      } finally {
        opening = undefined
      }
    },
    close: async () => {
      // New calls go to another process.
      await Promise.all([...sessions].map(closeSession))
    },
  }
}
