export type ChangeKind = 'create' | 'rename' | 'chmod' | 'write' | 'remove'

/** Something that happened in, or to, a directory that is watched. */
export interface Change {
  /** `lost`: changes before this one were dropped. `unwatched`: the watch has ended, its directory is gone. */
  readonly what: 'change' | 'lost' | 'unwatched'
  readonly watch: number
  /** In the order in which they are told. */
  readonly kinds: readonly ChangeKind[]
  /** In the directory; empty for the directory itself. */
  readonly name: string
  readonly isDirectory: boolean
  /** The same for the two sides of a move; 0 otherwise. */
  readonly cookie: number
  /** Grows from change to change. */
  readonly position: number
}

/** Changes of directories, in the order in which they happen. Whoever opened it must keep reading and close it. */
export interface ChangeFeed {
  /** Answers the number of the watch; one directory never has two. Throws ENOTDIR, ENOENT, ELOOP, ENOSPC. */
  watch(path: string, followsLink: boolean): number
  unwatch(watch: number): void
  /** What happened until now has positions up to this one. */
  position(): number
  /** Ends when the feed is closed. */
  changes(): AsyncIterable<readonly Change[]>
  close(): void
}
