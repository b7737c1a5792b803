/**
 * Containers that the runtime has created ahead of a request, into which a checkpoint is restored later: that moves a third of
 * a restore's work off the request path. A created container is bound to its root file system, its limits and the runtime with
 * its flags. It has a record from the start, so the next start finds and removes what a crash left. It waits frozen, because a
 * created sentry takes 1.6 % of a core.
 */
import type { Container } from '../../ports/container.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import {
  type CreatedFor,
  createContainer,
  keyOfCreated,
  removeCreated,
} from '../container/create-container.ts'
import type { MachineParts } from '../container/machine-parts.ts'
import { removeContainer } from '../container/remove-container.ts'

interface Waiting {
  readonly key: string
  readonly record: ContainerRecord
}

export class CreatedContainers {
  readonly #parts: MachineParts
  #desired: { readonly spec: CreatedFor; readonly size: number } | undefined
  #waiting: Waiting[] = []
  #filling: Promise<void> | undefined
  #isClosed = false

  constructor(parts: MachineParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#waiting.length
  }

  /** Keeps `size` containers created for `spec` from now on, and none for any other. */
  keep(spec: CreatedFor | undefined, size: number): void {
    this.#desired = spec === undefined ? undefined : { spec, size }
  }

  /** Whether a matching container waits. */
  async has(spec: CreatedFor): Promise<boolean> {
    if (this.#waiting.length === 0) return false
    const key = await keyOfCreated(this.#parts, spec)
    return this.#waiting.some((one) => one.key === key)
  }

  /** Hands a matching container over to the caller; undefined when none waits. */
  async take(spec: CreatedFor): Promise<Container | undefined> {
    if (this.#waiting.length === 0) return undefined
    const key = await keyOfCreated(this.#parts, spec)
    for (;;) {
      const index = this.#waiting.findIndex((one) => one.key === key)
      const [taken] = index < 0 ? [] : this.#waiting.splice(index, 1)
      if (taken === undefined) return undefined
      if (await this.#thaws(taken)) return taken.record.container
      void removeCreated(this.#parts, taken.record)
    }
  }

  /** Creates the missing containers in the background, one at a time, until `isBusy` says that a create is in progress. */
  fill(isBusy: () => boolean): void {
    if (this.#isClosed || this.#filling !== undefined) return
    this.#filling = this.#fillAll(isBusy)
      .catch((error: unknown) =>
        this.#parts.log.warn(
          { event: 'container.create_ahead.failed', err: error },
          'failed to create a container ahead',
        ),
      )
      .finally(() => {
        this.#filling = undefined
      })
  }

  /** Stops creating, and removes the unused containers. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#filling
    await Promise.all(this.#waiting.splice(0).map(({ record }) => removeContainer(this.#parts, record)))
  }

  async #fillAll(isBusy: () => boolean): Promise<void> {
    const desired = this.#desired
    const key = desired === undefined ? undefined : await keyOfCreated(this.#parts, desired.spec)
    await this.#removeSurplus(key, desired?.size ?? 0)
    while (desired !== undefined && key !== undefined && this.#mayCreate(desired) && !isBusy())
      this.#waiting.push({ key, record: await createFrozen(this.#parts, desired.spec) })
  }

  #mayCreate(desired: { readonly size: number }): boolean {
    return !this.#isClosed && this.#desired === desired && this.#waiting.length < desired.size
  }

  async #removeSurplus(key: string | undefined, size: number): Promise<void> {
    const kept = this.#waiting.filter((one) => one.key === key && this.#isAlive(one)).slice(0, size)
    const others = this.#waiting.filter((one) => !kept.includes(one))
    this.#waiting = kept
    for (const { record } of others) await removeContainer(this.#parts, record)
  }

  async #thaws(taken: Waiting): Promise<boolean> {
    if (!this.#isAlive(taken)) return false
    const { id } = taken.record.container
    try {
      await this.#parts.cgroups.thaw(id)
      return true
    } catch (error) {
      this.#parts.log.warn(
        { event: 'container.thaw.failed', containerID: id, err: error },
        'failed to thaw a created container',
      )
      return false
    }
  }

  #isAlive({ record }: Waiting): boolean {
    return record.process !== undefined && this.#parts.runtime.isAlive(record.process)
  }
}

/** Leaves nothing behind on failure. */
async function createFrozen(parts: MachineParts, spec: CreatedFor): Promise<ContainerRecord> {
  const record = await createContainer(parts, spec)
  try {
    await parts.cgroups.freeze(record.container.id)
    return record
  } catch (error) {
    await removeCreated(parts, record)
    throw error
  }
}
