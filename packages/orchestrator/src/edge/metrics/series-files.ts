/** The usage series of sandboxes, one file each, which is replaced as a whole. */
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSeries, type StoredSeries, seriesText } from '@cay/core/metrics/series-text.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import type { Clock } from '../../ports/host.ts'
import type { SeriesStore } from '../../ports/observe.ts'
import type { NewSegment, SegmentQuery, SegmentSource } from '../../ports/segments.ts'
import { namesIn } from '../files/names-in.ts'

export interface SeriesFilesOptions {
  readonly directory: string
  readonly keptMs: number
  readonly clock: Clock
}

const ending = '.json'

export class SeriesFiles implements SeriesStore, SegmentSource {
  readonly stream = 'metrics'
  readonly #options: SeriesFilesOptions
  /** Undefined before the first question for it. */
  #changed: Set<string> | undefined

  constructor(options: SeriesFilesOptions) {
    this.#options = options
  }

  async load(sandboxId: string): Promise<StoredSeries | undefined> {
    try {
      return parseSeries(await readFile(this.#path(sandboxId), 'utf8'))
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined
      throw error
    }
  }

  read(sandboxId: string): Promise<StoredSeries | undefined> {
    return this.load(sandboxId)
  }

  async save(sandboxId: string, series: StoredSeries): Promise<void> {
    await this.#write(sandboxId, series)
    this.#changed?.add(sandboxId)
  }

  /** Writes a series that was stored in parts, unless there is one that goes as far. It is as old as its last point. */
  async restore(sandboxId: string, texts: readonly string[]): Promise<void> {
    const parts = texts.flatMap((text) => parseSeries(text) ?? [])
    const newest = parts.at(-1)
    const points = parts.flatMap((part) => part.points)
    const lastAtMs = points.at(-1)?.atMs ?? 0
    const seconds = lastAtMs / 1000
    const hereAtMs = (await this.load(sandboxId))?.points.at(-1)?.atMs ?? 0
    if (newest === undefined || hereAtMs >= lastAtMs) return
    await this.#write(sandboxId, { resources: newest.resources, points })
    await utimes(this.#path(sandboxId), seconds, seconds)
  }

  async takeChanged(): Promise<Iterable<string>> {
    const changed = this.#changed ?? (await this.#sandboxIds())
    this.#changed = new Set()
    return changed
  }

  async segmentsAfter(sandboxId: string, { after, isMerged }: SegmentQuery): Promise<readonly NewSegment[]> {
    const series = await this.load(sandboxId)
    const points = series?.points.filter(({ atMs }) => isMerged || atMs > after) ?? []
    const [first, last] = [points[0], points.at(-1)]
    if (series === undefined || first === undefined || last === undefined) return []
    return [
      {
        ...{ sandboxId, stream: this.stream, firstNumber: first.atMs, lastNumber: last.atMs },
        expiresAtMs: last.atMs + this.#options.keptMs,
        text: seriesText({ resources: series.resources, points }),
        ...(isMerged ? { replacesFrom: 0 } : {}),
      },
    ]
  }

  async #sandboxIds(): Promise<string[]> {
    const names = await namesIn(this.#options.directory)
    return names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length))
  }

  async #write(sandboxId: string, series: StoredSeries): Promise<void> {
    await mkdir(this.#options.directory, { recursive: true, mode: 0o700 })
    const aside = `${this.#path(sandboxId)}.new`
    await writeFile(aside, seriesText(series), { mode: 0o600 })
    await rename(aside, this.#path(sandboxId))
  }

  async sweep(): Promise<void> {
    const { directory, keptMs, clock } = this.#options
    for (const name of await namesIn(directory)) {
      const { mtimeMs } = await stat(join(directory, name))
      if (mtimeMs < clock.nowMs() - keptMs) await rm(join(directory, name), { force: true })
    }
  }

  #path(sandboxId: string): string {
    return join(this.#options.directory, sandboxId + ending)
  }
}
