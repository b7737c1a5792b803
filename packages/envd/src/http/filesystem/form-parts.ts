/**
 * Yields the parts named `file` of a multipart body, one after another in order. Other parts are skipped. Memory is
 * bounded: the body is read no further than a few small parts ahead of the one being consumed.
 */

import type { Readable } from 'node:stream'
import { ServiceError } from '@cay/core/errors.ts'
import { Busboy } from '@fastify/busboy'

export interface FilePart {
  /** Includes directories; undefined if the part has no file name. */
  readonly filename: string | undefined
  readonly content: Readable
}

type Parser = InstanceType<typeof Busboy>

/** A form with more parts is rejected. */
const partsMax = 20_000
/** Maximum number of parsed parts that wait to be consumed. */
const partsAheadMax = 4
/** Size limit in bytes of each skipped part. */
const fieldBytesMax = 64 * 1024

/** Rejects with the first failure of `consume`, or with `request_invalid` if the body is not a valid form. */
export async function forEachFilePart(
  body: Readable,
  contentType: string,
  consume: (part: FilePart) => Promise<void>,
): Promise<void> {
  const form = new FormReading(createParser(contentType), consume)
  try {
    // The body is left intact if a part fails: destroying the request would also destroy the socket of the response.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      await form.write(chunk)
      if (form.hasFailed) break
    }
    await form.finish()
  } catch (error) {
    form.abandon(error)
    throw error
  }
}

class FormReading {
  readonly #parser: Parser
  readonly #consume: (part: FilePart) => Promise<void>
  readonly #open = new Set<Readable>()
  #tail: Promise<void> = Promise.resolve()
  #failure: { readonly error: unknown } | undefined
  #hasFinished = false
  #onSettled: () => void = () => undefined
  /** Ends the wait for the parser, which accepts no more data after a part was abandoned or the form has ended. */
  #stopWaiting: () => void = () => undefined

  constructor(parser: Parser, consume: (part: FilePart) => Promise<void>) {
    this.#parser = parser
    this.#consume = consume
    parser.once('finish', () => {
      this.#hasFinished = true
      this.#stopWaiting()
    })
    parser.on('error', (error) => this.#fail(notAForm(error)))
    parser.once('partsLimit', () =>
      this.#fail(new ServiceError('request_invalid', `more than ${partsMax} parts`)),
    )
    parser.on('file', (name, content, filename) => this.#accept(name, content, filename))
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined
  }

  /**
   * Resolves when more data may be written. Every part except the newest is complete, so the wait does not depend on
   * more of the body.
   */
  async write(chunk: Uint8Array): Promise<void> {
    await this.#untilStoppedOr((taken) => this.#parser.write(chunk, () => taken()))
    while (this.#open.size > partsAheadMax) {
      await new Promise<void>((resolve) => {
        this.#onSettled = resolve
      })
    }
  }

  async finish(): Promise<void> {
    await this.#untilStoppedOr(() => this.#parser.end())
    if (this.#failure !== undefined) this.abandon(this.#failure.error)
    await this.#tail
    if (this.#failure !== undefined) throw this.#failure.error
  }

  /** The consumer of a part must not wait for bytes that will never arrive. */
  abandon(reason: unknown): void {
    this.#fail(reason)
    for (const content of this.#open) content.destroy(reason instanceof Error ? reason : undefined)
  }

  async #untilStoppedOr(begin: (done: () => void) => void): Promise<void> {
    if (this.#hasFinished || this.#failure !== undefined) return
    await new Promise<void>((resolve) => {
      this.#stopWaiting = resolve
      begin(resolve)
    })
  }

  #accept(name: string, content: Readable, filename: string | undefined): void {
    content.on('error', (error) => {
      // If the part was destroyed, its consumer reports why; only the parser's own errors are reported here.
      if (content.errored === null) this.#fail(notAForm(error))
    })
    if (name !== 'file') {
      content.resume()
      return
    }
    this.#open.add(content)
    this.#tail = this.#tail.then(() => this.#take({ filename: filename || undefined, content }))
  }

  /** Never rejects: the first failure is kept, and later parts are skipped. */
  async #take(part: FilePart): Promise<void> {
    try {
      if (this.#failure === undefined) await this.#consume(part)
    } catch (error) {
      this.#fail(error)
    } finally {
      part.content.resume()
      this.#open.delete(part.content)
      this.#onSettled()
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= { error }
    this.#stopWaiting()
  }
}

function createParser(contentType: string): Parser {
  try {
    return new Busboy({
      // Other multipart subtypes are parsed like forms.
      headers: { 'content-type': contentType.replace(/^\s*multipart\/[^;]*/i, 'multipart/form-data') },
      preservePath: true,
      isPartAFile: (name) => name === 'file',
      limits: { parts: partsMax, fieldSize: fieldBytesMax },
    })
  } catch (error) {
    throw notAForm(error)
  }
}

function notAForm(cause: unknown): ServiceError {
  return new ServiceError('request_invalid', 'the body is not a valid multipart form', { cause })
}
