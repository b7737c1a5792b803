/** The files of one volume, over the content API; every failure is a sentence for the person who typed. */
import type { Readable } from 'node:stream'
import type { ShownEntry } from '../dialect/volume/volume-responses.ts'

export interface VolumeContent {
  /** Undefined when there is none. */
  find(path: string): Promise<ShownEntry | undefined>
  /** What a directory has, without what is below. */
  list(path: string): Promise<ShownEntry[]>
  read(path: string): Promise<Readable>
  /** Makes the directories above it, and replaces a file of that name once the body has arrived. */
  write(path: string, body: Readable, mode: number): Promise<void>
  /** With those above it. */
  makeDirectory(path: string): Promise<void>
}
