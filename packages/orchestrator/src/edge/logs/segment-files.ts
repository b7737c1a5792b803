/** The files of sandbox logs: one directory per sandbox, with the segments of its log. */
import { appendFile, mkdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSegmentFileName, segmentFileName } from '@cay/core/logs/log-lines.ts'
import type { Segment, StoredLog } from '@cay/core/logs/segments.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { type RestoredSegment, wholePart } from '../../dialect/logs/segment-parts.ts'
import { namesIn } from '../files/names-in.ts'

type SegmentName = Pick<Segment, 'firstNumber' | 'firstAtMs'>

/** The minimum size of a file on disk. */
const blockBytes = 4096
const newline = 10

export class SegmentFiles {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  async sandboxIds(): Promise<string[]> {
    return (await namesIn(this.#directory)).filter((name) => /^[a-z0-9]+$/.test(name))
  }

  /** Oldest first. Truncates an incomplete line at the end of the newest segment, whose writer has died. */
  async list(sandboxId: string): Promise<Segment[]> {
    const names = await this.#segmentNames(sandboxId)
    return await Promise.all(
      names.map(async (name, index) => {
        const path = this.#path(sandboxId, name)
        const isNewest = index === names.length - 1
        return { ...name, bytes: isNewest ? await cutToLines(path) : (await stat(path)).size }
      }),
    )
  }

  /** The size of its files on disk. */
  async describe(sandboxId: string): Promise<StoredLog> {
    const names = await this.#segmentNames(sandboxId)
    const stats = await Promise.all(names.map((name) => stat(this.#path(sandboxId, name))))
    return {
      sandboxId,
      segments: names.map((name, index) => ({
        ...name,
        bytes: Math.max(blockBytes, stats[index]?.size ?? 0),
      })),
      writtenAtMs: Math.floor(stats.at(-1)?.mtimeMs ?? 0),
    }
  }

  /** Reads the known part: an incomplete line may be behind it. Empty when it was removed. */
  async text(sandboxId: string, segment: Segment): Promise<string> {
    try {
      return (await readFile(this.#path(sandboxId, segment))).toString('utf8', 0, segment.bytes)
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return ''
      throw error
    }
  }

  /** Appends all of the text or nothing, also on a full disk. Resolves with the new segment. */
  async append(sandboxId: string, segment: Segment, text: string): Promise<Segment> {
    const path = this.#path(sandboxId, segment)
    if (segment.bytes === 0) await mkdir(join(this.#directory, sandboxId), { recursive: true, mode: 0o700 })
    try {
      await appendFile(path, text, { mode: 0o600 })
    } catch (error) {
      // When this fails as well, the next open truncates it to whole lines.
      await truncate(path, segment.bytes).catch(() => undefined)
      throw error
    }
    return { ...segment, bytes: segment.bytes + Buffer.byteLength(text) }
  }

  /** Replaces all of a log. The files are as old as their last entries. A node that is killed meanwhile may leave none. */
  async restore(sandboxId: string, segments: readonly RestoredSegment[]): Promise<void> {
    if (segments.length === 0) return
    const aside = join(this.#directory, `.restoring-${sandboxId}`)
    await rm(aside, { recursive: true, force: true })
    await mkdir(aside, { recursive: true, mode: 0o700 })
    for (const { text, ...name } of segments) {
      const path = join(aside, segmentFileName(name))
      const seconds = (wholePart(text)?.lastAtMs ?? name.firstAtMs) / 1000
      await writeFile(path, text, { mode: 0o600 })
      await utimes(path, seconds, seconds)
    }
    await this.removeDirectory(sandboxId)
    await rename(aside, join(this.#directory, sandboxId))
  }

  async remove(sandboxId: string, segments: readonly SegmentName[]): Promise<void> {
    for (const segment of segments) await rm(this.#path(sandboxId, segment), { force: true })
  }

  /** Removes the directory with all of its files. */
  async removeDirectory(sandboxId: string): Promise<void> {
    await rm(join(this.#directory, sandboxId), { recursive: true, force: true })
  }

  async #segmentNames(sandboxId: string): Promise<SegmentName[]> {
    const names = await namesIn(join(this.#directory, sandboxId))
    return names.toSorted().flatMap((name) => parseSegmentFileName(name) ?? [])
  }

  #path(sandboxId: string, segment: SegmentName): string {
    return join(this.#directory, sandboxId, segmentFileName(segment))
  }
}

/** Resolves with the size that is left. */
async function cutToLines(path: string): Promise<number> {
  const bytes = await readFile(path)
  const whole = bytes.lastIndexOf(newline) + 1
  if (whole < bytes.length) await truncate(path, whole)
  return whole
}
