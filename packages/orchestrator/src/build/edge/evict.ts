/** Keeps the store of builds within its bound: what was least recently used goes first, whole things only. */
import { rm } from 'node:fs/promises'
import type { Logger } from '@cay/kit/log.ts'
import type { BuildStoreLayout } from './build-layout.ts'
import { listThings } from './kept-things.ts'

/** What was used since then is not thrown away: a build that is at work may stand on it. */
const untouchedMsMin = 2 * 3600 * 1000

export interface EvictOptions {
  readonly layout: BuildStoreLayout
  readonly bytesMax: number
  /** Bytes of disk that may still be filled: what is kept takes no more than half of that and itself. */
  readonly roomBytes: number
  readonly nowMs: number
  readonly log: Logger
}

export async function evict({ layout, nowMs, log, ...bounds }: EvictOptions): Promise<void> {
  const roots = ['layers', 'bases', 'files'].map((name) => `${layout.root}/${name}`)
  const things = [...(await Promise.all(roots.map(listThings))).flat(), ...(await imageBlobs(layout))]
  let bytes = things.reduce((sum, thing) => sum + thing.bytes, 0)
  const bytesMax = Math.min(bounds.bytesMax, (bytes + bounds.roomBytes) / 2)
  const old = things
    .filter(({ usedAtMs }) => nowMs - usedAtMs > untouchedMsMin || bytes > 2 * bytesMax)
    .sort((a, b) => a.usedAtMs - b.usedAtMs)
  let removed = 0
  for (const thing of old) {
    if (bytes <= bytesMax) break
    await rm(thing.directory, { recursive: true, force: true })
    bytes -= thing.bytes
    removed += 1
  }
  if (removed > 0) log.info({ removed, bytes }, 'threw away what builds had not used for long')
}

/** Each team's blobs lie one level deeper. */
async function imageBlobs(layout: BuildStoreLayout) {
  const teams = await listThings(`${layout.root}/images`)
  const blobs = teams
    .filter(({ directory }) => directory.endsWith('/blobs'))
    .map(({ directory }) => directory)
  return (await Promise.all(blobs.map(listThings))).flat()
}
