export type ChangeKind = 'create' | 'rename' | 'chmod' | 'write' | 'remove'

/** A change in, or of, a watched directory. */
export interface Change {
  /** `lost`: changes before this one were dropped. `unwatched`: the watch has ended because its directory is gone. */
  readonly what: 'change' | 'lost' | 'unwatched'
  readonly watch: number
  /** In the order in which they are reported. */
  readonly kinds: readonly ChangeKind[]
  /** The name of the entry in the directory; empty for the directory itself. */
  readonly name: string
  readonly isDirectory: boolean
  /** Equal for the two events of a move; 0 otherwise. */
  readonly cookie: number
  /** Increases from change to change. */
  readonly position: number
}

/**
 * Changes of directories, in the order in which they occur. The code that opens a feed must keep reading it and close
 * it.
 */
export interface ChangeFeed {
  /** Returns the id of the watch; a directory never has two. Throws ENOTDIR, ENOENT, ELOOP, ENOSPC. */
  watch(path: string, followsLink: boolean): number
  unwatch(watch: number): void
  /** Everything that happened until now has a position up to this one. */
  position(): number
  /** The iteration ends when the feed is closed. */
  changes(): AsyncIterable<readonly Change[]>
  close(): void
}
