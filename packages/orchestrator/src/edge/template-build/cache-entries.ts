/**
 * Cache entries: each is a directory with a `thing.json`, which is staged and published by one rename, or a file. Their
 * modification time is their last use.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CachedEntry as UsedEntry } from '@cay/core/template/choose-evicted.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { cachedFilesOf } from '../files/cached-files.ts'

const asidePrefix = '.aside-'

/** Reads the record of the entry; undefined when it is missing or damaged. Counts as a use. */
export async function readCacheEntry(directory: string): Promise<unknown> {
  try {
    const record: unknown = JSON.parse(await readFile(`${directory}/thing.json`, 'utf8'))
    await markUsed(directory)
    return record
  } catch {
    // Missing, incomplete, or just evicted: it is made again.
    return undefined
  }
}

/**
 * Reads the record synchronously, for callers that link its files in the same turn of the event loop. Does not count as a use.
 */
export function readCacheEntryNow(directory: string): unknown {
  try {
    return JSON.parse(readFileSync(`${directory}/thing.json`, 'utf8'))
  } catch {
    // As above.
    return undefined
  }
}

/** Throws when it is not there. */
export async function markUsed(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now)
}

/** Creates an empty staging directory beside the entry. */
export async function beginCacheEntry(directory: string): Promise<string> {
  const aside = `${dirname(directory)}/${asidePrefix}${randomUUID()}`
  await mkdir(aside, { recursive: true, mode: 0o700 })
  return aside
}

/** Replaces the entry, synchronously: a concurrent build may publish the same entry, and its readers find one of the two. */
export async function publishCacheEntry(aside: string, directory: string, record: unknown): Promise<void> {
  await writeFile(`${aside}/thing.json`, JSON.stringify(record), { mode: 0o600 })
  const before = `${dirname(directory)}/${asidePrefix}${randomUUID()}`
  const isReplaced = wasRenamed(directory, before)
  renameSync(aside, directory)
  if (isReplaced) await rm(before, { recursive: true, force: true })
}

/** Whether there was something to rename. */
function wasRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false
    throw error
  }
}

export interface CacheEntry extends UsedEntry {
  /** The path of a directory, or of a file that is an entry by itself. */
  readonly path: string
}

/** Lists the entries two levels below the directory, by team and key. */
export async function listCacheEntries(root: string, teams?: readonly string[]): Promise<CacheEntry[]> {
  const entries: CacheEntry[] = []
  for (const team of teams ?? (await namesIn(root))) {
    for (const name of await namesIn(`${root}/${team}`)) {
      const path = `${root}/${team}/${name}`
      const found = await stat(path).catch(() => undefined)
      if (found === undefined) continue
      const isInMaking = name.startsWith(asidePrefix)
      entries.push({ path, usedAtMs: found.mtimeMs, isInMaking, files: await cachedFilesOf(path) })
    }
  }
  return entries
}

/**
 * Resolves with whether it was removed: an entry that was used since it was listed stays. A reader finds the whole entry or
 * none.
 */
export async function removeCacheEntry({ path, usedAtMs }: CacheEntry): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || found.mtimeMs > usedAtMs) return false
  const aside = `${dirname(path)}/${asidePrefix}${randomUUID()}`
  if (found.isDirectory() && !wasRenamed(path, aside)) return false
  await rm(found.isDirectory() ? aside : path, { recursive: true, force: true })
  return true
}

/** Removes the staging directories that a killed node left. Call it while nothing is staged. */
export async function sweepAside(root: string): Promise<void> {
  for (const team of await namesIn(root))
    for (const name of await namesIn(`${root}/${team}`))
      if (name.startsWith(asidePrefix)) await rm(`${root}/${team}/${name}`, { recursive: true, force: true })
}

/** Names of the entries; none for a missing directory. */
export async function namesIn(directory: string): Promise<string[]> {
  return await readdir(directory).catch(() => [])
}
