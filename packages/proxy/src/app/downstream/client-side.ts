/** The client's side of an exchange. It ends once, when the response is sent or the connection is closed. */
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import type { Downstream } from './downstream.ts'

export class ClientSide {
  readonly #downstream: Downstream
  readonly #onEnd: () => void

  constructor(downstream: Downstream, onEnd: () => void) {
    this.#downstream = downstream
    this.#onEnd = onEnd
  }

  begin(): void {
    const { response, socket } = this.#downstream
    response.once('close', this.#onEnd)
    socket.once('close', this.#onEnd)
    // A write to a closed connection is followed by 'close', which is handled.
    response.on('error', () => undefined)
  }

  /** The head of a response was sent to the client. */
  get hasBegun(): boolean {
    return this.#downstream.response.headersSent
  }

  reset(): void {
    resetConnection(this.#downstream.socket)
  }

  /** Its end is no longer reported. */
  leave(): void {
    const { response, socket } = this.#downstream
    response.off('close', this.#onEnd)
    socket.off('close', this.#onEnd)
  }

  /** When the response ended before the request, the rest is dropped so that the next request can be read. */
  dropRequest(): void {
    const { request } = this.#downstream
    request.unpipe()
    request.resume()
  }
}
