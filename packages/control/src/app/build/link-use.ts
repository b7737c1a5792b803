import { ServiceError } from '@cay/core/errors.ts'
import type { UsedLink, UsedLinks } from '../../ports/used-links.ts'

export function usedUp(cause?: unknown): ServiceError {
  return new ServiceError('forbidden', 'the upload link was used: ask for another one', { cause })
}

/**
 * The link is marked as used before the last piece is forwarded to the node. Of two concurrent uploads the first
 * completes, and the other never gets its end.
 */
export class LinkUse {
  readonly #store: UsedLinks
  readonly #link: UsedLink
  #outcome: 'none' | 'used' | 'refused' = 'none'

  constructor(store: UsedLinks, link: UsedLink) {
    this.#store = store
    this.#link = link
  }

  get isRefused(): boolean {
    return this.#outcome === 'refused'
  }

  async *around(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let last: Uint8Array | undefined
    for await (const piece of bytes) {
      if (last !== undefined) yield last
      last = piece
    }
    this.#outcome = (await this.#store.useLink(this.#link)) ? 'used' : 'refused'
    if (this.#outcome === 'refused') throw usedUp()
    if (last !== undefined) yield last
  }

  /** The upload was not stored, so the link becomes usable again. */
  async undo(): Promise<void> {
    if (this.#outcome === 'used') await this.#store.forgetLink(this.#link.id)
  }
}
