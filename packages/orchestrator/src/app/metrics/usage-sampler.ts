/**
 * Samples the usage of each sandbox every few seconds, without waking frozen ones. The newest points are in memory, and are
 * saved to the store regularly and at the end of a sandbox.
 */

import { type Point, type Range, readRange, thin } from '@cay/core/metrics/series.ts'
import type { StoredSeries } from '@cay/core/metrics/series-text.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Resources } from '../../ports/container.ts'
import type { Clock } from '../../ports/host.ts'
import type { SeriesStore, UsageMeter, UsageReading } from '../../ports/observe.ts'
import type { LiveRecord, SandboxRegistry } from '../sandbox/sandbox-registry.ts'

/** Samples of a sandbox between two saves: a minute. */
const samplesPerSave = 12

export interface SamplerParts {
  readonly registry: SandboxRegistry
  readonly meter: UsageMeter
  readonly store: SeriesStore
  readonly clock: Clock
  readonly log: Logger
  /** Retention of points. */
  readonly keptMs: number
}

/** Counters at an instant. */
type Counted = Pick<UsageReading, 'cpuSeconds' | 'sentBytes' | 'receivedBytes'> & { readonly atMs: number }

interface Watched {
  readonly resources: Resources
  points: Point[]
  /** Rates are measured between two samples of the same container. */
  last: (Counted & { readonly containerId: string }) | undefined
  unsaved: number
}

export class UsageSampler {
  readonly #parts: SamplerParts
  readonly #watched = new Map<string, Watched>()
  #isBusy = false

  constructor(parts: SamplerParts) {
    this.#parts = parts
  }

  /** Never rejects. A sample that would begin before the last one ended is skipped. */
  async sample(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      const records = this.#parts.registry.liveRecords()
      await this.#dropOthers(new Set(records.map(({ claim }) => claim.sandboxId)))
      for (const record of records)
        await this.#loggingFailures(record.claim.sandboxId, () => this.#sampleOne(record))
    } finally {
      this.#isBusy = false
    }
  }

  /** Points with the step of the range. Undefined for an unknown sandbox. */
  async read(sandboxId: string, range: Range): Promise<StoredSeries | undefined> {
    const series = this.#watched.get(sandboxId) ?? (await this.#parts.store.read(sandboxId))
    return series && { resources: series.resources, points: readRange(series.points, range) }
  }

  /** The newest point of a running sandbox. */
  latest(sandboxId: string): StoredSeries | undefined {
    const watched = this.#watched.get(sandboxId)
    return watched && { resources: watched.resources, points: watched.points.slice(-1) }
  }

  /** Saves what is not saved yet. */
  async close(): Promise<void> {
    await this.#dropOthers(new Set())
  }

  async #sampleOne(record: LiveRecord): Promise<void> {
    const { claim, container } = record
    const { meter, clock, store, keptMs } = this.#parts
    const reading = await meter.read(record)
    if (reading === undefined) return
    const watched = this.#watched.get(claim.sandboxId) ?? {
      resources: container.resources,
      points: [...((await store.load(claim.sandboxId))?.points ?? [])],
      last: undefined,
      unsaved: 0,
    }
    this.#watched.set(claim.sandboxId, watched)
    const atMs = clock.nowMs()
    const { last } = watched
    const { cpuSeconds, sentBytes, receivedBytes } = reading
    watched.last = { containerId: container.id, atMs, cpuSeconds, sentBytes, receivedBytes }
    if (last === undefined || last.containerId !== container.id || last.atMs >= atMs) return
    watched.points.push(pointOf(reading, { atMs, last, cpuCount: container.resources.cpuCount }))
    watched.unsaved += 1
    if (watched.unsaved < samplesPerSave) return
    watched.points = thin(watched.points, atMs, keptMs)
    await this.#save(claim.sandboxId, watched)
  }

  async #dropOthers(living: ReadonlySet<string>): Promise<void> {
    for (const [sandboxId, watched] of this.#watched) {
      if (living.has(sandboxId)) continue
      if (watched.unsaved > 0) await this.#loggingFailures(sandboxId, () => this.#save(sandboxId, watched))
      this.#watched.delete(sandboxId)
    }
  }

  async #save(sandboxId: string, watched: Watched): Promise<void> {
    watched.unsaved = 0
    await this.#parts.store.save(sandboxId, { resources: watched.resources, points: watched.points })
  }

  async #loggingFailures(sandboxId: string, step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      this.#parts.log.warn(
        { event: 'metrics.write.failed', sandboxID: sandboxId, err: error },
        'failed to write the metrics of a sandbox',
      )
    }
  }
}

interface Span {
  readonly atMs: number
  readonly last: Counted
  readonly cpuCount: number
}

function pointOf(reading: UsageReading, { atMs, last, cpuCount }: Span): Point {
  const seconds = (atMs - last.atMs) / 1000
  const share = (reading.cpuSeconds - last.cpuSeconds) / seconds / cpuCount
  return {
    atMs,
    samples: 1,
    // The clock and the kernel's counter are not read at the same instant.
    cpuUsedPercent: Math.min(100, Math.max(0, share * 100)),
    memoryUsedBytes: reading.memoryUsedBytes,
    memoryCacheBytes: reading.memoryCacheBytes,
    diskUsedBytes: reading.diskUsedBytes,
    sentRate: Math.max(0, reading.sentBytes - last.sentBytes) / seconds,
    receivedRate: Math.max(0, reading.receivedBytes - last.receivedBytes) / seconds,
  }
}
