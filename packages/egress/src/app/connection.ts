import type { Socket } from 'node:net'
import { resetNow } from '@cay/kit/host/bulk-carry.ts'
import type { Destination } from '../ports.ts'

/** A connection and where it was going. */
export interface Flow {
  readonly connection: Connection
  readonly destination: Destination
}

/** One connection of a sandbox, from its accept to its end; both of its ends once there are two. */
export class Connection {
  readonly guest: Socket
  readonly #cut = new AbortController()
  #remote: Socket | undefined

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

  /** As they went on to the sandbox: not all of them are read by the socket itself (kit/host/bulk-carry.ts). */
  get receivedBytes(): number {
    return this.#remote === undefined ? 0 : this.guest.bytesWritten
  }

  join(remote: Socket): void {
    this.#remote = remote
    if (this.signal.aborted) this.reset()
  }

  /** Neither side is left open, and neither takes it for an end in order. Does nothing to what has ended. */
  reset(): void {
    this.#cut.abort(new Error('the connection was reset'))
    resetNow(this.guest)
    if (this.#remote !== undefined) resetNow(this.#remote)
  }
}
