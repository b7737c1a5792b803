/**
 * Containers restored ahead of the request, a fixed number per template. Only the newest build of a template is kept;
 * filling goes on in the background, one at a time, and a failure is tried again after a pause.
 */
import type { ContainerRecord, TemplateBuild } from '../ports.ts'
import type { ContainerParts } from './container-parts.ts'
import { makeContainer } from './make-container.ts'
import { removeContainer } from './remove-container.ts'

/** Milliseconds for an answer to reach its caller; starting a program takes as long as answering. */
const fillAfterCreateMs = 25

/** Milliseconds from a failed fill to the next. */
const refillAfterFailureMs = 5_000

export class Pool {
  readonly #parts: ContainerParts
  readonly #size: number
  readonly #ready = new Map<string, ContainerRecord[]>()
  #builds: readonly TemplateBuild[] = []
  #filling: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: ContainerParts, size: number) {
    this.#parts = parts
    this.#size = size
  }

  get size(): number {
    return this.records().length
  }

  records(): ContainerRecord[] {
    return [...this.#ready.values()].flat()
  }

  /** Keeps a pool for these builds and none for others. */
  async setBuilds(builds: readonly TemplateBuild[]): Promise<void> {
    this.#builds = builds
    const kept = new Set(builds.map((build) => build.buildId))
    for (const [buildId, records] of this.#ready) {
      if (kept.has(buildId)) continue
      this.#ready.delete(buildId)
      for (const record of records) await removeContainer(this.#parts, record)
    }
    this.fill()
  }

  /**
   * A ready container of the build, which is the caller's from now on; undefined when there is none. The caller calls
   * `fillSoon` when it has what it wants: a restore beside it would take the machine away from it.
   */
  take(buildId: string): ContainerRecord | undefined {
    return this.#ready.get(buildId)?.shift()
  }

  /** Removes from the pool a container that died in it. */
  drop(containerId: string): ContainerRecord | undefined {
    for (const records of this.#ready.values()) {
      const index = records.findIndex((record) => record.container.id === containerId)
      if (index >= 0) return records.splice(index, 1)[0]
    }
    return undefined
  }

  /** Restores in the background what is lacking, and makes the berths that this and others took. */
  fill(): void {
    if (this.#isClosed || this.#filling !== undefined || this.#retry !== undefined) return
    this.#filling = this.#fillAll()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#filling = undefined
      })
  }

  /** The same a moment later: the answer to a create goes out first. */
  fillSoon(): void {
    if (this.#isClosed) return
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      this.fill()
    }, fillAfterCreateMs)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearTimeout(this.#soon)
    await this.#filling
    const records = this.records()
    this.#ready.clear()
    await Promise.all(records.map((record) => removeContainer(this.#parts, record)))
  }

  async #fillAll(): Promise<void> {
    for (let build = this.#lacking(); build !== undefined; build = this.#lacking()) {
      const record = await makeContainer(this.#parts, build)
      this.#ready.set(build.buildId, [...(this.#ready.get(build.buildId) ?? []), record])
    }
    if (!this.#isClosed) this.#parts.berths.fill()
  }

  #lacking(): TemplateBuild | undefined {
    if (this.#isClosed) return undefined
    return this.#builds.find((build) => (this.#ready.get(build.buildId)?.length ?? 0) < this.#size)
  }

  #failed(error: unknown): void {
    this.#parts.log.warn({ err: error }, 'the pool could not be filled; it will be tried again')
    if (this.#isClosed) return
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.fill()
    }, refillAfterFailureMs)
  }
}
