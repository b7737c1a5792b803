/**
 * Bounds the memory of all RPC messages that are being received, because each is buffered whole before it is parsed.
 */

import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@cay/core/errors.ts'

/** Smaller messages are not counted. */
const smallBytes = 64 * 1024
export const incomingBytesMax = 128 * 1024 * 1024

export class MessageBudget {
  #bytes = 0

  /**
   * Throws `rate_limited` for a message that declares its length; a message without a declared length is cut off when
   * the budget is exhausted.
   */
  admit(request: IncomingMessage): void {
    const { 'content-length': declared } = request.headers
    if (declared === undefined) {
      this.#countPieces(request)
      return
    }
    const bytes = Number(declared)
    if (bytes <= smallBytes) return
    if (this.#bytes + bytes > incomingBytesMax) {
      throw new ServiceError('rate_limited', 'too many large requests in progress; retry')
    }
    this.#hold(request, { bytes })
  }

  #countPieces(request: IncomingMessage): void {
    const held = { bytes: 0 }
    this.#hold(request, held)
    const push = request.push.bind(request)
    request.push = (piece: Buffer | null) => {
      if (piece !== null) {
        held.bytes += piece.length
        this.#bytes += piece.length
        if (held.bytes > smallBytes && this.#bytes > incomingBytesMax) request.destroy()
      }
      return push(piece)
    }
  }

  #hold(request: IncomingMessage, held: { readonly bytes: number }): void {
    this.#bytes += held.bytes
    request.once('close', () => {
      this.#bytes -= held.bytes
    })
  }
}
