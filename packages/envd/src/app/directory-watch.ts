/**
 * The changes of a directory and, when asked for, of all below it. Directories that come later are covered too: such a one
 * is first watched and then looked through, so what was made in it meanwhile is told, and told once. Directories that are
 * moved inside the tree keep their watches and are told of under their new name.
 */

import { setImmediate as breathe } from 'node:timers/promises'
import { ServiceError } from '@cay/core/errors.ts'
import { isKernelFileSystem, isNetworkFileSystem } from '@cay/core/files/file-systems.ts'
import { fileKind } from '@cay/core/files/permissions.ts'
import type { Change, ChangeFeed, ChangeKind } from '../ports/change-feed.ts'
import type { FileStat } from '../ports/file-tree.ts'
import { describeEntry, type Entry, type EntryDeps } from './entry.ts'
import type { EventQueue } from './file-events.ts'
import { failureCode, isMissing } from './system-failure.ts'
import { watchFailure } from './watch-failure.ts'

export interface WatchRequest {
  /** Absolute; of a directory, or of a link to one. */
  readonly path: string
  readonly isRecursive: boolean
  readonly includesEntries: boolean
  readonly allowsNetworkMounts: boolean
}

/** Directories that all watchers together may watch; each costs the kernel a kilobyte or so. */
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
  /** Names that were found by looking and told; changes up to this position do not tell them again. */
  told?: { readonly names: Set<string>; readonly until: number }
}

/** A directory that was moved away and has not come up elsewhere. */
interface Moving {
  readonly node: WatchNode
  readonly forgetting: NodeJS.Timeout
}

/** So many entries are looked at before other requests get a turn. */
const entriesAtOnce = 256
/** The two sides of a move follow one another at once; other changes may come between. */
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

  /** Resolves when everything that is there is watched; from then on all changes reach the queue. */
  async arm(): Promise<void> {
    this.#root = this.#addNode(this.#request.path, '', undefined)
    if (this.#request.isRecursive) await this.#lookThrough(this.#root, false)
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
      // Nothing more is told, so nothing more is watched.
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
    // What happens to a directory below is also told by the one above it.
    else if (node === this.#root) this.#tell('.', change.kinds)
  }

  async #takeEntry(node: WatchNode, change: Change): Promise<void> {
    const isKnown = wasTold(node, change)
    const arrived =
      this.#request.isRecursive && change.isDirectory ? this.#followMove(node, change) : undefined
    if (!isKnown) this.#tell(this.#nameBelow(node, change.name), change.kinds)
    if (arrived !== undefined) await this.#lookThrough(arrived, true)
  }

  /** Keeps the picture of the tree right; answers a directory that is new and must be looked through. */
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

  /** Watches a directory that has come; undefined when it has gone again, or is not to be watched. */
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
      // It was moved here since it was seen elsewhere.
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
      // Removed meanwhile: its watch has ended by itself.
      if (failureCode(error) !== 'EINVAL') throw error
    }
  }

  #forget(node: WatchNode): void {
    if (this.#nodes.delete(node.watch)) this.#total.count -= 1
    if (node.parent?.children.get(node.name) === node) node.parent.children.delete(node.name)
  }

  /** What lies below, parents first; `tells` of it as of something new. */
  async #lookThrough(start: WatchNode, tells: boolean): Promise<void> {
    const open = [start]
    for (let node = open.pop(); node !== undefined && !this.#isClosed; node = open.pop()) {
      const names = await this.#namesIn(node)
      if (tells) node.told = { names: new Set(names), until: this.#feed.position() }
      for (const name of names) {
        this.#looked += 1
        if (this.#looked % entriesAtOnce === 0) await breathe()
        if (this.#isClosed) return
        const child = this.#lookAt(node, name, tells)
        if (child !== undefined) open.push(child)
      }
    }
  }

  async #namesIn(node: WatchNode): Promise<string[]> {
    try {
      const found = await this.#deps.tree.names(this.#pathOf(node))
      // A name that is no text cannot be looked at by its text; its own changes are told all the same.
      return found.filter(({ bytes }) => bytes === undefined).map(({ text }) => text)
    } catch (error) {
      if (isGone(error)) return []
      throw error
    }
  }

  #lookAt(node: WatchNode, name: string, tells: boolean): WatchNode | undefined {
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

  /** Below a watched directory, what the kernel makes up is left out, and the network when it is not allowed. */
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

/** Creations that looking has found already are not told again; of what was found and has gone, the going is. */
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

/** Gone, or no directory any more, since it was seen. */
function isGone(error: unknown): boolean {
  return isMissing(error) || ['ENOTDIR', 'ELOOP', 'ESRCH'].includes(failureCode(error) ?? '')
}
