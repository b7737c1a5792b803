/** Selects the cache entries of builds to evict, so that the rest is within the limits. */

export interface CachedFile {
  /** The same for all hard links of a file. */
  readonly inode: number
  /** Number of hard links, here and elsewhere. */
  readonly names: number
  readonly bytes: number
}

export interface CachedEntry {
  readonly usedAtMs: number
  readonly files: readonly CachedFile[]
  /** Not used yet, but about to be: evicted only when usage is twice the limit. */
  readonly isReserved?: boolean
  /** Incomplete: counts towards the limit, but is not evicted. */
  readonly isInMaking?: boolean
}

export interface CacheBounds {
  readonly bytesMax: number
  /** Free disk space in bytes: the cache takes at most half of the sum of this and its own size. */
  readonly roomBytes: number
  /** Entries used since then are kept: a running build depends on them. */
  readonly usedSinceMs: number
}

export interface Evicted<T> {
  /** In the order of their last use. */
  readonly entries: readonly T[]
  /** Size of the remaining entries. */
  readonly bytes: number
}

/** Evicts the least recently used entries first. */
export function chooseEvicted<T extends CachedEntry>(all: readonly T[], bounds: CacheBounds): Evicted<T> {
  const files = countLinks(all)
  let bytes = [...files.values()].reduce((sum, file) => sum + freedBytes(file), 0)
  const bytesMax = Math.min(bounds.bytesMax, (bytes + bounds.roomBytes) / 2)
  const entries: T[] = []
  for (const entry of evictable(all, bounds)) {
    if (bytes <= bytesMax) break
    if (entry.isReserved === true && bytes <= 2 * bytesMax) continue
    entries.push(entry)
    bytes -= unlinkAll(entry, files)
  }
  return { entries, bytes }
}

function evictable<T extends CachedEntry>(all: readonly T[], { usedSinceMs }: CacheBounds): T[] {
  return all
    .filter(({ usedAtMs, isInMaking }) => usedAtMs < usedSinceMs && isInMaking !== true)
    .sort((a, b) => a.usedAtMs - b.usedAtMs)
}

interface CountedFile {
  readonly file: CachedFile
  /** Number of hard links within entries. */
  entryLinks: number
}

function countLinks(all: readonly CachedEntry[]): Map<number, CountedFile> {
  const files = new Map<number, CountedFile>()
  for (const file of all.flatMap((entry) => entry.files)) {
    const counted = files.get(file.inode)
    if (counted === undefined) files.set(file.inode, { file, entryLinks: 1 })
    else counted.entryLinks += 1
  }
  return files
}

/** A file that is also linked elsewhere, for example by a template, frees no space when it is evicted. */
function freedBytes({ file, entryLinks }: CountedFile): number {
  return entryLinks >= file.names ? file.bytes : 0
}

/** Returns the bytes that are freed: those of files whose last link was removed. */
function unlinkAll({ files }: CachedEntry, counted: Map<number, CountedFile>): number {
  let bytes = 0
  for (const { inode } of files) {
    const found = counted.get(inode)
    if (found === undefined) continue
    const { file, entryLinks } = found
    if (entryLinks === 1) bytes += freedBytes(found)
    counted.set(inode, { file: { ...file, names: file.names - 1 }, entryLinks: entryLinks - 1 })
  }
  return bytes
}
