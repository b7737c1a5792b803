/** The usage series of sandboxes, one file each, which is replaced as a whole. */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '@cay/kit/host/errno.ts'
import { parseSeries, seriesText } from '../../dialect/metrics/series-text.ts'
import type { Clock } from '../../ports/host.ts'
import type { SeriesStore, StoredSeries } from '../../ports/observe.ts'

export interface SeriesFilesOptions {
  readonly directory: string
  readonly keptMs: number
  readonly clock: Clock
}

const ending = '.json'

export class SeriesFiles implements SeriesStore {
  readonly #options: SeriesFilesOptions

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

  async save(sandboxId: string, series: StoredSeries): Promise<void> {
    await mkdir(this.#options.directory, { recursive: true, mode: 0o700 })
    const aside = `${this.#path(sandboxId)}.new`
    await writeFile(aside, seriesText(series), { mode: 0o600 })
    await rename(aside, this.#path(sandboxId))
  }

  async sweep(): Promise<void> {
    const { directory, keptMs, clock } = this.#options
    const names = await readdir(directory).catch((error: unknown) => {
      if (isErrno(error, 'ENOENT')) return []
      throw error
    })
    for (const name of names) {
      const { mtimeMs } = await stat(join(directory, name))
      if (mtimeMs < clock.nowMs() - keptMs) await rm(join(directory, name), { force: true })
    }
  }

  #path(sandboxId: string): string {
    return join(this.#options.directory, sandboxId + ending)
  }
}
