/** Keeps the build cache within its limits: the least recently used entries are evicted first, as a whole. */
import { limits } from '@cay/contract/limits.ts'
import { type CacheBounds, chooseEvicted } from '@cay/core/template/choose-evicted.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { BuildStoreLayout } from '../../dialect/template-build/build-layout.ts'
import { type CacheEntry, listCacheEntries, namesIn, removeCacheEntry } from './cache-entries.ts'

export interface EvictOptions extends CacheBounds {
  readonly layout: BuildStoreLayout
  readonly nowMs: number
  readonly log: Logger
}

export async function evict({ layout, nowMs, log, ...bounds }: EvictOptions): Promise<void> {
  const { entries, bytes } = chooseEvicted(await listKept(layout, nowMs), bounds)
  let removed = 0
  for (const entry of entries) if (await removeCacheEntry(entry)) removed += 1
  if (removed > 0)
    log.info({ event: 'build_cache.evicted', removed, bytes }, 'evicted unused entries of the build cache')
}

async function listKept(layout: BuildStoreLayout, nowMs: number): Promise<CacheEntry[]> {
  const made = ['layers', 'bases'].map((kind) => listCacheEntries(`${layout.root}/${kind}`))
  const uploads = (await listCacheEntries(`${layout.root}/files`)).map((entry) => ({
    ...entry,
    isReserved: nowMs - entry.usedAtMs < limits.buildWaitingMsMax,
  }))
  return [...(await Promise.all(made)).flat(), ...uploads, ...(await imageParts(layout))]
}

/** The image names of each team, and its blobs, which are one level deeper. */
async function imageParts(layout: BuildStoreLayout): Promise<CacheEntry[]> {
  const parts = (await namesIn(`${layout.root}/images`)).flatMap((team) => {
    const place = layout.images(team)
    return [listCacheEntries(place, ['names']), listCacheEntries(`${place}/blobs`)]
  })
  return (await Promise.all(parts)).flat()
}
