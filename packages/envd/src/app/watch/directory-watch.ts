/**
 * Watches a directory and, if requested, everything below it. New subdirectories are covered too: each is watched
 * first and scanned afterwards, so entries created in between are reported, and reported once. Directories that are
 * moved within the tree keep their watches and are reported under their new name.
 */

import { setImmediate as breathe } from 'node:timers/promises'
import { ServiceError } from '@cay/core/errors.ts'
import { isKernelFileSystem, isNetworkFileSystem } from '@cay/core/files/file-systems.ts'
import { fileKind } from '@cay/core/files/permissions.ts'
import type { Change, ChangeFeed, ChangeKind } from '../../ports/change-feed.ts'
import type { FileStat } from '../../ports/file-tree.ts'
import { describeEntry, type Entry, type EntryDeps } from '../filesystem/entry.ts'
import { failureCode, isMissing } from '../filesystem/system-failure.ts'
import type { EventQueue } from './file-events.ts'
import { watchFailure } from './watch-failure.ts'

export interface WatchRequest {
  /** Absolute path of a directory or of a symbolic link to one. */
  readonly path: string
  readonly isRecursive: boolean
  readonly includesEntries: boolean
  readonly allowsNetworkMounts: boolean
}

/** Maximum number of directories watched by all watchers together; each watch costs about 1 KiB of kernel memory. */
export const watchedDirectoriesMax = 65_536

/** Shared by all watchers. */
export interface DirectoryCount {
  count: number
}

interface WatchNode {
  readonly watch: number
  name: string
  parent: WatchNode | undefined
  readonly children: Map<string, WatchNode>
  /** Names that a scan found and reported; changes up to position `until` do not report them again. */
  told?: { readonly names: Set<string>; readonly until: number }
}

/** A directory that was moved away and has not yet reappeared elsewhere. */
interface Moving {
  readonly node: WatchNode
  readonly forgetting: NodeJS.Timeout
}

/** Number of entries processed before other requests get a turn. */
const entriesAtOnce = 256
/** The two events of a move follow each other closely, but other events may come between them. */
const moveMsMax = 200

export class DirectoryWatch {
  readonly #deps: EntryDeps
  readonly #request: WatchRequest
  readonly #feed: ChangeFeed
  readonly #queue: EventQueue
  readonly #total: DirectoryCount
  readonly #nodes = new Map<number, WatchNode>()
  readonly #moving = new Map<number, Moving>()
  #root: WatchNode | undefined
  #isClosed = false
  #looked = 0

  constructor(parts: {
    readonly deps: EntryDeps
    readonly request: WatchRequest
    readonly feed: ChangeFeed
    readonly queue: EventQueue
    readonly total: DirectoryCount
  }) {
    this.#deps = parts.deps
    this.#request = parts.request
    this.#feed = parts.feed
    this.#queue = parts.queue
    this.#total = parts.total
  }

  /** Resolves when all existing directories are watched; from then on every change reaches the queue. */
  async arm(): Promise<void> {
    this.#root = this.#addNode(this.#request.path, '', undefined)
    if (this.#request.isRecursive) await this.#scan(this.#root, false)
    void this.#follow()
  }

  /** Idempotent. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#release()
    this.#queue.discard()
  }

  #release(): void {
    this.#feed.close()
    this.#total.count -= this.#nodes.size
    this.#nodes.clear()
    for (const { forgetting } of this.#moving.values()) clearTimeout(forgetting)
    this.#moving.clear()
  }

  async #follow(): Promise<void> {
    try {
      for await (const changes of this.#feed.changes()) {
        for (const change of changes) {
          if (this.#isClosed) return
          await this.#take(change)
        }
      }
    } catch (error) {
      // No more events will be reported, so the watches are released.
      this.#release()
      this.#queue.fail(watchFailure(this.#request.path, error))
    }
  }

  async #take(change: Change): Promise<void> {
    if (change.what === 'lost') return this.#queue.lose()
    const node = this.#nodes.get(change.watch)
    if (node === undefined) return
    if (change.what === 'unwatched') this.#forget(node)
    else if (change.name !== '') await this.#takeEntry(node, change)
    // What happens to a subdirectory itself is also reported by its parent's watch.
    else if (node === this.#root) this.#tell('.', change.kinds)
  }

  async #takeEntry(node: WatchNode, change: Change): Promise<void> {
    const isKnown = wasTold(node, change)
    const arrived =
      this.#request.isRecursive && change.isDirectory ? this.#followMove(node, change) : undefined
    if (!isKnown) this.#tell(this.#nameBelow(node, change.name), change.kinds)
    if (arrived !== undefined) await this.#scan(arrived, true)
  }

  /** Updates the tree of nodes; returns a new directory that must be scanned. */
  #followMove(node: WatchNode, { name, kinds, cookie }: Change): WatchNode | undefined {
    const child = node.children.get(name)
    if (kinds.includes('rename') || kinds.includes('remove')) {
      node.children.delete(name)
      if (child !== undefined && cookie !== 0) this.#awaitArrival(child, cookie)
      return undefined
    }
    if (!kinds.includes('create') || child !== undefined) return undefined
    const moving = this.#moving.get(cookie)
    if (moving === undefined) return this.#join(node, name)
    clearTimeout(moving.forgetting)
    this.#moving.delete(cookie)
    this.#place(moving.node, node, name)
    return undefined
  }

