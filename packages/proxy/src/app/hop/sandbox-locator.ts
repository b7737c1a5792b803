/**
 * Where the sandboxes of the cluster are: from a cache, or from control. Concurrent questions for one sandbox are one,
 * and questions that wait for control are asked together.
 */
import {
  emptyLocationCache,
  forgetLocation,
  type Location,
  type LocationCache,
  type NodeLocation,
  recallLocation,
  rememberLocation,
} from '@cay/core/routing/locations.ts'
import { bounds } from '../../bounds.ts'
import type { ClusterClient } from '../../ports/cluster.ts'

interface Question {
  readonly sandboxId: string
  readonly answer: PromiseWithResolvers<Location>
}

export class SandboxLocator {
  readonly #cluster: Pick<ClusterClient, 'locate'>
  readonly #cache: LocationCache = emptyLocationCache({
    knownMax: bounds.locationsMax,
    missingMax: bounds.missingSandboxesMax,
    missingMs: bounds.missingSandboxMs,
  })
  /**
   * Asked or waiting to be, by sandbox. Whoever joins a question may get a response that is older than what its client
   * knows. That is no harm: what is remembered is as old, and everything else makes control be asked once more.
   */
  readonly #open = new Map<string, Question>()
  #waiting: Question[] = []
  #callsInFlight = 0

  constructor(cluster: Pick<ClusterClient, 'locate'>) {
    this.#cluster = cluster
  }

  /** Undefined when control is to be asked. */
  recall(sandboxId: string): Location | undefined {
    return recallLocation(this.#cache, sandboxId, performance.now())
  }

  /** Asks control. Throws when it cannot be reached. */
  locate(sandboxId: string): Promise<Location> {
    const open = this.#open.get(sandboxId)
    if (open !== undefined) return open.answer.promise
    const question: Question = { sandboxId, answer: Promise.withResolvers() }
    this.#open.set(sandboxId, question)
    this.#waiting.push(question)
    this.#callNext()
    return question.answer.promise
  }

  /** Control has told it in another response. */
  learn(sandboxId: string, location: Location): Location {
    return rememberLocation(this.#cache, { sandboxId, location, nowMs: performance.now() })
  }

  /** A request that was sent by this location was refused, or could not be sent. */
  forget(sandboxId: string, location: NodeLocation): void {
    forgetLocation(this.#cache, sandboxId, location)
  }

  #callNext(): void {
    if (this.#callsInFlight >= bounds.locateCallsMax || this.#waiting.length === 0) return
    const asked = this.#waiting.splice(0, bounds.locateIdsMax)
    this.#callsInFlight += 1
    void this.#ask(asked).finally(() => {
      this.#callsInFlight -= 1
      this.#callNext()
    })
  }

  async #ask(asked: readonly Question[]): Promise<void> {
    try {
      const ids = asked.map(({ sandboxId }) => sandboxId)
      const locations = await this.#cluster.locate(ids, AbortSignal.timeout(bounds.locateMsMax))
      for (const [i, { sandboxId, answer }] of asked.entries())
        answer.resolve(this.learn(sandboxId, locations[i] ?? { kind: 'not_found' }))
    } catch (error) {
      for (const { answer } of asked) answer.reject(error)
    } finally {
      for (const { sandboxId } of asked) this.#open.delete(sandboxId)
    }
  }
}
