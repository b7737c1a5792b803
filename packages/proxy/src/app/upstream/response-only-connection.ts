/**
 * A connection whose request was already written, for Node's client, which always writes a request before it reads
 * the response: what it writes is dropped, and it reads the bytes already received and those that follow.
 */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

export class ResponseOnlyConnection extends Duplex {
  readonly #socket: Socket

  constructor(socket: Socket, received: Buffer) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    // An error is followed by 'close'.
    this.on('error', () => undefined)
    this.push(received)
    socket.on('data', this.#onData)
    socket.once('end', this.#onEnd)
    socket.once('close', this.#onClose)
    // Both events may have fired before the listeners were added.
    if (socket.readableEnded) this.#onEnd()
    if (socket.destroyed) this.#onClose()
  }

  readonly #onData = (bytes: Buffer): void => {
    if (!this.push(bytes)) this.#socket.pause()
  }

  readonly #onEnd = (): void => {
    this.push(null)
  }

  readonly #onClose = (): void => {
    if (!this.#socket.readableEnded)
      this.destroy(this.#socket.errored ?? new Error('upstream closed the connection'))
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(_bytes: Buffer, _encoding: string, done: () => void): void {
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.off('data', this.#onData)
    this.#socket.off('end', this.#onEnd)
    this.#socket.off('close', this.#onClose)
    this.#socket.destroy()
    done(error)
  }
}
