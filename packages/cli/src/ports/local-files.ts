/** Files of this machine, as `cay volume cp` uses them. */
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
  write(path: string, body: Readable, executableBits: number): Promise<void>
  /** No error if it exists. */
  makeDirectory(path: string): Promise<void>
}
