/** The connections to receivers, which are used again, and requests over them. */
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type ConnectionBounds, type Reply, WebhookConnection } from './webhook-connection.ts'

const sessionsMax = 256

/** What a connection can be used again for. */
export interface Destination {
  readonly isTls: boolean
  /** The host of the URL, whose certificate is required. */
  readonly hostname: string
  readonly address: string
  readonly port: number
}

export interface ConnectionOptions extends ConnectionBounds {
  /** Certificates that are trusted; undefined: those that the program trusts. */
  readonly certificates?: string | undefined
  /** Idle connections of one destination. */
  readonly idleMax: number
  /** Called with each new connection before it is established. */
  readonly onConnecting: (socket: Socket, isTls: boolean) => void
}

export function keyOf({ isTls, hostname, address, port }: Destination): string {
  return `${isTls ? 'https' : 'http'}://${hostname}@${address}:${port}`
}

export class WebhookConnections {
  readonly #options: ConnectionOptions
  readonly #idle = new Map<string, WebhookConnection[]>()
  /** TLS sessions by destination, the oldest first. */
  readonly #sessions = new Map<string, Buffer>()

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /**
   * A receiver may close an idle connection at any time. A request that met that is sent again: nothing was answered, and
   * deliveries are made at least once.
   */
  async request(to: Destination, text: string, signal: AbortSignal): Promise<Reply> {
    const idle = this.#takeIdle(keyOf(to))
    if (idle === undefined) return await this.#open(to).request(text, signal)
    try {
      return await idle.request(text, signal)
    } catch (error) {
      if (signal.aborted || !isDisconnect(error)) throw error
      return await this.#open(to).request(text, signal)
    }
  }

  #takeIdle(key: string): WebhookConnection | undefined {
    const idle = this.#idle.get(key)
    for (let last = idle?.pop(); last !== undefined; last = idle?.pop()) if (last.isOpen) return last
    return undefined
  }

  #open(to: Destination): WebhookConnection {
    const key = keyOf(to)
    const socket = this.#connect(to, key)
    this.#options.onConnecting(socket, to.isTls)
    const connection: WebhookConnection = new WebhookConnection(socket, this.#options, () =>
      this.#keep(key, connection, socket),
    )
    socket.once('close', () => this.#forget(key, connection))
    return connection
  }

  #connect({ isTls, hostname, address, port }: Destination, key: string): Socket {
    if (!isTls) return connect({ host: address, port })
    const { certificates: ca } = this.#options
    const session = this.#sessions.get(key)
    const socket = connectTls({
      ...{ host: address, port, ALPNProtocols: ['http/1.1'] },
      ...{ servername: isIP(hostname) === 0 ? hostname : '' },
      ...(ca === undefined ? {} : { ca }),
      ...(session === undefined ? {} : { session }),
    })
    socket.on('session', (next) => this.#keepSession(key, next))
    return socket
  }

  #keepSession(key: string, session: Buffer): void {
    this.#sessions.delete(key)
    this.#sessions.set(key, session)
    const [oldest] = this.#sessions.keys()
    if (oldest !== undefined && this.#sessions.size > sessionsMax) this.#sessions.delete(oldest)
  }

  #keep(key: string, connection: WebhookConnection, socket: Socket): void {
    const idle = this.#idle.get(key) ?? []
    this.#idle.set(key, idle)
    if (idle.length < this.#options.idleMax) idle.push(connection)
    else socket.destroy()
  }

  #forget(key: string, connection: WebhookConnection): void {
    const rest = (this.#idle.get(key) ?? []).filter((one) => one !== connection)
    if (rest.length > 0) this.#idle.set(key, rest)
    else this.#idle.delete(key)
  }
}

function isDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}
