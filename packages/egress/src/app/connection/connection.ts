import type { Socket } from 'node:net'
import type { EstablishedFlow } from '@cay/core/egress/established-flow.ts'
import { bytesWrittenTo, resetNow } from '@cay/kit/host/forward-bytes.ts'
import type { SandboxRules } from '../header-rules/sandbox-rules.ts'

/** A connected socket and its address; undefined where a proxy resolved the name. */
export interface UpstreamConnection {
  readonly socket: Socket
  readonly address: string | undefined
}

/** How a connection was allowed, to be compared with later policies. */
export interface AllowedRoute extends EstablishedFlow {
  /** The host whose header rule applies. */
  readonly ruledHost: string | undefined
  /** The rules in force at the decision. */
  readonly rules: SandboxRules | undefined
}

/** One connection of a sandbox, from accept to close, with its upstream once there is one. */
export class Connection {
  readonly guest: Socket
  readonly #cut = new AbortController()
  #remote: Socket | undefined
  #route: AllowedRoute | undefined

  constructor(guest: Socket) {
    this.guest = guest
    guest.once('close', () => this.#cut.abort(new Error('the sandbox closed the connection')))
  }

  /** Aborted when the connection is reset or closed by the sandbox. */
  get signal(): AbortSignal {
    return this.#cut.signal
  }

  get sentBytes(): number {
    return this.#remote === undefined ? 0 : bytesWrittenTo(this.#remote)
  }

  /** As they went on to the sandbox: not all of them are read by the socket itself (kit/host/forward-bytes.ts). */
  get receivedBytes(): number {
    return this.#remote === undefined ? 0 : bytesWrittenTo(this.guest)
  }

  /** Undefined until the connection is allowed. */
  get route(): AllowedRoute | undefined {
    return this.#route
  }

  allow(route: AllowedRoute): void {
    this.#route = route
  }

  /** Takes the upstream connection. */
  join({ socket: remote, address }: UpstreamConnection): void {
    this.#remote = remote
    if (this.#route !== undefined) this.#route = { ...this.#route, address }
    if (this.signal.aborted) this.reset()
  }

  /** Resets both ends, so that neither takes it for an orderly close. Does nothing after the end. */
  reset(): void {
    this.#cut.abort(new Error('the connection was reset'))
    resetNow(this.guest)
    if (this.#remote !== undefined) resetNow(this.#remote)
  }
}
