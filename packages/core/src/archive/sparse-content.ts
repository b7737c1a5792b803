/**
 * Decodes a sparse file as GNU tar writes it (format 1.0): a map of the data extents, padded to whole blocks, then the
 * data. The output is the whole file, with zeros in the holes.
 */
import { refuseArchive } from './archive-error.ts'
import { tarBlockBytes } from './tar-header.ts'

/** Maximum size of the map in bytes. */
const mapBytesMax = 4 * 1024 * 1024

const newline = 0x0a
const zeros = new Uint8Array(64 * 1024)

interface Extent {
  readonly offset: number
  readonly length: number
}

export class SparseContent {
  readonly #size: number
  readonly #emit: (bytes: Uint8Array) => void
  readonly #numbers: number[] = []
  #digits = ''
  #mapBytes = 0
  /** Undefined until the map is complete. */
  #extents: Extent[] | undefined
  #position = 0
  #leftInExtent = 0

  /** `size`: size of the whole file in bytes. */
  constructor(size: number, emit: (bytes: Uint8Array) => void) {
    this.#size = size
    this.#emit = emit
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; )
      at += this.#extents === undefined ? this.#takeMap(bytes, at) : this.#takeData(bytes, at, this.#extents)
  }

  /** Throws request_invalid when there was less data than the map declares. */
  end(): void {
    if (
      this.#extents === undefined ||
      this.#extents.some(({ length }) => length > 0) ||
      this.#leftInExtent > 0
    )
      throw refuseArchive('a file with holes ends too early')
    this.#fillTo(this.#size)
  }

  /** Returns the number of consumed bytes. */
  #takeMap(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      this.#mapBytes += 1
      if (this.#mapBytes > mapBytesMax) throw refuseArchive('a map of holes has no end')
      const isPadding = this.#isMapWhole()
      if (!isPadding) this.#takeMapByte(bytes[at] ?? 0)
      if (this.#isMapWhole() && this.#mapBytes % tarBlockBytes === 0) {
        this.#extents = this.#checkedExtents()
        return at + 1 - from
      }
    }
    return bytes.length - from
  }

  #takeMapByte(byte: number): void {
    if (byte === newline) {
      if (!/^\d{1,15}$/.test(this.#digits)) throw refuseArchive('a map of holes is damaged')
      this.#numbers.push(Number(this.#digits))
      this.#digits = ''
    } else if (this.#digits.length < 16) this.#digits += String.fromCharCode(byte)
  }

  #isMapWhole(): boolean {
    const [count] = this.#numbers
    return count !== undefined && this.#numbers.length >= 1 + 2 * count
  }

  #checkedExtents(): Extent[] {
    const extents: Extent[] = []
    let end = 0
    for (let index = 1; index < this.#numbers.length; index += 2) {
      const [offset = 0, length = 0] = this.#numbers.slice(index, index + 2)
      if (offset < end || offset + length > this.#size) throw refuseArchive('a map of holes is damaged')
      end = offset + length
      extents.push({ offset, length })
    }
    return extents.reverse()
  }

  #takeData(bytes: Uint8Array, at: number, extents: Extent[]): number {
    while (this.#leftInExtent === 0) {
      const next = extents.pop()
      if (next === undefined) throw refuseArchive('a file with holes has more data than its map says')
      this.#fillTo(next.offset)
      this.#leftInExtent = next.length
    }
    const part = bytes.subarray(at, at + this.#leftInExtent)
    this.#emit(part)
    this.#position += part.length
    this.#leftInExtent -= part.length
    return part.length
  }

  #fillTo(position: number): void {
    while (this.#position < position) {
      const part = zeros.subarray(0, position - this.#position)
      this.#emit(part)
      this.#position += part.length
    }
  }
}
