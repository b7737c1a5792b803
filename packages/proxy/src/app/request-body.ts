/**
 * The body of a client's request on its way to the guest. Where the request may be sent again, what has passed is kept
 * within bounds until the answer begins. A body that is kept whole can be sent again; one that is still arriving only to
 * the daemon, which does nothing before it has all of a call, and begins a file anew.
 */
import type { ClientRequest, IncomingMessage } from 'node:http'
import { bounds } from '../bounds.ts'

/** What all bodies that are kept may take together. */
export class KeptBytes {
  #bytes = 0

  /** False when there is no room. */
  take(bytes: number): boolean {
    if (this.#bytes + bytes > bounds.keptBodiesBytesMax) return false
    this.#bytes += bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#bytes -= bytes
  }
}

export class RequestBody {
  readonly #request: IncomingMessage
  readonly #store: KeptBytes | undefined
  readonly #mayRestartBody: boolean
  #kept: Buffer[] | undefined
  #keptBytes = 0
  #receiver: ClientRequest | undefined
  #isSent = false

  /** Without a store nothing is kept. */
  constructor(request: IncomingMessage, store: KeptBytes | undefined, mayRestartBody: boolean) {
    this.#request = request
    this.#store = store
    this.#mayRestartBody = mayRestartBody
    this.#kept = store === undefined ? undefined : []
  }

  /** Of what was sent to one connection, all can be sent to another. */
  get isReplayable(): boolean {
    if (!this.#isSent) return true
    return this.#kept !== undefined && (this.#mayRestartBody || this.#request.readableEnded)
  }

  /** Bytes pass as they come; `onEnd` is called behind the last. */
  sendTo(toGuest: ClientRequest, onEnd: () => void): void {
    this.#receiver = toGuest
    const request = this.#request
    for (const chunk of this.#kept ?? []) toGuest.write(chunk)
    if (this.#isSent && request.readableEnded) {
      onEnd()
      return
    }
    if (!this.#isSent && this.#kept !== undefined) request.on('data', (chunk: Buffer) => this.#keep(chunk))
    this.#isSent = true
    // With the first bytes at hand the head travels with them; otherwise it does not wait.
    if (request.readableLength === 0) toGuest.flushHeaders()
    request.pipe(toGuest, { end: false })
    request.once('end', () => {
      if (this.#receiver === toGuest) onEnd()
    })
  }

  /** The connection it was sent to is gone. */
  stop(): void {
    if (this.#receiver !== undefined) this.#request.unpipe(this.#receiver)
    this.#receiver = undefined
  }

  /** It will not be sent again. */
  forget(): void {
    this.#store?.giveBack(this.#keptBytes)
    this.#keptBytes = 0
    this.#kept = undefined
  }

  #keep(chunk: Buffer): void {
    if (this.#kept === undefined) return
    const isTooMuch = this.#keptBytes + chunk.length > bounds.keptBodyBytesMax
    if (isTooMuch || this.#store?.take(chunk.length) !== true) this.forget()
    else {
      this.#kept.push(chunk)
      this.#keptBytes += chunk.length
    }
  }
}
