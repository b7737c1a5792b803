/** The bytes of objects, on their way to a store and back. */
/** An object as it is stored, in parts that follow one another. */
export interface BlobBody {
  readonly bytes: number
  /** In hex, of all parts. */
  readonly sha256: string
  readonly parts: readonly Uint8Array[]
}

export interface ByteRange {
  readonly offset: number
  readonly bytes: number
}

export interface BlobDownload {
  /** Length of what follows, as the store announced it. */
  readonly bytes: number
  /** Throws BlobError "unreachable" when the connection breaks. */
  readonly chunks: AsyncIterable<Uint8Array>
}
