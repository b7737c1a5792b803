/** TLS as a client of servers, and as a server of sandboxes. */
import { once } from 'node:events'
import {
  connect,
  createSecureContext,
  createServer,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import { type Certified, type Issuer, openIssuer } from '@cay/kit/certificates/issue.ts'
import { bounds } from '../bounds.ts'
import type { Tls } from '../ports/tls.ts'

export interface TlsSettings {
  /** Issues the certificates that sandboxes see. */
  readonly authority: Certified
  /** PEM; trusted in addition to the authorities of the node. */
  readonly extraAuthorities: readonly string[]
}

export function openTls({ authority, extraAuthorities }: TlsSettings): Tls {
  const findTrust = makeOnce(() => trustedContext(extraAuthorities))
  const leaves = new LeafContexts(authority)
  return {
    async connect(remote, { name, protocols }, signal) {
      const options = {
        socket: remote,
        servername: name,
        secureContext: findTrust(),
        ALPNProtocols: [...protocols],
      }
      return await settled(connect(options), signal)
    },
    async accept(guest, { name, protocol }, signal) {
      const secureContext = await leaves.get(name)
      // One server per connection, so that its events are about this one. It does not listen.
      const server = createServer({
        SNICallback: (_, done) => done(null, secureContext),
        ...(protocol === undefined ? {} : { ALPNProtocols: [protocol] }),
      })
      // Also after the wait is over: an error without a listener would end the process.
      server.on('error', () => undefined)
      server.on('tlsClientError', (error) => server.emit('error', error))
      const secured = once(server, 'secureConnection', { signal })
      server.emit('connection', guest)
      const [socket] = (await secured) as [TLSSocket]
      return socket
    },
  }
}

async function settled(socket: TLSSocket, signal: AbortSignal): Promise<TLSSocket> {
  try {
    await once(socket, 'secureConnect', { signal })
    return socket
  } catch (error) {
    // Later errors have no listener and would end the process.
    socket.on('error', () => undefined)
    socket.destroy()
    throw error
  }
}

/** Reading some hundred certificates takes a while, so it is done once, when first needed. */
function trustedContext(extra: readonly string[]): SecureContext {
  const ca = new Set([...getCACertificates('default'), ...getCACertificates('system'), ...extra])
  return createSecureContext({ ca: [...ca] })
}

function makeOnce<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

interface Leaf {
  readonly context: Promise<SecureContext>
  readonly madeAtMs: number
}

/** Leaf certificates of the host names that were used last. */
class LeafContexts {
  readonly #findIssuer: () => Promise<Issuer>
  readonly #leaves = new Map<string, Leaf>()

  constructor(authority: Certified) {
    this.#findIssuer = makeOnce(() => openIssuer(authority))
  }

  get(name: string): Promise<SecureContext> {
    const nowMs = Date.now()
    const known = this.#leaves.get(name)
    this.#leaves.delete(name)
    const isFresh = known !== undefined && nowMs - known.madeAtMs < bounds.leafHoursMax * 3_600_000
    const leaf = isFresh ? known : { context: this.#make(name, nowMs), madeAtMs: nowMs }
    this.#leaves.set(name, leaf)
    for (const oldest of this.#leaves.keys()) {
      if (this.#leaves.size <= bounds.leavesMax) break
      this.#leaves.delete(oldest)
    }
    return leaf.context
  }

  async #make(name: string, nowMs: number): Promise<SecureContext> {
    try {
      const issuer = await this.#findIssuer()
      const { certificate, key } = await issuer.issue({ names: [name], nowMs, days: bounds.leafDays })
      return createSecureContext({ cert: certificate, key })
    } catch (error) {
      this.#leaves.delete(name)
      throw error
    }
  }
}
