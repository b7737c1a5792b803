/** The files that logs of sandboxes are kept in: a directory for each sandbox, in it the segments of its log. */
import { appendFile, mkdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Segment, Shelf } from '@cay/core/logs/segments.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { parseSegmentFileName, segmentFileName } from '../../dialect/logs/log-lines.ts'
import { namesIn } from '../files/names-in.ts'

type SegmentName = Pick<Segment, 'firstNumber' | 'firstAtMs'>

/** What a file takes at least. */
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

  /** Oldest first. Cuts off what is no whole line at the end of the newest: its writer has died. */
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

  /** What its files take. */
  async shelf(sandboxId: string): Promise<Shelf> {
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

  /** As far as it is known: a line may be in the making behind that. Empty when it is gone. */
  async text(sandboxId: string, segment: Segment): Promise<string> {
    try {
      return (await readFile(this.#path(sandboxId, segment))).toString('utf8', 0, segment.bytes)
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return ''
      throw error
    }
  }

  /** All of the text or nothing, also on a full disk. Returns the segment as it is then. */
  async append(sandboxId: string, segment: Segment, text: string): Promise<Segment> {
    const path = this.#path(sandboxId, segment)
    if (segment.bytes === 0) await mkdir(join(this.#directory, sandboxId), { recursive: true, mode: 0o700 })
    try {
      await appendFile(path, text, { mode: 0o600 })
    } catch (error) {
      // When even this fails, whoever opens the log next cuts it to whole lines.
      await truncate(path, segment.bytes).catch(() => undefined)
      throw error
    }
    return { ...segment, bytes: segment.bytes + Buffer.byteLength(text) }
  }

  async remove(sandboxId: string, segments: readonly SegmentName[]): Promise<void> {
    for (const segment of segments) await rm(this.#path(sandboxId, segment), { force: true })
  }

  /** With whatever lies in it. */
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

/** Returns the size that is left. */
async function cutToLines(path: string): Promise<number> {
  const bytes = await readFile(path)
  const whole = bytes.lastIndexOf(newline) + 1
  if (whole < bytes.length) await truncate(path, whole)
  return whole
}
