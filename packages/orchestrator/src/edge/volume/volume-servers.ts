/**
 * One process for each volume whose content is asked for, which serves it on a local socket. It is ended here when nobody has
 * asked for a while, or when another volume needs its place, so that no request meets one that is about to end.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '@cay/core/errors.ts'
import { hasShare } from '@cay/core/volume/content-share.ts'
import { abortable } from '@cay/kit/flow/abortable.ts'
import { forwardRequest, UnreachedError } from '@cay/kit/flow/forward-request.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Upload, UploadRoom } from './upload-room.ts'

export interface VolumeServer {
  readonly socketPath: string
  readonly ended: Promise<unknown>
  /** Nothing happens to one that has ended. */
  kill(): void
}

export interface VolumeServersOptions {
  /** Throws ServiceError `not_found`. */
  readonly start: (volumeId: string) => Promise<VolumeServer>
  /** On the disk, for uploads. */
  readonly room: Pick<UploadRoom, 'begin'>
  /** How long one stays without requests. */
  readonly idleMs: number
  /** How long a client may read nothing of a response before it is cut off. */
  readonly silenceMsMax: number
  /** How long a request waits for its process to start, which goes on. */
  readonly patienceMs: number
  /** Maximum number of processes: each has some 40 MB, in no limit of a sandbox. */
  readonly countMax: number
  /** Maximum number of requests in progress, for all volumes: each has some MB in its process. */
  readonly requestsMax: number
}

export interface ContentRequest {
  readonly volumeId: string
  /** The team of the volume. */
  readonly teamId: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Requests for a volume that wait or are in progress, and its end when there are none: these are in the order of their last request. */
interface Use {
  readonly teamId: string
  count: number
  idle?: NodeJS.Timeout
}

export class VolumeServers {
  readonly #options: VolumeServersOptions
  readonly #running = new Map<string, VolumeServer>()
  readonly #uses = new Map<string, Use>()
  readonly #starts = new SerialQueue()
  #starting = 0

  constructor(options: VolumeServersOptions) {
    this.#options = options
  }

  /** Passes a request on to the process of the volume. Throws ServiceError `not_found`, `node_unavailable`, `no_capacity`, `node_disk_full`. */
  async forward({ volumeId, teamId, request, response }: ContentRequest): Promise<void> {
    this.#begin(volumeId, teamId)
    let upload: Upload | undefined
    try {
      upload = request.method === 'PUT' ? await this.#options.room.begin(lengthOf(request)) : undefined
      await this.#forward(volumeId, upload, { request, response })
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause
      throw new ServiceError('node_unavailable', 'the server of the volume ended', { cause })
    } finally {
      upload?.end()
      this.#finish(volumeId)
    }
  }

  /** Ends the process of one volume, or of all. */
  async stop(volumeId?: string): Promise<void> {
    const ids = volumeId === undefined ? [...this.#running.keys()] : [volumeId]
    for (const id of ids) {
      const server = this.#running.get(id)
      server?.kill()
      await server?.ended
    }
  }

  async #forward(
    volumeId: string,
    upload: Upload | undefined,
    { request, response }: Pick<ContentRequest, 'request' | 'response'>,
  ): Promise<void> {
    const { headers } = request
    const target = { headers, admit: upload?.admit, silenceMsMax: this.#options.silenceMsMax }
    const server = await this.#ensure(volumeId)
    try {
      await forwardRequest({ ...target, socketPath: server.socketPath }, request, response)
    } catch (error) {
      // It was killed, and its end is not known here yet.
      if (!(error instanceof UnreachedError)) throw error
      const { socketPath } = await this.#ensure(volumeId, server)
      await forwardRequest({ ...target, socketPath }, request, response)
    }
  }

  /** `unreached`: one that took a request up no more. */
  async #ensure(volumeId: string, unreached?: VolumeServer): Promise<VolumeServer> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(startsSlowly()), this.#options.patienceMs)
    try {
      // A request that has left the queue begins no process, and one that is being started goes on for the next request.
      const start = this.#starts.run(volumeId, () => this.#reach(volumeId, unreached), late.signal)
      return await abortable(start, late.signal)
    } finally {
      clearTimeout(timer)
    }
  }

  async #reach(volumeId: string, unreached?: VolumeServer): Promise<VolumeServer> {
    const running = this.#running.get(volumeId)
    if (running !== undefined && running !== unreached) return running
    if (running !== undefined) await this.stop(volumeId)
    const server = await this.#start(volumeId)
    void server.ended.then(() => {
      if (this.#running.get(volumeId) === server) this.#running.delete(volumeId)
    })
    return server
  }

  async #start(volumeId: string): Promise<VolumeServer> {
    while (this.#running.size + this.#starting >= this.#options.countMax) await this.#makeRoom()
    this.#starting += 1
    try {
      const server = await this.#options.start(volumeId)
      this.#running.set(volumeId, server)
      return server
    } finally {
      this.#starting -= 1
    }
  }

  async #makeRoom(): Promise<void> {
    for (const [volumeId, server] of this.#running)
      if (!this.#uses.has(volumeId)) return void (await server.ended)
    for (const [volumeId, { count }] of this.#uses)
      if (count === 0 && this.#running.has(volumeId)) return await this.#retire(volumeId)
    throw new ServiceError('no_capacity', 'the content of too many volumes is in use at once: try again')
  }

  #begin(volumeId: string, teamId: string): void {
    const use = this.#uses.get(volumeId) ?? { teamId, count: 0 }
    this.#assertShare(use)
    clearTimeout(use.idle)
    use.count += 1
    this.#uses.set(volumeId, use)
  }

  /** A process that is idle is ended for another one, so only those with requests count. Throws no_capacity. */
  #assertShare({ teamId, count }: Use): void {
    const busy = [...this.#uses.values()].filter((use) => use.count > 0)
    const own = busy.filter((use) => use.teamId === teamId)
    const { countMax, requestsMax } = this.#options
    if (count === 0 && !hasShare({ own: own.length, all: busy.length, max: countMax }))
      throw new ServiceError('no_capacity', 'the content of too many volumes is in use at once: try again')
    if (!hasShare({ own: sumCounts(own), all: sumCounts(busy), max: requestsMax }))
      throw new ServiceError(
        'no_capacity',
        'too many requests for the content of volumes are in progress: try again',
      )
  }

  #finish(volumeId: string): void {
    const use = this.#uses.get(volumeId)
    if (use === undefined) return
    use.count -= 1
    if (use.count > 0) return
    use.idle = setTimeout(() => void this.#retire(volumeId), this.#options.idleMs).unref()
    this.#uses.delete(volumeId)
    this.#uses.set(volumeId, use)
  }

  /** In the queue of its starts: a request that comes meanwhile waits for the next one. */
  async #retire(volumeId: string): Promise<void> {
    clearTimeout(this.#uses.get(volumeId)?.idle)
    this.#uses.delete(volumeId)
    await this.#starts.run(volumeId, () => this.stop(volumeId))
  }
}

/** Undefined: the client does not say it. */
function lengthOf({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

const sumCounts = (uses: readonly Use[]) => uses.reduce((sum, { count }) => sum + count, 0)

const startsSlowly = () =>
  new ServiceError('node_unavailable', 'the server of the volume is starting: try again')
