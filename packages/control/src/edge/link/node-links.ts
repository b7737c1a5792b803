/** The links that nodes have dialled to this process, and calls to nodes through them. */
import { type ClientHttp2Session, type ClientHttp2Stream, constants } from 'node:http2'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionHealth } from '@cay/kit/link/keep-alive.ts'
import { linkMessageBytesMax } from '@cay/kit/link/link-protocols.ts'
import { traceCallsOut } from '@cay/kit/trace-calls.ts'
import { waitForPeer } from '@cay/kit/wait-for-peer.ts'
import type { Transport } from '@connectrpc/connect'
import { type ConnectTransportOptions, createConnectTransport } from '@connectrpc/connect-node'
import type { Forward, NodeTransports } from '../../ports/node-transports.ts'
import { repeatableCalls } from '../node/node-transport.ts'
import { closeSession } from './close-session.ts'
import { forwardOver } from './forward-over-session.ts'

/** An agent that was restarted dials again within that time. */
const patienceMs = 5_000
/**
 * Another control process sees a new one within 5 s, a node asks it every 10 s, a quarter more or less, which ones there are, and then
 * dials: 18 s in all, after the start.
 */
const discoveryMs = 25_000
/** Milliseconds between two looks for a link that a request waits for. */
const pollEveryMs = 50
/** Calls name no host: the link is the address. */
const authority = 'http://node'

/** The transport options are a union, of which one variant has it. */
type SessionManager = NonNullable<
  Extract<ConnectTransportOptions, { sessionManager?: unknown }>['sessionManager']
>

export interface Link extends SessionHealth {
  readonly session: ClientHttp2Session
}

export interface NodeLinksOptions {
  readonly patienceMs?: number
  /** From the start of this process until all nodes have found it. */
  readonly discoveryMs?: number
}

export class NodeLinks implements NodeTransports {
  readonly #patienceMs: number
  readonly #foundAtMs: number
  readonly #links = new Map<string, Link>()
  readonly #transports = new Map<string, Transport>()
  readonly #listeners = new Set<(nodeId: string) => void>()
  /** Connections of each node, in both directions. */
  readonly #connections = new Map<string, Set<Duplex>>()

  constructor(options: NodeLinksOptions = {}) {
    this.#patienceMs = options.patienceMs ?? patienceMs
    this.#foundAtMs = performance.now() + (options.discoveryMs ?? discoveryMs)
  }

  /** The newest link of a node is the one that counts. */
  add(nodeId: string, link: Link): void {
    this.#links.set(nodeId, link)
    link.session.once('close', () => {
      if (this.#links.get(nodeId) === link) this.#links.delete(nodeId)
    })
    for (const listener of [...this.#listeners]) listener(nodeId)
  }

  /** Until it closes, the connection is one of the node. */
  track(nodeId: string, connection: Duplex): void {
    const all = this.#connections.get(nodeId) ?? new Set()
    this.#connections.set(nodeId, all.add(connection))
    connection.once('close', () => {
      all.delete(connection)
      if (all.size === 0 && this.#connections.get(nodeId) === all) this.#connections.delete(nodeId)
    })
  }

  retain(nodeIds: ReadonlySet<string>): void {
    for (const [nodeId, connections] of this.#connections)
      if (!nodeIds.has(nodeId)) for (const connection of connections) connection.destroy()
    for (const nodeId of this.#transports.keys()) if (!nodeIds.has(nodeId)) this.#transports.delete(nodeId)
  }

  get count(): number {
    return this.#links.size
  }

  isReachable(nodeId: string): boolean {
    const link = this.#links.get(nodeId)
    return link !== undefined && isOpen(link.session) && link.isAnswering()
  }

  transportOf(nodeId: string): Transport {
    const known = this.#transports.get(nodeId)
    if (known !== undefined) return known
    const transport = createConnectTransport({
      httpVersion: '2',
      baseUrl: authority,
      sessionManager: this.#managerOf(nodeId),
      acceptCompression: [],
      readMaxBytes: linkMessageBytesMax,
      interceptors: [
        traceCallsOut,
        (next) => (request) => waitForPeer(this.#patience(), repeatableCalls)(next)(request),
      ],
    })
    this.#transports.set(nodeId, transport)
    return transport
  }

  forwardTo(nodeId: string): Forward {
    return async (request, response, headers) => {
      const session = await this.#awaitSession(nodeId, () => response.destroyed)
      await forwardOver(session, request, response, headers)
    }
  }

  onLink(listener: (nodeId: string) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Resolves when no call is in progress. */
  async close(): Promise<void> {
    await Promise.all([...this.#links.values()].map(({ session }) => closeSession(session)))
  }

  /** A call that comes to a new process waits for a node that has not dialled it yet. */
  #patience(): number {
    return Math.max(this.#patienceMs, this.#foundAtMs - performance.now())
  }

  /** A request waits for the node like a call, since nothing of it was sent, unless its client has left. */
  async #awaitSession(nodeId: string, hasLeft: () => boolean): Promise<ClientHttp2Session> {
    const giveUpAt = performance.now() + this.#patience()
    for (;;) {
      if (hasLeft()) throw notSent('the client has left')
      try {
        return this.#sessionOf(nodeId)
      } catch (error) {
        if (performance.now() >= giveUpAt) throw error
      }
      await sleep(pollEveryMs)
    }
  }

  #sessionOf(nodeId: string): ClientHttp2Session {
    const session = this.#links.get(nodeId)?.session
    if (session === undefined || !isOpen(session)) throw notSent(`there is no link to node ${nodeId}`)
    return session
  }

  #managerOf(nodeId: string): SessionManager {
    return {
      authority,
      request: async (method, path, headers, options): Promise<ClientHttp2Stream> => {
        const session = this.#sessionOf(nodeId)
        const stream = session.request({ ...headers, ':method': method, ':path': path }, options)
        stream.prependOnceListener('error', (error) => nameBreak(error, stream))
        return stream
      },
      // The link has a keep-alive of its own.
      notifyResponseByteRead: () => undefined,
    }
  }
}

function isOpen({ closed, destroyed }: ClientHttp2Session): boolean {
  return !closed && !destroyed
}

/** As for a socket on which nobody listens: callers that wait for a node know that by its code. */
function notSent(message: string): Error {
  return Object.assign(new Error(message), { code: 'ECONNREFUSED' })
}

/** A call that breaks with its link gets the code that a broken socket has; one that the other end has refused was not received. */
function nameBreak(error: Error, stream: ClientHttp2Stream): void {
  const isRefused = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM
  if (isRefused) Object.assign(error, { code: 'ECONNREFUSED' })
  else if (stream.session === undefined || stream.session.destroyed)
    Object.assign(error, { code: 'ECONNRESET' })
}
