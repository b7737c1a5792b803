/** Which of the entries that are kept for later builds go, so that the rest of them keeps within its bounds. */

export interface CachedFile {
  /** The same for every name of one file. */
  readonly inode: number
  /** Names that the file has, here and elsewhere. */
  readonly names: number
  readonly bytes: number
}

export interface CachedEntry {
  readonly usedAtMs: number
  readonly files: readonly CachedFile[]
  /** Not used yet, and somebody is about to: goes only where the bound is passed twice. */
  readonly isAwaited?: boolean
  /** Half made: counts, and stays. */
  readonly isInMaking?: boolean
}

export interface CacheBounds {
  readonly bytesMax: number
  /** Bytes of disk that may still be filled: what is kept takes no more than half of that and itself. */
  readonly roomBytes: number
  /** What was used since then stays: a build that is under way stands on it. */
  readonly usedSinceMs: number
}

export interface Evicted<T> {
  /** In the order in which they were used. */
  readonly entries: readonly T[]
  /** What is left afterwards. */
  readonly bytes: number
}

/** What was used longest ago goes first. */
export function chooseEvicted<T extends CachedEntry>(all: readonly T[], bounds: CacheBounds): Evicted<T> {
  const files = countNames(all)
  let bytes = [...files.values()].reduce((sum, file) => sum + bytesAlone(file), 0)
  const bytesMax = Math.min(bounds.bytesMax, (bytes + bounds.roomBytes) / 2)
  const entries: T[] = []
  for (const entry of mayGo(all, bounds)) {
    if (bytes <= bytesMax) break
    if (entry.isAwaited === true && bytes <= 2 * bytesMax) continue
    entries.push(entry)
    bytes -= takeAway(entry, files)
  }
  return { entries, bytes }
}

function mayGo<T extends CachedEntry>(all: readonly T[], { usedSinceMs }: CacheBounds): T[] {
  return all
    .filter(({ usedAtMs, isInMaking }) => usedAtMs < usedSinceMs && isInMaking !== true)
    .sort((a, b) => a.usedAtMs - b.usedAtMs)
}

interface CountedFile {
  readonly file: CachedFile
  /** Names that entries have for it. */
  namesHere: number
}

function countNames(all: readonly CachedEntry[]): Map<number, CountedFile> {
  const files = new Map<number, CountedFile>()
  for (const file of all.flatMap((entry) => entry.files)) {
    const counted = files.get(file.inode)
    if (counted === undefined) files.set(file.inode, { file, namesHere: 1 })
    else counted.namesHere += 1
  }
  return files
}

/** What has a name elsewhere, for example in a template, takes its room whether or not it is kept here as well. */
function bytesAlone({ file, namesHere }: CountedFile): number {
  return namesHere >= file.names ? file.bytes : 0
}

/** Returns the bytes that this gives back: those of files of which it was the last name. */
function takeAway({ files }: CachedEntry, counted: Map<number, CountedFile>): number {
  let bytes = 0
  for (const { inode } of files) {
    const found = counted.get(inode)
    if (found === undefined) continue
    const { file, namesHere } = found
    if (namesHere === 1) bytes += bytesAlone(found)
    counted.set(inode, { file: { ...file, names: file.names - 1 }, namesHere: namesHere - 1 })
  }
  return bytes
}
