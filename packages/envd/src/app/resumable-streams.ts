/**
 * Streams that have a name, by which the proxy takes them up again when they were cut. Of too many the oldest is given up:
 * whoever comes back for it is told that it is gone.
 */
import { ServiceError } from '@cay/core/errors.ts'

export interface ResumableStream {
  readonly name: string
  /** Nobody comes back for it. */
  drop(): void
}

/** What a caller says of a stream. */
export interface StreamClaim {
  readonly name: string
  /** Counts the connections for this stream; an earlier one that comes late means nothing. */
  readonly attempt: number
  /** Frames of it that have arrived. */
  readonly frames: number
}

/** Open ones, those that were cut, and for a while those that are over. */
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

  /** The sandbox has become another one: its streams belong to nobody. */
  dropAll(): void {
    for (const stream of [...this.#byName.values()]) stream.drop()
  }
}

/** Throws `not_found`: what would follow is not known any more. */
export function streamIsGone(name: string): never {
  throw new ServiceError('not_found', `stream '${name}' cannot be resumed`)
}