  #awaitArrival(node: WatchNode, cookie: number): void {
    const forgetting = setTimeout(() => {
      this.#moving.delete(cookie)
      this.#leave(node)
    }, moveMsMax)
    this.#moving.set(cookie, { node, forgetting })
  }

  /** Watches a directory that has appeared; returns undefined if it has disappeared again or must not be watched. */
  #join(parent: WatchNode, name: string): WatchNode | undefined {
    const path = `${this.#pathOf(parent)}/${name}`
    try {
      if (!this.#mayEnter(path)) return undefined
      return this.#addNode(path, name, parent)
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
  }

  #addNode(path: string, name: string, parent: WatchNode | undefined): WatchNode {
    if (this.#total.count >= watchedDirectoriesMax) {
      throw new ServiceError('rate_limited', `more than ${watchedDirectoriesMax} directories are watched`)
    }
    const watch = this.#feed.watch(path, parent === undefined)
    const known = this.#nodes.get(watch)
    if (known !== undefined) {
      // The directory was moved here after it was seen elsewhere.
      if (parent !== undefined) this.#place(known, parent, name)
      return known
    }
    const node: WatchNode = { watch, name, parent, children: new Map() }
    parent?.children.set(name, node)
    this.#nodes.set(watch, node)
    this.#total.count += 1
    return node
  }

  #place(node: WatchNode, parent: WatchNode, name: string): void {
    if (node.parent?.children.get(node.name) === node) node.parent.children.delete(node.name)
    node.parent = parent
    node.name = name
    parent.children.set(name, node)
  }

  /** Ends the watches of a directory that has left the tree. */
  #leave(node: WatchNode): void {
    for (const child of node.children.values()) this.#leave(child)
    if (!this.#nodes.has(node.watch)) return
    this.#forget(node)
    try {
      this.#feed.unwatch(node.watch)
    } catch (error) {
      // The directory was removed in the meantime, so the kernel has already ended its watch.
      if (failureCode(error) !== 'EINVAL') throw error
    }
  }

  #forget(node: WatchNode): void {
    if (this.#nodes.delete(node.watch)) this.#total.count -= 1
    if (node.parent?.children.get(node.name) === node) node.parent.children.delete(node.name)
  }

  /** Scans what lies below, parents first; if `tells`, reports what it finds as created. */
  async #scan(start: WatchNode, tells: boolean): Promise<void> {
    const open = [start]
    for (let node = open.pop(); node !== undefined && !this.#isClosed; node = open.pop()) {
      const names = await this.#namesIn(node)
      if (tells) node.told = { names: new Set(names), until: this.#feed.position() }
      for (const name of names) {
        this.#looked += 1
        if (this.#looked % entriesAtOnce === 0) await breathe()
        if (this.#isClosed) return
        const child = this.#addEntry(node, name, tells)
        if (child !== undefined) open.push(child)
      }
    }
  }

  async #namesIn(node: WatchNode): Promise<string[]> {
    try {
      const found = await this.#deps.tree.names(this.#pathOf(node))
      // A name that is not valid UTF-8 cannot be looked up by its text; its own changes are still reported.
      return found.filter(({ bytes }) => bytes === undefined).map(({ text }) => text)
    } catch (error) {
      if (isGone(error)) return []
      throw error
    }
  }

  #addEntry(node: WatchNode, name: string, tells: boolean): WatchNode | undefined {
    const stat = this.#statOf(`${this.#pathOf(node)}/${name}`)
    if (stat === undefined) return undefined
    const kind = fileKind(stat.mode)
    const child = kind === 'directory' ? this.#join(node, name) : undefined
    if (tells) {
      const isWritten = kind === 'file' && stat.size > 0n
      this.#tell(this.#nameBelow(node, name), isWritten ? ['create', 'write'] : ['create'])
    }
    return child
  }

  #statOf(path: string): FileStat | undefined {
    try {
      return this.#deps.tree.lstat(path)
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
  }

  /** Excludes kernel file systems below a watched directory, and network file systems unless they are allowed. */
  #mayEnter(path: string): boolean {
    const type = this.#deps.tree.fileSystemType(path)
    if (isKernelFileSystem(type)) return false
    return this.#request.allowsNetworkMounts || !isNetworkFileSystem(type)
  }

  #tell(name: string, kinds: readonly ChangeKind[]): void {
    for (const kind of kinds) {
      const entry = this.#request.includesEntries ? this.#entryFor(name, kind) : undefined
      this.#queue.push(entry === undefined ? { name, kind } : { name, kind, entry })
    }
  }

  #entryFor(name: string, kind: ChangeKind): Entry | undefined {
    if (kind === 'rename' || kind === 'remove') return undefined
    const { path } = this.#request
    try {
      return describeEntry(this.#deps, name === '.' ? path : below(path, name))
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
  }

  #nameBelow(node: WatchNode, name: string): string {
    let full = name
    for (let at = node; at.parent !== undefined; at = at.parent) full = `${at.name}/${full}`
    return full
  }

  #pathOf(node: WatchNode): string {
    const { path } = this.#request
    return node.parent === undefined ? path : below(path, this.#nameBelow(node.parent, node.name))
  }
}

/**
 * Creations that the scan has already reported are not reported again; if an entry that was found has been removed
 * since, its removal is reported.
 */
function wasTold(node: WatchNode, { name, kinds, position }: Change): boolean {
  if (node.told === undefined) return false
  if (position > node.told.until) {
    delete node.told
    return false
  }
  const isNew = kinds.includes('create')
  if (isNew || kinds.includes('remove') || kinds.includes('rename'))
    return node.told.names.delete(name) && isNew
  return false
}

function below(path: string, name: string): string {
  return path.endsWith('/') ? `${path}${name}` : `${path}/${name}`
}

/** The directory has been removed or replaced by something else since it was seen. */
function isGone(error: unknown): boolean {
  return isMissing(error) || ['ENOTDIR', 'ELOOP', 'ESRCH'].includes(failureCode(error) ?? '')
}
