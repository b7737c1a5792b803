/**
 * Packs frames into objects, and writes down where they are. An object of an unencrypted artifact ends with its file, so
 * that equal files of two artifacts are equal objects.
 */
import { type ArtifactManifest, type ManifestObject, manifestVersion } from '../dialect/manifest.ts'
import { artifactKey, contentKey } from '../dialect/object-keys.ts'
import type { ArtifactFile } from '../ports/artifact-files.ts'
import type { FrameBuffer } from '../ports/frame-workers.ts'
import type { EncodedFrame } from './encode-frames.ts'
import { createFileDigest } from './file-digest.ts'

export interface PackedObject {
  readonly bytes: number
  /** Stored frames. */
  readonly parts: readonly FrameBuffer[]
  /** Writes its digest, in hex, into the manifest. Returns its key. */
  identify(sha256: string): string
}

export interface PackOptions {
  readonly artifactId: string
  readonly isEncrypted: boolean
  /** An object is closed before it would be larger than this. */
  readonly objectBytes: number
}

export interface ObjectPacker {
  /** The frames come in order. Returns the object that is complete, if one is. */
  add(frame: EncodedFrame): PackedObject | undefined
  /** The last object, if there is one. */
  end(): PackedObject | undefined
  /** When all objects are identified. */
  manifest(): ArtifactManifest
}

export function createPacker(files: readonly ArtifactFile[], options: PackOptions): ObjectPacker {
  const { artifactId, isEncrypted, objectBytes } = options
  const packing = files.map((file) => ({
    ...file,
    digest: createFileDigest(file.bytes),
    frames: [] as number[],
  }))
  const objects: ManifestObject[] = []
  let closed = 0
  let open: OpenObject | undefined

  const close = (): PackedObject | undefined => {
    if (open === undefined) return undefined
    const { parts, bytes } = open
    open = undefined
    const number = closed++
    const identify = (sha256: string) => {
      const key = isEncrypted ? artifactKey(artifactId, number) : contentKey(sha256)
      objects[number] = { key, bytes, sha256 }
      return key
    }
    return { bytes, parts, identify }
  }
  const mustClose = ({ file }: EncodedFrame, added: number) =>
    open !== undefined && (open.bytes + added > objectBytes || (!isEncrypted && open.file !== file))

  return {
    add(packed) {
      const { file, frame, encoded } = packed
      const of = packing[file]
      const added = encoded?.stored.length ?? 0
      of?.frames.push(added)
      if (encoded === undefined) return undefined
      of?.digest.set(frame, encoded.contentDigest)
      const complete = mustClose(packed, added) ? close() : undefined
      open ??= { file, parts: [], bytes: 0 }
      open.parts.push(encoded.stored)
      open.bytes += added
      return complete
    },
    end: close,
    manifest: () => ({
      formatVersion: manifestVersion,
      artifactId,
      encryption: isEncrypted ? 'aes-256-gcm' : 'none',
      files: packing.map(({ digest, ...file }) => ({ ...file, sha256: digest.hex() })),
      objects,
    }),
  }
}

interface OpenObject {
  /** The one whose frame came first. */
  readonly file: number
  readonly parts: FrameBuffer[]
  bytes: number
}
