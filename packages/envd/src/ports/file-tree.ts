import type { Readable } from 'node:stream'

export interface FileStat {
  /** File type and permission bits as the system defines them. */
  readonly mode: number
  readonly size: bigint
  readonly uid: number
  readonly gid: number
  readonly modifiedNs: bigint
}

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Text, or bytes for a path with names that are not valid UTF-8. */
export type FilePath = string | Buffer

/** A name in a directory. */
export interface FoundName {
  /** The name as shown; invalid UTF-8 is replaced by U+FFFD. */
  readonly text: string
  /** Set only if the text is not the name that the system uses. */
  readonly bytes?: Buffer
}

/** An open file; the code that opened it must close it. */
export interface OpenFile {
  readonly descriptor: number
  /** Its size is that of `generated`, if there is one. */
  readonly stat: FileStat
  /** Whole content of a file whose size the system does not report, such as those of `/proc`. */
  readonly generated?: Buffer
}

/**
 * The file system, accessed as root. Failures are the system's own errors with their `code` (ENOENT, ENOSPC ...).
 * Calls that only touch metadata are synchronous: they take microseconds, and handing them to a thread takes longer.
 */
export interface FileTree {
  lstat(path: FilePath): FileStat
  stat(path: FilePath): FileStat
  realPath(path: FilePath): string
  /** Returns the target as stored, which may be relative to the link's directory. */
  readLink(path: FilePath): string
  /** Throws `request_invalid` if the directory has more names than can be listed. */
  names(path: FilePath): Promise<FoundName[]>
  /**
   * Returns what `look` returns. During the call, a name without a slash refers to an entry of the directory, which
   * saves the system from resolving the same path repeatedly. `look` must be synchronous.
   */
  lookAround<T>(directory: FilePath, look: () => T): T
  /** Returns the type number of the file system that holds the path. */
  fileSystemType(path: string): number
  /** Creates the missing parents too, each with mode 0755 and owned by the owner. */
  makeDirectories(path: string, owner: Owner): void
  rename(from: string, to: string): void
  /** Removes everything below the path as well, never through a link; a missing path is not an error. */
  remove(path: string): Promise<void>
  /** Removes one entry that is not a directory. */
  unlink(path: string): void
  /** Throws `path_invalid` and `rate_limited` for generated files that are too large, or too many. */
  openToRead(path: string): OpenFile
  /**
   * Creates the file with mode 0644 if it is missing, and truncates it otherwise. Never waits for the other end of a
   * pipe.
   */
  openToWrite(path: string): OpenFile
  /** Creates a new file with mode 0644. Throws EEXIST. */
  openNew(path: string): OpenFile
  setOwnerOf(file: OpenFile, owner: Owner): void
  /** Returns at most `bytesMax` bytes from the start of the file. */
  firstBytes(file: OpenFile, bytesMax: number): Uint8Array
  /** Reads from the first to the last byte, both inclusive. */
  bytes(file: OpenFile, range: { readonly first: number; readonly last: number }): Readable
  /** Does the same for a caller that was told the size: it fails if the file has become shorter since. */
  promisedBytes(file: OpenFile, range: { readonly first: number; readonly last: number }): Readable
  write(file: OpenFile, source: Readable): Promise<void>
  /** Appends all bytes of one file to another without reading them into the daemon. */
  append(from: OpenFile, to: OpenFile): Promise<void>
  close(file: OpenFile): void
}

/** File attributes under the interface's prefix; on a file system without attributes, reading returns none. */
export interface MetadataStore {
  read(path: string): Readonly<Record<string, string>>
  /**
   * Replaces all attributes and returns those that the file has now. Throws the system's ENOSPC if there is no space
   * for them.
   */
  replace(path: string, metadata: Readonly<Record<string, string>>): Readonly<Record<string, string>>
}
