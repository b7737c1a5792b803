/** The upstream side of an exchange: the address that it is forwarded to, and the connection to it while there is one. */
import { limits } from '@cay/contract/limits.ts'
import type { Destination } from '@cay/core/routing/destination.ts'
import { type ConnectionImpact, impactOn, type Route } from '@cay/core/routing/phase.ts'
import type { Downstream } from '../downstream/downstream.ts'
import { type ConnectUpstreamDeps, connectUpstream } from '../upstream/connect-upstream.ts'
import { disposeConnection } from '../upstream/dispose-connection.ts'
import type { Endpoint, IdleConnectionPool } from '../upstream/idle-connection-pool.ts'
import type { UpstreamConnection } from '../upstream/upstream-connection.ts'
import type { ConnectionDisposition, SendOptions } from './forwarder.ts'

export interface ExchangeUpstreamDeps extends ConnectUpstreamDeps {
  readonly connectionPool: IdleConnectionPool
  /** Of the tokens of users, where users sign in. */
  readonly userIssuer: string | undefined
}

interface Connecting {
  readonly mayReuseConnection: boolean
  readonly onConnected: (connection: UpstreamConnection) => void
  readonly onFailed: () => void
}

export class ExchangeUpstream {
  readonly #deps: ExchangeUpstreamDeps
  readonly #downstream: Downstream
  readonly #destination: Destination
  /** Of the last connect. */
  #address: string | undefined
  #connection: UpstreamConnection | undefined
  #needsNewConnection = false
  #stopConnecting: () => void = () => undefined

  constructor(deps: ExchangeUpstreamDeps, downstream: Downstream, destination: Destination) {
    this.#deps = deps
    this.#downstream = downstream
    this.#destination = destination
  }

  get connection(): UpstreamConnection | undefined {
    return this.#connection
  }

  impactOf(route: Route | undefined): ConnectionImpact {
    return this.#address === undefined ? 'hold' : impactOn(this.#address, route)
  }

  connect(route: Route, { mayReuseConnection, onConnected, onFailed }: Connecting): void {
    this.#address = route.address
    this.#stopConnecting = connectUpstream(this.#deps, {
      ...{ clientSocket: this.#downstream.socket, destination: this.#destination, route },
      mayReuseConnection: !this.#needsNewConnection && mayReuseConnection,
      onConnected: (connection) => {
        this.#connection = connection
        onConnected(connection)
      },
      onFailed,
    })
  }

  stopConnecting(): void {
    this.#stopConnecting()
  }

  sendOptions({ hostMask }: Route): SendOptions {
    const mayKeepAlive = this.#deps.connectionPool.mayKeepAlive(this.#endpoint)
    return {
      hostMask: this.#destination.port === limits.daemonPort ? '' : hostMask,
      userIssuer: this.#deps.userIssuer,
      keepAlive: this.#downstream.response.shouldKeepAlive && mayKeepAlive,
    }
  }

  /** Returns whether the connection that failed was a reused one; the next one is new then. */
  noteFailure(): boolean {
    const wasReused = this.#connection?.isReused === true
    this.#needsNewConnection ||= wasReused
    return wasReused
  }

  /** The response is complete. */
  dispose(disposition: ConnectionDisposition): void {
    const upstream = this.#connection
    this.#connection = undefined
    if (upstream === undefined) return
    const connection = { clientSocket: this.#downstream.socket, endpoint: this.#endpoint, upstream }
    disposeConnection(this.#deps.connectionPool, connection, disposition)
  }

  reset(): void {
    this.#connection?.reset()
    this.#connection = undefined
  }

  get #endpoint(): Endpoint {
    return { ...this.#destination, address: this.#address ?? '' }
  }
}
