/**
 * A connection to a receiver that takes one request at a time, as text. It reads the most common form of a response, and
 * leaves any other one, with the bytes that have come, to Node's client: that takes several times the processor time.
 */
import type { Socket } from 'node:net'
import {
  type FixedLengthResponse,
  parseFixedLengthResponse,
} from '@cay/core/routing/fixed-length-response.ts'
import { isClose } from '@cay/core/routing/message-framing.ts'

const version = 'HTTP/1.1 '
const endOfHead = '\r\n\r\n'
const headBytesMax = 16 * 1024

export interface ConnectionBounds {
  /** Of a response body; a connection with a larger one is closed. */
  readonly bodyBytesMax: number
  /** Milliseconds that a connection waits for its next request, or for the rest of a body. */
  readonly idleMs: number
}

export type Reply =
  | { readonly kind: 'read'; readonly response: FixedLengthResponse }
  /** The response has another form. The socket is the caller's. */
  | { readonly kind: 'unread'; readonly bytes: Buffer; readonly socket: Socket }

export class WebhookConnection {
  readonly #socket: Socket
  readonly #bounds: ConnectionBounds
  /** Called whenever it can take a request. */
  readonly #onIdle: () => void
  #reply: PromiseWithResolvers<Reply> | undefined
  #held: Buffer | undefined
  #bodyBytesLeft = 0
  #isLast = false
  #error: Error | undefined

  constructor(socket: Socket, bounds: ConnectionBounds, onIdle: () => void) {
    this.#socket = socket
    this.#bounds = bounds
    this.#onIdle = onIdle
    socket.setNoDelay(true)
    socket.on('data', this.#onData)
    socket.on('error', this.#onError)
    socket.on('close', this.#onClose)
    socket.on('timeout', this.#onTimeout)
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable
  }

  /** Rejects when the connection ends without a response, or when the signal is aborted. */
  async request(text: string, signal: AbortSignal): Promise<Reply> {
    const reply = Promise.withResolvers<Reply>()
    this.#reply = reply
    const abort = () => {
      this.#fail(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
      this.#socket.destroy()
    }
    signal.addEventListener('abort', abort, { once: true })
    this.#socket.setTimeout(0)
    this.#socket.ref()
    this.#socket.write(text)
    try {
      return await reply.promise
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#reply !== undefined) this.#readHead(bytes)
    else this.#skipBody(bytes.length)
  }

  #readHead(bytes: Buffer): void {
    const held = this.#held === undefined ? bytes : Buffer.concat([this.#held, bytes])
    const end = held.indexOf(endOfHead)
    if (end === -1 && held.length <= headBytesMax && isBeginning(held)) {
      this.#held = held
      return
    }
    this.#held = undefined
    const response =
      end === -1 ? undefined : parseFixedLengthResponse(held.toString('latin1', 0, end), 'POST')
    if (response === undefined) this.#handOver(held)
    else this.#accept(response, held.length - end - endOfHead.length)
  }

  #accept(response: FixedLengthResponse, bytesOfBody: number): void {
    this.#isLast = isClose(response.headers) || response.bodyBytes > this.#bounds.bodyBytesMax
    this.#bodyBytesLeft = response.bodyBytes
    this.#reply?.resolve({ kind: 'read', response })
    this.#reply = undefined
    this.#skipBody(bytesOfBody)
  }

  /** Bytes that belong to no response end the connection as well. */
  #skipBody(count: number): void {
    this.#bodyBytesLeft -= count
    if (this.#isLast || this.#bodyBytesLeft < 0) {
      this.#socket.destroy()
      return
    }
    this.#socket.setTimeout(this.#bounds.idleMs)
    this.#socket.unref()
    if (this.#bodyBytesLeft === 0) this.#onIdle()
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket
    socket.off('data', this.#onData).off('error', this.#onError)
    socket.off('close', this.#onClose).off('timeout', this.#onTimeout)
    this.#reply?.resolve({ kind: 'unread', bytes, socket })
    this.#reply = undefined
  }

  readonly #onError = (error: Error): void => {
    this.#error = error
  }

  readonly #onClose = (): void => {
    this.#fail(this.#error ?? Object.assign(new Error('closed without a response'), { code: 'ECONNRESET' }))
  }

  readonly #onTimeout = (): void => {
    this.#socket.destroy()
  }

  #fail(error: Error): void {
    this.#reply?.reject(error)
    this.#reply = undefined
  }
}

function isBeginning(bytes: Buffer): boolean {
  return version.startsWith(bytes.toString('latin1', 0, version.length))
}
