/** How many requests of a kind are being served, streams and connections that were handed over among them. */

import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export class RequestCounter {
  #open = 0

  get open(): number {
    return this.#open
  }

  /** It counts until it was answered, or its caller has left. */
  count(served: ServerResponse | Duplex): void {
    this.#open += 1
    served.once('close', () => {
      this.#open -= 1
    })
  }
}
