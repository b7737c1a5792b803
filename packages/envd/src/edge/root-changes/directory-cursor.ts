/**
 * Holds one directory of a tree open and moves from there to the next. The tree must not be changed by anything else.
 * No step follows a symbolic link, so the cursor never leaves the tree. At most two file descriptors are open at a
 * time, whatever the depth.
 */

import { closeSync } from 'node:fs'
import { openAt, openFlags } from '../filesystem/libc-files.ts'

const toStandIn = openFlags.directory | openFlags.notFollowing | openFlags.closeOnExec

export class DirectoryCursor implements Disposable {
  readonly #root: number
  #parts: string[] = []
  #current: number

  /** The caller keeps ownership of the root's file descriptor. */
  constructor(root: number) {
    this.#root = root
    this.#current = openAt(root, toName('.'), toStandIn, 0)
  }

  /** The file descriptor of the current directory, valid until the cursor moves. */
  get descriptor(): number {
    return this.#current
  }

  /**
   * `path` is in the archive's form; empty for the root. Throws the system's ENOENT, ENOTDIR or ELOOP; the cursor
   * then stays where the failure occurred.
   */
  enter(path: Buffer): number {
    const parts = path.length === 0 ? [] : path.toString('latin1').split('/')
    let shared = 0
    while (shared < parts.length && parts[shared] === this.#parts[shared]) shared += 1
    if (this.#parts.length - shared > shared) {
      this.#become(openAt(this.#root, toName('.'), toStandIn, 0), [])
      shared = 0
    }
    while (this.#parts.length > shared) this.#step('..', this.#parts.slice(0, -1))
    for (const part of parts.slice(shared)) this.#step(part, [...this.#parts, part])
    return this.#current
  }

  [Symbol.dispose](): void {
    closeSync(this.#current)
  }

  #step(part: string, parts: string[]): void {
    this.#become(openAt(this.#current, toName(part), toStandIn, 0), parts)
  }

  #become(descriptor: number, parts: string[]): void {
    closeSync(this.#current)
    this.#current = descriptor
    this.#parts = parts
  }
}

/** Returns the name with a terminating NUL, as system calls take it. */
function toName(part: string): Buffer {
  return Buffer.from(`${part}\0`, 'latin1')
}
