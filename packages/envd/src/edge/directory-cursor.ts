/**
 * Stands in one directory of a tree that nobody else changes, and goes from there to the next. No step follows a link, so
 * it never leaves the tree. Two descriptors are open at a time, whatever the depth.
 */

import { closeSync } from 'node:fs'
import { openAt, openFlags } from './libc-files.ts'

const toStandIn = openFlags.directory | openFlags.notFollowing | openFlags.closeOnExec

export class DirectoryCursor implements Disposable {
  readonly #root: number
  #parts: string[] = []
  #current: number

  /** The root stays the caller's. */
  constructor(root: number) {
    this.#root = root
    this.#current = openAt(root, toName('.'), toStandIn, 0)
  }

  /** Of the directory it stands in, until it is moved. */
  get descriptor(): number {
    return this.#current
  }

  /** `path` as in an archive; empty for the root. Throws the system's ENOENT, ENOTDIR, ELOOP, and stays on the way then. */
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

/** As the system takes it. */
function toName(part: string): Buffer {
  return Buffer.from(`${part}\0`, 'latin1')
}
