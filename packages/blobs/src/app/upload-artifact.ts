/**
 * Sends files to the store as an artifact: read, compress, seal, pack, put, all of it at once and within bounds. The
 * manifest is returned when every object is stored; before that, and after a failure, objects may be there that nobody
 * refers to. Whoever repeats an upload of the same files sends only what is missing.
 */
import { conflictingName, whyNotFileName } from '../dialect/file-names.ts'
import type { ArtifactManifest } from '../dialect/manifest.ts'
import { isArtifactId } from '../dialect/object-keys.ts'
import type { ArtifactFile, ArtifactSource } from '../ports/artifact-files.ts'
import type { ObjectAccess } from '../ports/object-access.ts'
import { encodeFrames } from './encode-frames.ts'
import { deriveFrameKeys } from './frame-keys.ts'
import { createPacker, type ObjectPacker, type PackedObject } from './pack-objects.ts'
import { Slots } from './slots.ts'
import type { TransferLimits } from './transfer-limits.ts'

export interface UploadDeps {
  readonly source: ArtifactSource
  readonly access: ObjectAccess
  readonly limits: TransferLimits
}

export interface UploadRequest {
  readonly artifactId: string
  /** 32 random bytes. Absent: the artifact is not encrypted, and its objects have the names of their content. */
  readonly key?: Uint8Array
}

export interface UploadedArtifact {
  readonly manifest: ArtifactManifest
  /** Of all objects. */
  readonly storedBytes: number
  /** Of those that were not in the store yet. */
  readonly sentBytes: number
}

/** Throws BlobError, what the source throws, or the reason of the signal. */
export async function uploadArtifact(
  deps: UploadDeps,
  request: UploadRequest,
  signal: AbortSignal,
): Promise<UploadedArtifact> {
  const { source, limits } = deps
  const { artifactId, key } = request
  checkRequest(source.files, artifactId)
  const keys = key === undefined ? undefined : deriveFrameKeys(key)
  const packer = createPacker(source.files, {
    artifactId,
    isEncrypted: key !== undefined,
    objectBytes: limits.objectBytes,
  })
  const sender = createSender(deps, signal)
  await sender.sendAll(packed(packer, encodeFrames({ source, keys, limits }, artifactId, sender.signal)))
  const manifest = packer.manifest()
  const storedBytes = manifest.objects.reduce((sum, { bytes }) => sum + bytes, 0)
  return { manifest, storedBytes, sentBytes: sender.sentBytes() }
}

/** Faults of the caller. */
function checkRequest(files: readonly ArtifactFile[], artifactId: string): void {
  if (!isArtifactId(artifactId)) throw new TypeError(`${JSON.stringify(artifactId)} is no artifact id`)
  for (const { name } of files) {
    const why = whyNotFileName(name)
    if (why !== undefined) throw new TypeError(`the file name ${JSON.stringify(name)} ${why}`)
  }
  const conflict = conflictingName(files.map(({ name }) => name))
  if (conflict !== undefined) throw new TypeError(`the file name ${JSON.stringify(conflict)} is taken twice`)
}

async function* packed(
  packer: ObjectPacker,
  frames: ReturnType<typeof encodeFrames>,
): AsyncGenerator<PackedObject> {
  for await (const frame of frames) {
    const complete = packer.add(frame)
    if (complete !== undefined) yield complete
  }
  const last = packer.end()
  if (last !== undefined) yield last
}

interface Sender {
  /** Fires when one of the puts has failed as well. */
  readonly signal: AbortSignal
  /** Ends when nothing is in flight any more; throws the first failure. */
  sendAll(objects: AsyncIterable<PackedObject>): Promise<void>
  sentBytes(): number
}

function createSender({ access, limits }: UploadDeps, outer: AbortSignal): Sender {
  const failure = new AbortController()
  const signal = AbortSignal.any([outer, failure.signal])
  const ownSlots = new Slots(limits.objectsPerTransfer)
  const inFlight = new Set<Promise<void>>()
  let sentBytes = 0

  const put = async (object: PackedObject, releases: readonly (() => void)[]) => {
    try {
      const { bytes, identify } = object
      const { sha256, parts } = await limits.workers.digest(object.parts)
      if ((await access.put(identify(sha256), { bytes, sha256, parts }, signal)) === 'sent')
        sentBytes += bytes
      // Only here: after a failure a connection may still have them.
      for (const part of parts) limits.workers.buffers.give(part)
    } catch (error) {
      failure.abort(error)
    } finally {
      for (const release of releases) release()
    }
  }
  const start = async (object: PackedObject) => {
    const own = await ownSlots.acquire(signal)
    // A slot that is not got is not kept either: the other one is of this transfer only.
    const shared = await limits.objects.acquire(signal, limits.objectSlots(object.bytes))
    const putting = put(object, [own, shared]).finally(() => inFlight.delete(putting))
    inFlight.add(putting)
  }

  return {
    signal,
    sentBytes: () => sentBytes,
    async sendAll(objects) {
      try {
        for await (const object of objects) await start(object)
      } catch (error) {
        failure.abort(error)
      }
      await Promise.all(inFlight)
      signal.throwIfAborted()
    },
  }
}
