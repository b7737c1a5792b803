/**
 * The registry of watchers: streams, which end with their reader, and polled watchers, whose events a client fetches
 * from time to time. When the limit is reached, the polled watcher that was not polled for the longest time is
 * removed; a stream never is.
 */

import { randomBytes } from 'node:crypto'
import { ServiceError } from '@cay/core/errors.ts'
import { isNetworkFileSystem } from '@cay/core/files/file-systems.ts'
import { fileKind } from '@cay/core/files/permissions.ts'
import type { ChangeFeed } from '../../ports/change-feed.ts'
import type { EntryDeps } from '../filesystem/entry.ts'
import { type DirectoryCount, DirectoryWatch, type WatchRequest } from './directory-watch.ts'
import { EventAllowance, EventQueue, type FileEvent } from './file-events.ts'
import { watchFailure } from './watch-failure.ts'

export interface WatchDeps extends EntryDeps {
  readonly openChangeFeed: () => ChangeFeed
}

export interface Watcher {
  readonly queue: EventQueue
  readonly watch: DirectoryWatch
}

/** Limit of streams and polled watchers together. */
export const watchersMax = 256
const idBytes = 10

export class Watchers {
  readonly #deps: WatchDeps
  readonly #allowance = new EventAllowance()
  readonly #directories: DirectoryCount = { count: 0 }
  readonly #open = new Set<Watcher>()
  /** Watchers without a stream, ordered by their last poll; the most recently polled one is last. */
  readonly #byId = new Map<string, Watcher>()

  constructor(deps: WatchDeps) {
    this.#deps = deps
  }

  /** Resolves when everything is watched. Throws `not_found`, `path_invalid`, `rate_limited`. */
  async open(request: WatchRequest): Promise<Watcher> {
    assertWatchable(this.#deps, request)
    this.#makeRoom()
    const watcher = this.#start(request)
    try {
      await watcher.watch.arm()
      return watcher
    } catch (error) {
      this.close(watcher)
      throw watchFailure(request.path, error)
    }
  }

  close(watcher: Watcher): void {
    watcher.watch.close()
    this.#open.delete(watcher)
  }

  /** Returns the id of a watcher that exists until it is removed. */
  async create(request: WatchRequest): Promise<string> {
    const watcher = await this.open(request)
    const id = `w${randomBytes(idBytes).toString('hex')}`
    this.#byId.set(id, watcher)
    return id
  }

  /** Estimated bytes of the events that the next call returns. Throws `not_found`. */
  waitingBytes(id: string): number {
    return this.#find(id).queue.bytes
  }

  /**
   * Returns the events since the last call. Throws `not_found`, and once `events_lost` or the error that made the
   * watcher fail.
   */
  takeEvents(id: string): FileEvent[] {
    const watcher = this.#find(id)
    this.#byId.delete(id)
    this.#byId.set(id, watcher)
    return watcher.queue.take()
  }

  /** Throws `not_found`. */
  remove(id: string): void {
    this.close(this.#find(id))
    this.#byId.delete(id)
  }

  #find(id: string): Watcher {
    const watcher = this.#byId.get(id)
    if (watcher === undefined) throw new ServiceError('not_found', `watcher with id ${id} not found`)
    return watcher
  }

  #start(request: WatchRequest): Watcher {
    const queue = new EventQueue(this.#allowance)
    const parts = { deps: this.#deps, request, queue, total: this.#directories }
    const watch = new DirectoryWatch({ ...parts, feed: openFeed(this.#deps, request.path) })
    const watcher = { queue, watch }
    this.#open.add(watcher)
    return watcher
  }

  #makeRoom(): void {
    if (this.#open.size < watchersMax) return
    const [longest] = this.#byId.keys()
    if (longest === undefined) throw new ServiceError('rate_limited', `more than ${watchersMax} watchers`)
    this.remove(longest)
  }
}

function openFeed({ openChangeFeed }: WatchDeps, path: string): ChangeFeed {
  try {
    return openChangeFeed()
  } catch (error) {
    throw watchFailure(path, error)
  }
}

function assertWatchable({ tree }: EntryDeps, { path, allowsNetworkMounts }: WatchRequest): void {
  let isNetwork: boolean
  let mode: number
  try {
    mode = tree.stat(path).mode
    isNetwork = isNetworkFileSystem(tree.fileSystemType(path))
  } catch (error) {
    throw watchFailure(path, error)
  }
  if (fileKind(mode) !== 'directory') {
    throw new ServiceError('path_invalid', `path '${path}' is not a directory`)
  }
  if (isNetwork && !allowsNetworkMounts) {
    throw new ServiceError(
      'path_invalid',
      `path '${path}' is on a network mount: its changes may not be seen`,
    )
  }
}
