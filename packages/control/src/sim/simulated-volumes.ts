/** Volumes in memory, for tests that need no machine. What it leaves out: ranges, attributes, links. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { posix } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ServiceError } from '@cay/core/errors.ts'
import type { VolumeNode } from '../ports/volume.ts'

interface Volume {
  readonly sizeMb: number
  /** Content by path; null: a directory. */
  readonly entries: Map<string, Buffer | null>
}

/** A directory that several simulated nodes share. */
export interface SimulatedDirectory {
  readonly id: string
  readonly volumes: Map<string, Volume>
  /** Who has the lock of a volume. */
  readonly holders: Map<string, SimulatedVolumes>
}

export function simulatedDirectory(id: string): SimulatedDirectory {
  return { id, volumes: new Map(), holders: new Map() }
}

const bytesPerMb = 1024 * 1024

export class SimulatedVolumes implements VolumeNode {
  /** Of this node, or of the directory that it shares. */
  readonly volumes: Map<string, Volume>
  /** Of a shared directory: what is attached here, by epoch. */
  readonly attached = new Map<string, number>()
  /** What the node was told, in order. */
  readonly calls: string[] = []
  readonly #directory: SimulatedDirectory | undefined

  constructor(directory?: SimulatedDirectory) {
    this.#directory = directory
    this.volumes = directory?.volumes ?? new Map()
  }

  async attachVolume(volumeId: string, epoch: number): Promise<void> {
    const { holders } = this.#shared()
    this.#find(volumeId)
    const holder = holders.get(volumeId)
    if (holder !== undefined && holder !== this)
      throw new ServiceError('node_unavailable', 'another machine has the volume attached still')
    holders.set(volumeId, this)
    this.attached.set(volumeId, epoch)
    this.calls.push(`attach ${epoch}`)
  }

  async detachVolume(volumeId: string, epoch: number): Promise<void> {
    this.release(volumeId)
    this.calls.push(`detach ${epoch}`)
  }

  /** By the node itself, or because it is off. */
  release(volumeId: string): void {
    if (this.attached.delete(volumeId)) this.#shared().holders.delete(volumeId)
  }

  #shared(): SimulatedDirectory {
    if (this.#directory === undefined) throw new ServiceError('stale_epoch', 'the node shares no directory')
    return this.#directory
  }

  async createVolume(volumeId: string, sizeMb: number): Promise<void> {
    this.volumes.set(volumeId, { sizeMb, entries: new Map([['/', null]]) })
  }

  async deleteVolume(volumeId: string): Promise<void> {
    this.volumes.delete(volumeId)
  }

  async describeVolume(volumeId: string) {
    this.#assertAttached(volumeId)
    const { sizeMb, entries } = this.#find(volumeId)
    const usedBytes = [...entries.values()].reduce((sum, content) => sum + (content?.length ?? 0), 0)
    return { totalBytes: sizeMb * bytesPerMb, usedBytes, totalFiles: 1000, usedFiles: entries.size }
  }

  async forwardContent(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://volume')
    const [, , volumeId = '', part = ''] = pathname.split('/')
    this.#assertAttached(volumeId)
    const { entries } = this.#find(volumeId)
    const path = posix.resolve('/', searchParams.get('path') ?? '')
    const isWrite = request.method === 'PUT' || request.method === 'POST'
    if (isWrite) entries.set(path, request.method === 'PUT' ? await buffer(request) : null)
    for (let up = path; isWrite && up !== '/'; up = posix.dirname(up))
      entries.set(up, entries.get(up) ?? null)
    const entry = entries.get(path)
    if (entry === undefined) throw new ServiceError('not_found', 'the path does not exist')
    if (part === 'file' && request.method === 'GET') {
      response.end(entry)
      return
    }
    const below = [...entries.keys()].filter((each) => each !== '/' && posix.dirname(each) === path)
    const toEntry = (each: string) => describe(each, entries.get(each) ?? null)
    const body = part === 'dir' && !isWrite ? below.map(toEntry) : toEntry(path)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  #assertAttached(volumeId: string): void {
    if (this.#directory === undefined || this.attached.has(volumeId)) return
    throw new ServiceError('internal', `the volume "${volumeId}" is not attached to this node`)
  }

  #find(volumeId: string): Volume {
    const volume = this.volumes.get(volumeId)
    if (volume === undefined) throw new ServiceError('not_found', `the node has no volume "${volumeId}"`)
    return volume
  }
}

function describe(path: string, content: Buffer | null) {
  const type = content === null ? 'directory' : 'file'
  const times = { atime: '1970-01-01T00:00:00.000Z', mtime: '1970-01-01T00:00:00.000Z' }
  const shared = { uid: 1000, gid: 1000, ...times }
  return {
    name: posix.basename(path),
    path,
    type,
    size: content?.length ?? 0,
    mode: content === null ? 0o777 : 0o640,
    ...shared,
  }
}
