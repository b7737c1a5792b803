/**
 * Fetches the files of an artifact: several objects at once, whose frames are opened, decompressed and written as they arrive;
 * zeros are left out. What is encrypted is checked frame by frame, what is not by the digest of the object. Files appear when all of them are complete and have their digests; after
 * any failure nothing is left.
 */
import { createHash } from 'node:crypto'
import { frameBytes } from '../dialect/format.ts'
import {
  type ArtifactManifest,
  type ManifestObject,
  type PlacedFrame,
  placeFrames,
} from '../dialect/manifest.ts'
import type { ArtifactSink } from '../ports/artifact-files.ts'
import { BlobError } from '../ports/blob-error.ts'
import type { FrameKeys } from '../ports/frame-workers.ts'
import type { ObjectAccess } from '../ports/object-access.ts'
import { createFileDigest, type FileDigest } from './file-digest.ts'
import { deriveFrameKeys } from './frame-keys.ts'
import { forEachParallel, mapOrdered } from './map-ordered.ts'
import { readObject } from './read-object.ts'
import type { RetryPolicy } from './retry-policy.ts'
import { type TakenFrame, takeFrames } from './take-frames.ts'
import type { TransferLimits } from './transfer-limits.ts'

export interface DownloadDeps {
  readonly sink: ArtifactSink
  readonly access: ObjectAccess
  readonly limits: TransferLimits
  readonly retryPolicy: RetryPolicy
}

export interface DownloadRequest {
  readonly manifest: ArtifactManifest
  /** Of an encrypted artifact. */
  readonly key?: Uint8Array
}

/** Throws BlobError, what the sink throws, or the reason of the signal. */
export async function downloadArtifact(
  deps: DownloadDeps,
  request: DownloadRequest,
  signal: AbortSignal,
): Promise<void> {
  try {
    await receive(deps, request, signal)
    signal.throwIfAborted()
    await deps.sink.commit()
  } catch (error) {
    await deps.sink.discard()
    throw error
  }
}

async function receive(
  deps: DownloadDeps,
  { manifest, key }: DownloadRequest,
  outer: AbortSignal,
): Promise<void> {
  const placed = placeFrames(manifest)
  const keys = keysFor(manifest, key)
  for (const file of manifest.files) await deps.sink.create(file)
  const failure = new AbortController()
  const receiving: Receiving = {
    ...deps,
    manifest,
    keys,
    digests: manifest.files.map(({ bytes }) => createFileDigest(bytes)),
    signal: AbortSignal.any([outer, failure.signal]),
  }
  await forEachParallel(
    manifest.objects.entries(),
    deps.limits.objectsPerTransfer,
    async ([number, object]) => {
      const { limits } = deps
      const task = () => receiveObject(receiving, object, placed[number] ?? [])
      await limits.objects
        .run(task, receiving.signal, limits.objectSlots(object.bytes))
        .catch((error: unknown) => {
          failure.abort(error)
          throw error
        })
    },
  )
  checkDigests(receiving)
}

interface Receiving extends DownloadDeps {
  readonly manifest: ArtifactManifest
  readonly keys: FrameKeys | undefined
  readonly digests: readonly FileDigest[]
  readonly signal: AbortSignal
}

function keysFor({ encryption }: ArtifactManifest, key: Uint8Array | undefined): FrameKeys | undefined {
  if (encryption === 'none') return undefined
  if (key === undefined) throw new TypeError('an encrypted artifact takes its key')
  return deriveFrameKeys(key)
}

/** Frames of one object that are opened while the next bytes arrive: enough for a second thread, as most artifacts are one object. */
const framesOpenedAhead = 3

async function receiveObject(
  receiving: Receiving,
  object: ManifestObject,
  frames: readonly PlacedFrame[],
): Promise<void> {
  const { limits, keys, signal } = receiving
  const { buffers } = limits.workers
  // Each byte of an encrypted object is part of a frame, whose tag says more than a digest of the object.
  const hash = keys === undefined ? createHash('sha256') : undefined
  const stored = takeFrames(readObject(receiving, object, signal), { frames, hash, buffers })
  const opened = mapOrdered(stored, framesOpenedAhead, (taken) =>
    limits.frames.run(() => receiveFrame(receiving, { ...taken, object }), signal),
  )
  for await (const _ of opened);
  if (hash !== undefined && hash.digest('hex') !== object.sha256)
    throw new BlobError(
      'damaged',
      `object ${object.key} is damaged: its digest is not the one in the manifest`,
    )
}

interface ReceivedFrame extends TakenFrame {
  readonly object: ManifestObject
}

async function receiveFrame(
  { manifest, keys, digests, sink, limits }: Receiving,
  { object, placed, stored }: ReceivedFrame,
): Promise<void> {
  const file = manifest.files[placed.file]?.name ?? ''
  const { frame, bytes } = placed
  const name = { artifactId: manifest.artifactId, file, frame, bytes }
  const place = { descriptor: sink.descriptor(file), offset: frame * frameBytes, name, keys }
  const decoded = await limits.workers.decode(stored, place)
  if ('contentDigest' in decoded) {
    digests[placed.file]?.set(frame, decoded.contentDigest)
    return
  }
  const what = `frame ${frame} of ${JSON.stringify(file)} cannot be opened`
  throw new BlobError('damaged', `object ${object.key} is damaged: ${what}`, { cause: decoded.damage })
}

function checkDigests({ manifest, digests }: Receiving): void {
  const wrong = manifest.files.find(({ sha256 }, number) => digests[number]?.hex() !== sha256)
  if (wrong === undefined) return
  const message = `file ${JSON.stringify(wrong.name)} of artifact ${manifest.artifactId} is damaged: its digest is not the one in the manifest`
  throw new BlobError('damaged', message)
}
