/**
 * Segments of logs and metric series in the object store: those of one round are one file of one artifact, in which each has
 * its range of bytes.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import type { Artifacts, PlacedSegment, StoredSegment } from '../../ports/artifact.ts'
import type { NewSegment, SegmentArchive } from '../../ports/segments.ts'

const fileName = 'segments'
/** Sandboxes of one query. */
const idsAtOnce = 200

/** `scratch`: a directory of its own; what a killed node left there is removed. */
export async function openSegmentArchive(scratch: string, artifacts: Artifacts): Promise<SegmentArchive> {
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  return {
    store: async (segments) => {
      const artifactId = `logs-${randomUUID()}`
      const directory = `${scratch}/${artifactId}`
      const { bytes, placed } = place(segments)
      await mkdir(directory, { mode: 0o700 })
      try {
        await writeFile(`${directory}/${fileName}`, bytes, { mode: 0o600 })
        await artifacts.store({ artifactId, kind: 'logs', directory, names: [fileName], segments: placed })
      } finally {
        await rm(directory, { recursive: true, force: true })
      }
    },
    list: async (sandboxIds) => {
      const found: StoredSegment[] = []
      for (let from = 0; from < sandboxIds.length; from += idsAtOnce)
        found.push(...(await artifacts.listLogSegments(sandboxIds.slice(from, from + idsAtOnce))))
      return found
    },
    read: async (segments) => {
      const texts: string[] = []
      for (const segment of segments) texts.push(await readSegment(scratch, artifacts, segment))
      return texts
    },
  }
}

function place(segments: readonly NewSegment[]): { bytes: Buffer; placed: PlacedSegment[] } {
  const parts = segments.map(({ text }) => Buffer.from(text))
  let startByte = 0
  const placed = segments.map(({ text: _, ...terms }, index) => {
    const bytes = parts[index]?.length ?? 0
    const one = { ...terms, startByte, bytes }
    startByte += bytes
    return one
  })
  return { bytes: Buffer.concat(parts), placed }
}

/** Empty when its retention has ended meanwhile. */
async function readSegment(
  scratch: string,
  artifacts: Artifacts,
  { artifactId, startByte, bytes }: StoredSegment,
): Promise<string> {
  const artifact = await artifacts.open(artifactId)
  if (artifact === undefined) return ''
  const target = `${scratch}/${randomUUID()}`
  try {
    await artifact.fetch(target)
    await using file = await open(`${target}/${fileName}`)
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(bytes), position: startByte })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}
