/** Reads parts of logs and metric series from the object store. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { directAccess } from '@cay/blobs/app/direct-access.ts'
import { downloadArtifact } from '@cay/blobs/app/download-artifact.ts'
import { createTransferLimits } from '@cay/blobs/app/transfer-limits.ts'
import { parseManifest } from '@cay/blobs/dialect/manifest.ts'
import { directorySink } from '@cay/blobs/edge/directory-sink.ts'
import { frameWorkers } from '@cay/blobs/edge/frame-workers.ts'
import { isBlobError } from '@cay/blobs/ports/blob-error.ts'
import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { LogSegment, ReadSegments, StoredArtifact } from '../../ports/artifact.ts'
import type { Store } from '../../ports/store.ts'

/** An artifact of logs has one file. */
const fileName = 'segments'
const retryPolicy = { withinMs: 3_000, firstDelayMs: 100, delayMsMax: 1_000 }
const readMsMax = 15_000

export interface SegmentReaderParts {
  /** A directory of its own, which is emptied at the start. */
  readonly scratch: string
  readonly blobs: BlobStore
  readonly store: Pick<Store, 'findArtifact'>
  /** Opens the sealed key of an artifact. */
  readonly openKey: (artifact: StoredArtifact) => Uint8Array
}

/** Nothing of an artifact whose retention has ended meanwhile. Throws store_unavailable, snapshot_damaged. */
export async function createSegmentReader(parts: SegmentReaderParts): Promise<ReadSegments> {
  const { blobs, store, openKey, scratch } = parts
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const limits = createTransferLimits(frameWorkers(1), { objectsAtOnce: 2 })
  const access = directAccess(blobs, { retryPolicy })
  const fetch = async (artifact: StoredArtifact, target: string) => {
    const request = { manifest: parseManifest(JSON.parse(artifact.manifest)), key: openKey(artifact) }
    const sink = await directorySink(target, { isDurable: false })
    const signal = AbortSignal.timeout(readMsMax)
    await downloadArtifact({ sink, access, limits, retryPolicy }, request, signal)
  }
  return async (artifactId, segments) => {
    const found = await store.findArtifact(artifactId)
    if (found?.kind !== 'logs') return []
    const target = `${scratch}/${randomUUID()}`
    try {
      await fetch(found, target)
      return await readRanges(`${target}/${fileName}`, segments)
    } catch (error) {
      throw named(error)
    } finally {
      await rm(target, { recursive: true, force: true })
    }
  }
}

async function readRanges(path: string, segments: readonly LogSegment[]): Promise<string[]> {
  await using file = await open(path)
  const texts: string[] = []
  for (const { startByte, bytes } of segments) {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(bytes), position: startByte })
    texts.push(buffer.toString('utf8', 0, bytesRead))
  }
  return texts
}

function named(cause: unknown): unknown {
  if (isBlobError(cause, 'damaged', 'not_found'))
    return new ServiceError('snapshot_damaged', 'a part of the log is damaged in the object store', { cause })
  if (isBlobError(cause) || (cause instanceof Error && cause.name === 'TimeoutError'))
    return new ServiceError('store_unavailable', 'the object store cannot be used at present', { cause })
  return cause
}
