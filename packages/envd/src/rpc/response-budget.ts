/**
 * What great answers hold of memory, from their making until they are sent: a client that asks again and again and takes
 * nothing must not fill the sandbox. Each answer says beforehand, about, how much it needs.
 */

import { ServiceError } from '@cay/core/errors.ts'
import type { HandlerContext } from '@connectrpc/connect'
import { onceAnswered } from './connection.ts'

/** Of all answers that are made or sent at one time. */
export const allResponseBytesMax = 128 * 1024 * 1024

export class ResponseBudget {
  #bytes = 0

  /** Throws `rate_limited` when others hold too much. */
  take(bytes: number): void {
    if (this.#bytes + bytes > allResponseBytesMax) {
      throw new ServiceError('rate_limited', 'too many great answers are made or sent at once')
    }
    this.#bytes += bytes
  }

  giveBack(bytes: number): void {
    this.#bytes -= bytes
  }

  /** Takes of it until the answer of the call is sent, or nobody wants it any more. */
  hold(context: HandlerContext, bytes: number): void {
    this.take(bytes)
    onceAnswered(context, () => this.giveBack(bytes))
  }
}
