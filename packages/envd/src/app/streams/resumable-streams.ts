/**
 * Named streams that the proxy resumes after their connection was cut. If there are too many, the oldest is dropped,
 * and a caller that tries to resume it is told that it is gone.
 */
import { ServiceError } from '@cay/core/errors.ts'

export interface ResumableStream {
  readonly name: string
  /** The stream will not be resumed. */
  drop(): void
}

/** What a caller states about the stream that it opens or resumes. */
export interface StreamClaim {
  readonly name: string
  /**
   * Number of the connection for this stream. A request with a lower number than the last one is stale and is
   * ignored.
   */
  readonly attempt: number
  /** Number of frames that the caller has received. */
  readonly frames: number
}

/** Limit of open, cut and recently ended streams together. */
const streamsMax = 1024

export class ResumableStreams {
  readonly #byName = new Map<string, ResumableStream>()

  find(name: string): ResumableStream | undefined {
    return this.#byName.get(name)
  }

  add(stream: ResumableStream): void {
    this.#byName.set(stream.name, stream)
    const [oldest] = this.#byName.values()
    if (this.#byName.size > streamsMax) oldest?.drop()
  }

  remove(stream: ResumableStream): void {
    if (this.#byName.get(stream.name) === stream) this.#byName.delete(stream.name)
  }

  /** Called when the sandbox gets another identity: the streams of the former one must not be resumed. */
  dropAll(): void {
    for (const stream of [...this.#byName.values()]) stream.drop()
  }
}

/** Throws `not_found`: the events after the caller's position are no longer known. */
export function streamIsGone(name: string): never {
  throw new ServiceError('not_found', `stream '${name}' cannot be resumed`)
}
