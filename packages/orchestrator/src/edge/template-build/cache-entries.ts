/**
 * Things that may be thrown away when room is needed: each is a directory with a `thing.json`, made aside and published by
 * one rename, or a file. When one was last used is its time.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CachedFile, CachedEntry as UsedEntry } from '@cay/core/template/choose-evicted.ts'
import { isErrno } from '@cay/kit/host/errno.ts'

const asidePrefix = '.aside-'

/** The record of the entry; undefined when there is none, or a damaged one. Counts as a use. */
export async function readCacheEntry(directory: string): Promise<unknown> {
  try {
    const record: unknown = JSON.parse(await readFile(`${directory}/thing.json`, 'utf8'))
    await markUsed(directory)
    return record
  } catch {
    // Not there, half there, or thrown away a moment ago: either way it is made anew.
    return undefined
  }
}

/** The same at one go, for whoever takes its files in the same go. Does not count as a use. */
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

/** A new, empty directory beside the place of the entry. */
export async function beginCacheEntry(directory: string): Promise<string> {
  const aside = `${dirname(directory)}/${asidePrefix}${randomUUID()}`
  await mkdir(aside, { recursive: true, mode: 0o700 })
  return aside
}

/**
 * Replaces what is there. At one go: a build of the same may be publishing its own, and whoever stands on it finds either.
 */
export async function publishCacheEntry(aside: string, directory: string, record: unknown): Promise<void> {
  await writeFile(`${aside}/thing.json`, JSON.stringify(record), { mode: 0o600 })
  const before = `${dirname(directory)}/${asidePrefix}${randomUUID()}`
  const isReplaced = wasRenamed(directory, before)
  renameSync(aside, directory)
  if (isReplaced) await rm(before, { recursive: true, force: true })
}

/** Says whether there was something to rename. */
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
  /** Of a directory, or of a file that is a entry by itself. */
  readonly path: string
}

/** Every entry two levels below the directory: by team, then by key. */
export async function listCacheEntries(root: string, teams?: readonly string[]): Promise<CacheEntry[]> {
  const entries: CacheEntry[] = []
  for (const team of teams ?? (await namesIn(root))) {
    for (const name of await namesIn(`${root}/${team}`)) {
      const path = `${root}/${team}/${name}`
      const found = await stat(path).catch(() => undefined)
      if (found === undefined) continue
      const isInMaking = name.startsWith(asidePrefix)
      entries.push({ path, usedAtMs: found.mtimeMs, isInMaking, files: await filesOf(path) })
    }
  }
  return entries
}

/**
 * Says whether it went: it stays when somebody has used it since it was listed. Whoever looks for it meanwhile finds the
 * whole of it or nothing.
 */
export async function removeCacheEntry({ path, usedAtMs }: CacheEntry): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || found.mtimeMs > usedAtMs) return false
  const aside = `${dirname(path)}/${asidePrefix}${randomUUID()}`
  if (found.isDirectory() && !wasRenamed(path, aside)) return false
  await rm(found.isDirectory() ? aside : path, { recursive: true, force: true })
  return true
}

/** What a killed node left half made. Call it while nothing is being made. */
export async function sweepAside(root: string): Promise<void> {
  for (const team of await namesIn(root))
    for (const name of await namesIn(`${root}/${team}`))
      if (name.startsWith(asidePrefix)) await rm(`${root}/${team}/${name}`, { recursive: true, force: true })
}

async function filesOf(path: string): Promise<CachedFile[]> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return []
  const bytes = found.blocks * 512
  if (!found.isDirectory()) return [{ inode: found.ino, names: found.nlink, bytes }]
  const inner = await Promise.all((await namesIn(path)).map((name) => filesOf(`${path}/${name}`)))
  return [{ inode: found.ino, names: 1, bytes }, ...inner.flat()]
}

/** Of entries; of a directory that is not there, none. */
export async function namesIn(directory: string): Promise<string[]> {
  return await readdir(directory).catch(() => [])
}
