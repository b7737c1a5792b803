/** The files of a sandbox as SFTP needs them. Paths are absolute. */
import type { Readable } from 'node:stream'

export interface TreeEntry {
  readonly name: string
  readonly path: string
  readonly type: 'file' | 'directory' | 'symlink' | 'other'
  /** Permission bits. */
  readonly mode: number
  readonly size: number
  readonly modifiedAtMs: number
  readonly owner: string
  readonly group: string
  /** As `ls -l` shows them. */
  readonly permissions: string
  /** Of a symbolic link. */
  readonly target: string | null
}

export interface AttributeChange {
  readonly mode?: number
  /** Seconds since 1970. */
  readonly modifiedAt?: number
  readonly size?: number
}

export interface SandboxTree {
  /** The home of the user. Throws where there is no such user. */
  home(): Promise<string>
  /** Does not follow a link. Undefined when there is none. */
  find(path: string): Promise<TreeEntry | undefined>
  list(path: string): Promise<TreeEntry[]>
  /** From an offset to the end. */
  read(path: string, offset: number): Promise<Readable>
  /** Replaces a file of that name. Resolves when all of it has been written. */
  write(path: string, body: Readable): Promise<void>
  makeDirectory(path: string): Promise<void>
  /** With all that is below. */
  remove(path: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  link(target: string, path: string): Promise<void>
  change(path: string, attributes: AttributeChange): Promise<void>
}
