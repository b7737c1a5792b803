/** The image being written: contents one behind the other, each from a block's begin on, then the metadata. */

export interface ImageWriter {
  /** Of the image as far as it is written. */
  readonly bytes: number
  /** Where the next content will begin. Throws request_invalid when the image would be larger than it may. */
  nextBlock(size: number): number
  write(bytes: Uint8Array): void
  /** Fills the block that was begun. */
  endContent(): void
  /** Resolves when no more than one piece is in memory; to be awaited now and then. */
  settle(): Promise<void>
  /** What was written at that place, for the program's own use. */
  read(block: number, size: number): Promise<Buffer>
  /** Writes the metadata and the superblock; nothing may be written afterwards. Returns the image's size in bytes. */
  finish(metadata: Buffer, superblock: ImageFacts): Promise<number>
}

/** What the superblock says of an image besides its size. */
export interface ImageFacts {
  readonly rootNid: number
  readonly inodes: number
  readonly metadataBlock: number
  readonly buildSeconds: number
  readonly buildNanos: number
  /** 16 bytes. */
  readonly uuid: Uint8Array
}
