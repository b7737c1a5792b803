/**
 * Parses a tar archive that arrives in chunks of any size, and reports its entries to a visitor. It buffers at most one
 * header and one extended header, and passes contents on as they arrive.
 */
import { refuseArchive } from './archive-error.ts'
import { byteString } from './bytes.ts'
import { amendHeader, parsePaxRecords, sparseSize } from './pax-records.ts'
import { SparseContent } from './sparse-content.ts'
import {
  hasContent,
  isNote,
  parseTarHeader,
  type TarHeader,
  type TarKind,
  type TarNote,
  tarBlockBytes,
} from './tar-header.ts'

export type TarEntry = TarHeader & {
  readonly kind: TarKind
  /** Records of the extended headers, unmodified. */
  readonly records: ReadonlyMap<string, string>
}

export interface TarVisitor {
  entry(entry: TarEntry): void
  /** Content of the last entry, if it is a file; the bytes are valid only until the call returns. */
  data(bytes: Uint8Array): void
  /** The last entry is complete. */
  entryEnd(): void
}

/** Maximum size in bytes of an extended header or a long name. */
const noteBytesMax = 1024 * 1024

/** The destination of the bytes that follow. */
type Sink = { readonly note: TarNote } | { readonly sparse: SparseContent | undefined }

export class TarParser {
  readonly #visitor: TarVisitor
  /** An incomplete header or extended header. */
  readonly #held = new Uint8Array(noteBytesMax + tarBlockBytes)
  #heldBytes = 0
  #sink: Sink = { sparse: undefined }
  /** Bytes of the content, and of the padding after it, that have not arrived yet. */
  #contentLeft = 0
  #paddingLeft = 0
  #records = new Map<string, string>()
  #globalRecords: ReadonlyMap<string, string> = new Map()
  #hasEnded = false

  constructor(visitor: TarVisitor) {
    this.#visitor = visitor
  }

  /** True after the end marker; everything behind it is ignored. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Throws request_invalid. */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.#hasEnded; ) {
      if (this.#contentLeft > 0) at += this.#takeContent(bytes, at)
      else if (this.#paddingLeft > 0) at += this.#skipPadding(bytes.length - at)
      else at += this.#takeHeader(bytes, at)
    }
  }

  /** Signals the end of the input. Throws request_invalid when the archive is incomplete. */
  end(): void {
    if (this.#contentLeft > 0 || this.#heldBytes > 0) throw refuseArchive('it ends in the middle of an entry')
  }

  #takeContent(bytes: Uint8Array, at: number): number {
    const part = bytes.subarray(at, at + this.#contentLeft)
    this.#contentLeft -= part.length
    if ('note' in this.#sink) this.#hold(part)
    else if (this.#sink.sparse !== undefined) this.#sink.sparse.push(part)
    else this.#visitor.data(part)
    if (this.#contentLeft === 0) this.#finish()
    return part.length
  }

  #skipPadding(available: number): number {
    const skipped = Math.min(available, this.#paddingLeft)
    this.#paddingLeft -= skipped
    return skipped
  }

  #takeHeader(bytes: Uint8Array, at: number): number {
    const part = bytes.subarray(at, at + tarBlockBytes - this.#heldBytes)
    this.#hold(part)
    if (this.#heldBytes === tarBlockBytes) {
      this.#heldBytes = 0
      this.#begin(parseTarHeader(this.#held.subarray(0, tarBlockBytes)))
    }
    return part.length
  }

  #hold(part: Uint8Array): void {
    this.#held.set(part, this.#heldBytes)
    this.#heldBytes += part.length
  }

  #begin(header: TarHeader | undefined): void {
    if (header === undefined) this.#hasEnded = true
    else if (isNote(header.kind)) this.#beginNote(header.kind, header.size)
    else this.#beginEntry(header, header.kind)
  }

  #beginNote(note: TarNote, size: number): void {
    if (size > noteBytesMax)
      throw refuseArchive(`an extended header has ${size} bytes, more than ${noteBytesMax}`)
    this.#sink = { note }
    this.#expect(size)
  }

  #beginEntry(header: TarHeader, kind: TarKind): void {
    const records = new Map([...this.#globalRecords, ...this.#records])
    this.#records = new Map()
    const amended = records.size === 0 ? header : amendHeader(header, records)
    const wholeSize = kind === 'file' ? sparseSize(records) : undefined
    const emit = (bytes: Uint8Array) => this.#visitor.data(bytes)
    this.#sink = { sparse: wholeSize === undefined ? undefined : new SparseContent(wholeSize, emit) }
    const storedSize = hasContent(kind) ? amended.size : 0
    this.#visitor.entry({ ...amended, kind, size: wholeSize ?? storedSize, records })
    this.#expect(storedSize)
  }

  #expect(size: number): void {
    this.#contentLeft = size
    this.#paddingLeft = (tarBlockBytes - (size % tarBlockBytes)) % tarBlockBytes
    if (size === 0) this.#finish()
  }

  #finish(): void {
    if ('note' in this.#sink) this.#finishNote(this.#sink.note)
    else {
      this.#sink.sparse?.end()
      this.#visitor.entryEnd()
    }
  }

  #finishNote(note: TarNote): void {
    const content = this.#held.slice(0, this.#heldBytes)
    this.#heldBytes = 0
    switch (note) {
      case 'pax':
        for (const [key, value] of parsePaxRecords(content)) this.#records.set(key, value)
        break
      case 'global pax':
        this.#globalRecords = parsePaxRecords(content)
        break
      case 'long name':
        this.#records.set('path', untilNul(content))
        break
      case 'long link':
        this.#records.set('linkpath', untilNul(content))
        break
    }
  }
}

function untilNul(content: Uint8Array): string {
  const end = content.indexOf(0)
  return byteString(end < 0 ? content : content.subarray(0, end))
}
