/**
 * The system calls behind a files-only pause: access to the root file system as a whole, and stopping all processes.
 */

import type { TreeEntry } from '../dialect/root-changes/change-archive.ts'
import type { Extent } from '../dialect/root-changes/sparse-map.ts'

/** The content of a file, which is open until the next entry is requested. */
export interface FileContent {
  /** Returns the extents that have data; undefined if all or nearly all of the file has data. */
  extents(): Promise<readonly Extent[] | undefined>
  /** Reads in chunks of at most 1 MiB. */
  read(extents: readonly Extent[]): AsyncIterable<Buffer>
}

export interface FoundEntry {
  readonly entry: TreeEntry
  /** Set only for a file. */
  readonly content?: FileContent
}

export interface WalkListener {
  /** An entry for which this returns true is neither entered nor reported. Paths have no leading slash. */
  readonly isLeftOut: (path: Buffer) => boolean
  /**
   * Called with a directory and its change time (ctime): if it returns true, nothing in the directory was changed,
   * and the directory is neither entered nor reported.
   */
  readonly isUnchanged: (path: Buffer, changedNs: bigint) => boolean
  /** Called for every path, changed or not, except sockets, which are useless after the sandbox has ended. */
  readonly onPath: (path: Buffer) => void
}

/** Pieces of a file's content, in order; the gaps between them are holes. */
export type Pieces = AsyncIterable<{ readonly offset: number; readonly bytes: Uint8Array }>

export interface TreeWriter extends Disposable {
  /**
   * Removes whatever is in the way. `content` is given only for a file. Throws `request_invalid` if the entry's
   * directory was not added before it, and the system's errors.
   */
  add(entry: TreeEntry, content?: Pieces): Promise<void>
  /** Removes everything below the path as well; a missing path is not an error. */
  remove(path: Buffer): Promise<void>
  /**
   * Sets the metadata of directories last, because creating an entry in a directory changes its modification time.
   */
  finish(): void
}

/** The root file system alone, without the mounts over it. */
export interface RootView extends Disposable {
  /**
   * Yields directories before their content and, of all other entries, those created or changed since the template. A
   * file with several names is yielded once, then as hard links to its first name.
   */
  walk(listener: WalkListener): AsyncIterable<FoundEntry>
  openWriter(): TreeWriter
}

export interface RootFiles {
  open(): RootView
}

/** All processes of the sandbox except the daemon, while they are stopped. */
export interface StoppedProcesses {
  /** Throws `conflict` if any process is running after all. */
  assertStopped(): void
  /**
   * Continues the processes that were stopped here, children first, so that no parent treats its child as stopped by
   * a user.
   */
  continueAll(): void
}

export interface ProcessStopper {
  /** Throws `conflict` if a process cannot be stopped in time; all processes are then continued. */
  stopAll(): Promise<StoppedProcesses>
}
