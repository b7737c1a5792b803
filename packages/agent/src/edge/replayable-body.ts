import type { IncomingMessage } from 'node:http'
import type { Writable } from 'node:stream'

/** A larger body is sent once: what is kept counts for each call in progress. */
const keptBytesMax = 64 * 1024

/** The body of a request, which can be sent again from its beginning as long as it is small. */
export class ReplayableBody {
  readonly #request: IncomingMessage
  #kept: Buffer[] | undefined = []
  #keptBytes = 0
  #isRead = false

  constructor(request: IncomingMessage) {
    this.#request = request
  }

  get canReplay(): boolean {
    return this.#kept !== undefined
  }

  /** What was kept, and then the rest as it comes. The body goes to one stream at a time. */
  sendTo(stream: Writable): void {
    for (const chunk of this.#kept ?? []) stream.write(chunk)
    // In the same turn as the pipe, so that nothing flows before.
    if (!this.#isRead) this.#request.on('data', this.#keep)
    this.#isRead = true
    this.#request.pipe(stream)
  }

  /** It will not be sent again. */
  forget(): void {
    this.#kept = undefined
    this.#request.off('data', this.#keep)
  }

  readonly #keep = (chunk: Buffer): void => {
    this.#keptBytes += chunk.length
    if (this.#keptBytes > keptBytesMax) this.forget()
    else this.#kept?.push(chunk)
  }
}
