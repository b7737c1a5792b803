/** What a files-only pause needs of the system: the root file system as a whole, and everybody in it standing still. */

import type { TreeEntry } from '../dialect/change-archive.ts'
import type { Extent } from '../dialect/sparse-map.ts'

/** The content of a file that is open until the next entry is asked for. */
export interface FileContent {
  /** Where it has data; undefined: all over, or nearly so. */
  extents(): Promise<readonly Extent[] | undefined>
  /** In pieces of at most 1 MiB. */
  read(extents: readonly Extent[]): AsyncIterable<Buffer>
}

export interface FoundEntry {
  readonly entry: TreeEntry
  /** Only of a file. */
  readonly content?: FileContent
}

export interface WalkListener {
  /** Is not gone into, and not told of. Paths are without their first slash. */
  readonly isLeftOut: (path: Buffer) => boolean
  /** A directory, with the time of its last change: is not gone into, and not told of, when nothing was changed in it. */
  readonly isUnchanged: (path: Buffer, changedNs: bigint) => boolean
  /** Every path there is, changed or not. Sockets are none: nobody can be reached through them later. */
  readonly onPath: (path: Buffer) => void
}

/** Pieces of a file's content in their order; what lies between them are holes. */
export type Pieces = AsyncIterable<{ readonly offset: number; readonly bytes: Uint8Array }>

export interface TreeWriter extends Disposable {
  /**
   * What is in the way goes. `content` only for a file. Throws `request_invalid` when the directory of the entry did not
   * come before it, and the system's errors.
   */
  add(entry: TreeEntry, content?: Pieces): Promise<void>
  /** With everything below it; what is not there is fine. */
  remove(path: Buffer): Promise<void>
  /** Directories get their looks last: what is made in one changes its time. */
  finish(): void
}

/** The root file system alone, without what is mounted over it. */
export interface RootView extends Disposable {
  /**
   * Directories before what is in them, and of all else what was made or changed since the template. A file with several
   * names is told once, then as links to its first.
   */
  walk(listener: WalkListener): AsyncIterable<FoundEntry>
  openWriter(): TreeWriter
}

export interface RootFiles {
  open(): RootView
}

/** Everybody in the sandbox but the daemon, standing still. */
export interface StoppedProcesses {
  /** Throws `conflict` when somebody is at work after all. */
  assertStill(): void
  /** Those that were stopped go on, children first, so that no parent takes its child for one that a user stopped. */
  letGo(): void
}

export interface ProcessStopper {
  /** Throws `conflict` when somebody cannot be stopped in time; then all go on. */
  stopAll(): Promise<StoppedProcesses>
}
