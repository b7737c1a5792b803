/**
 * Bounds the memory that large responses hold until they are sent, because a client that keeps sending requests and
 * reads nothing must not fill the sandbox's memory. Each response declares its estimated size beforehand.
 */

import { ServiceError } from '@cay/core/errors.ts'
import type { HandlerContext } from '@connectrpc/connect'
import { onceAnswered } from './connection.ts'

/** Limit of all responses in progress, in bytes. */
export const allResponseBytesMax = 128 * 1024 * 1024

export class ResponseBudget {
  #bytes = 0

  /** Throws `rate_limited` if other responses hold too much memory. */
  take(bytes: number): void {
    if (this.#bytes + bytes > allResponseBytesMax) {
      throw new ServiceError('rate_limited', 'too many large responses in progress; retry')
    }
    this.#bytes += bytes
  }

  release(bytes: number): void {
    this.#bytes -= bytes
  }

  /** Takes from the budget until the response of the call is sent or its caller has disconnected. */
  hold(context: HandlerContext, bytes: number): void {
    this.take(bytes)
    onceAnswered(context, () => this.release(bytes))
  }
}
