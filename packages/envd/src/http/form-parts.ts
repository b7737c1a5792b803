/**
 * The parts named `file` of a multipart body, one after another in their order. Other parts are passed over. Memory is
 * bounded: the body is read no further than a few small parts ahead of the one that is being consumed.
 */

import type { Readable } from 'node:stream'
import { ServiceError } from '@cay/core/errors.ts'
import { Busboy } from '@fastify/busboy'

export interface FilePart {
  /** With its directories; undefined when the part has none. */
  readonly filename: string | undefined
  readonly content: Readable
}

type Parser = InstanceType<typeof Busboy>

/** A form with more parts is refused. */
const partsMax = 20_000
/** So many parts may wait, parsed, for their turn. */
const partsAheadMax = 4
/** Of parts that are passed over. */
const fieldBytesMax = 64 * 1024

/** Fails with the first failure of `consume`, or with `request_invalid` for a body that is no form. */
export async function forEachFilePart(
  body: Readable,
  contentType: string,
  consume: (part: FilePart) => Promise<void>,
): Promise<void> {
  const form = new FormReading(createParser(contentType), consume)
  try {
    // The body is left as it is when a part fails: a request that is destroyed takes the answer's socket with it.
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
  /** Ends the wait for the parser, which never takes more once a part is abandoned or the form is over. */
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

  /** Resolves when more may be given. Every part but the newest is complete, so the wait needs nothing of the body. */
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

  /** Whoever consumes a part must not wait for bytes that will never come. */
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
      // A part that was destroyed failed at its consumer, who says why; the parser only tells of its errors.
      if (content.errored === null) this.#fail(notAForm(error))
    })
    if (name !== 'file') {
      content.resume()
      return
    }
    this.#open.add(content)
    this.#tail = this.#tail.then(() => this.#take({ filename: filename || undefined, content }))
  }

  /** Never fails: the first failure is kept, and what follows it is passed over. */
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
      // Forms under other multipart names are parsed alike.
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
