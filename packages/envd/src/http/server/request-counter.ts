/** Counts the requests of a kind that are being served, including streams and upgraded connections. */

import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export class RequestCounter {
  #open = 0

  get open(): number {
    return this.#open
  }

  /** The request counts until it has been answered or its caller has disconnected. */
  count(served: ServerResponse | Duplex): void {
    this.#open += 1
    served.once('close', () => {
      this.#open -= 1
    })
  }
}
