import type { Socket } from 'node:net'
import type { EstablishedFlow } from '@cay/core/egress/established-flow.ts'
import { resetNow } from '@cay/kit/host/forward-bytes.ts'
import type { SandboxRules } from './sandbox-rules.ts'

/** Connected, and the address it was connected to: undefined where a proxy was told a name. */
export interface UpstreamConnection {
  readonly socket: Socket
  readonly address: string | undefined
}

/** How a connection was let out. A policy that comes later is asked whether it would let it out in the same way. */
export interface AllowedRoute extends EstablishedFlow {
  /** Whose header rule holds for it. */
  readonly ruledHost: string | undefined
  /** In force when it was decided. */
  readonly rules: SandboxRules | undefined
}

/** One connection of a sandbox, from its accept to its end; both of its ends once there are two. */
export class Connection {
  readonly guest: Socket
  readonly #cut = new AbortController()
  #remote: Socket | undefined
  #route: AllowedRoute | undefined

  constructor(guest: Socket) {
    this.guest = guest
    guest.once('close', () => this.#cut.abort(new Error('the sandbox closed the connection')))
  }

  /** Aborted when the connection is to be no more: whatever is under way for it is in vain. */
  get signal(): AbortSignal {
    return this.#cut.signal
  }

  get sentBytes(): number {
    return this.#remote?.bytesWritten ?? 0
  }

  /** As they went on to the sandbox: not all of them are read by the socket itself (kit/host/forward-bytes.ts). */
  get receivedBytes(): number {
    return this.#remote === undefined ? 0 : this.guest.bytesWritten
  }

  /** Undefined until it is decided. */
  get route(): AllowedRoute | undefined {
    return this.#route
  }

  allow(route: AllowedRoute): void {
    this.#route = route
  }

  /** `address`: where it leads; undefined where nobody but a proxy knows. */
  join({ socket: remote, address }: UpstreamConnection): void {
    this.#remote = remote
    if (this.#route !== undefined) this.#route = { ...this.#route, address }
    if (this.signal.aborted) this.reset()
  }

  /** Neither side is left open, and neither takes it for an end in order. Does nothing to what has ended. */
  reset(): void {
    this.#cut.abort(new Error('the connection was reset'))
    resetNow(this.guest)
    if (this.#remote !== undefined) resetNow(this.#remote)
  }
}
