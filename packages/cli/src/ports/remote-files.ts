/** The files of one volume or sandbox; every failure is a sentence for the person who typed. */
import type { Readable } from 'node:stream'

export interface RemoteEntry {
  /** As the other side sends it: not yet the name of an entry here. */
  readonly name: string
  readonly path: string
  /** `file`, `directory`, `symlink` or `unknown`. */
  readonly type: string
  /** In bytes; null where it is not known. */
  readonly size: number | null
  /** Permission bits. */
  readonly mode: number | null
}

export interface RemoteFiles<Entry extends RemoteEntry = RemoteEntry> {
  /** Undefined when there is none. */
  find(path: string): Promise<Entry | undefined>
  /** What a directory has, without what is below. */
  list(path: string): Promise<Entry[]>
  read(path: string): Promise<Readable>
  /** Makes the directories above it, and replaces a file of that name once the body has arrived. */
  write(path: string, body: Readable, mode: number): Promise<void>
  /** With those above it. */
  makeDirectory(path: string): Promise<void>
}
