import type { Readable } from 'node:stream'

export interface FileStat {
  /** Type and permission bits as the system has them. */
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

/** Text, or the bytes of a path with names that are no UTF-8. */
export type FilePath = string | Buffer

/** A name in a directory. */
export interface FoundName {
  /** As it is shown: what is no UTF-8 in it has become U+FFFD. */
  readonly text: string
  /** Only when the text is not what the system knows it by. */
  readonly bytes?: Buffer
}

/** A file that is open; it must be closed by whoever opened it. */
export interface OpenFile {
  readonly descriptor: number
  readonly stat: FileStat
}

/**
 * The file system, with root's rights. Failures are the system's own errors with their `code` (ENOENT, ENOSPC ...).
 * What only touches metadata is synchronous: it takes microseconds, and waiting for a thread takes longer.
 */
export interface FileTree {
  lstat(path: FilePath): FileStat
  stat(path: FilePath): FileStat
  realPath(path: FilePath): string
  /** What a link says, which may be relative to where it lies. */
  readLink(path: FilePath): string
  /** Throws `request_invalid` for more than can be listed. */
  names(path: FilePath): Promise<FoundName[]>
  /**
   * Answers what `look` answers. While it looks, a name without a slash is found in the directory: that spares the system
   * the way there, time and again. Nothing in it may wait.
   */
  lookAround<T>(directory: FilePath, look: () => T): T
  /** The type number of the file system that holds the path. */
  fileSystemType(path: string): number
  /** With those above that are missing, each of them with mode 0755 and for the owner. */
  makeDirectories(path: string, owner: Owner): void
  rename(from: string, to: string): void
  /** With everything below, never through a link; a path that is missing is fine. */
  remove(path: string): Promise<void>
  /** One entry that is no directory. */
  unlink(path: string): void
  openToRead(path: string): OpenFile
  /** Made with mode 0644 when missing, emptied otherwise. Never waits for the other side of a pipe. */
  openToWrite(path: string): OpenFile
  /** Made anew with mode 0644. Throws EEXIST. */
  openNew(path: string): OpenFile
  setOwnerOf(file: OpenFile, owner: Owner): void
  /** Up to so many of the first bytes. */
  firstBytes(file: OpenFile, bytesMax: number): Uint8Array
  /** From the first to the last byte, both included. */
  bytes(file: OpenFile, range: { readonly first: number; readonly last: number }): Readable
  /** The same for a reader who was told how many there are: it fails when the file became shorter since. */
  promisedBytes(file: OpenFile, range: { readonly first: number; readonly last: number }): Readable
  write(file: OpenFile, source: Readable): Promise<void>
  /** Adds all bytes of one file to another without taking them into the daemon. */
  append(from: OpenFile, to: OpenFile): Promise<void>
  close(file: OpenFile): void
}

/** Attributes of files under the prefix of the interface; a file system without any answers with none. */
export interface MetadataStore {
  read(path: string): Readonly<Record<string, string>>
  /** Replaces all and answers what the file has now. Throws the system's ENOSPC when they have no room. */
  replace(path: string, metadata: Readonly<Record<string, string>>): Readonly<Record<string, string>>
}
