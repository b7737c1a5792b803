/**
 * SHA-256 of whole files, off the main thread. A file that is as it was when it was read last is not read again: the copies
 * of a fork and all sandboxes of one snapshot look at the same files. What rots on the disk without a write is noticed when
 * the file is first read after a start.
 */
import { webcrypto } from 'node:crypto'
import { open } from 'node:fs/promises'

/** Files of which the digest is remembered; a snapshot has about five. */
const rememberedMax = 4096

export class FileDigests {
  readonly #known = new Map<string, Promise<string>>()

  /** In lower case hexadecimal. Throws what reading throws. The whole file is in memory for a moment. */
  async sha256(path: string): Promise<string> {
    await using file = await open(path, 'r')
    const { dev, ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true })
    const state = `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
    const known = this.#known.get(state)
    if (known !== undefined) return await known
    const digest = file.readFile().then(sha256)
    this.#remember(state, digest)
    return await digest
  }

  #remember(state: string, digest: Promise<string>): void {
    this.#known.set(state, digest)
    digest.catch(() => this.#known.delete(state))
    const [oldest] = this.#known.keys()
    if (this.#known.size > rememberedMax && oldest !== undefined) this.#known.delete(oldest)
  }
}

async function sha256(content: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', content)).toString('hex')
}
