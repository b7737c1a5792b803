/** Files of this machine, as `cay volume cp` and `cay sandbox cp` use them. */
import type { Readable } from 'node:stream'

export interface LocalEntry {
  readonly path: string
  readonly type: 'file' | 'directory' | 'other'
  readonly executableBits: number
}

export interface LocalFiles {
  /** Follows a link. Throws when there is none. */
  find(path: string): Promise<LocalEntry>
  /** Also for what ends with a slash, which has to be one. */
  isDirectory(path: string): Promise<boolean>
  /** In the order of names; links are of the type `other`. */
  list(path: string): AsyncIterable<LocalEntry>
  read(path: string): Readable
  /** Replaces a file of that name once the body has arrived. */
  write(path: string, body: AsyncIterable<Uint8Array>, executableBits: number): Promise<void>
  /** With those above it. A directory that exists, or a link to one, is taken as it is. */
  makeDirectory(path: string): Promise<void>
  /** In a directory that exists. Throws for a link that is in its place, which would lead elsewhere. */
  makeDirectoryIn(path: string): Promise<void>
  /** Free bytes of the file system that the path is on, or will be. */
  freeBytes(path: string): Promise<number>
}
