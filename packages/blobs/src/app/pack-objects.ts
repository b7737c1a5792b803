/**
 * Packs frames into objects, and writes down where they are. An object of an unencrypted artifact ends with its file, so
 * that equal files of two artifacts are equal objects.
 */
import { createHash } from 'node:crypto'
import { type ArtifactManifest, type ManifestObject, manifestVersion } from '../dialect/manifest.ts'
import { artifactKey, contentKey } from '../dialect/object-keys.ts'
import type { ArtifactFile } from '../ports/artifact-files.ts'
import type { BlobBody } from '../ports/blob.ts'
import type { EncodedFrame } from './encode-frames.ts'
import { createFileDigest } from './file-digest.ts'

export interface PackedObject {
  readonly key: string
  readonly body: BlobBody
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
  let open: OpenObject | undefined

  const close = (): PackedObject | undefined => {
    if (open === undefined) return undefined
    const { parts, bytes } = open
    open = undefined
    const sha256 = hashOf(parts)
    const key = isEncrypted ? artifactKey(artifactId, objects.length) : contentKey(sha256)
    objects.push({ key, bytes, sha256 })
    return { key, body: { bytes, sha256, parts } }
  }
  const mustClose = ({ file }: EncodedFrame, added: number) =>
    open !== undefined && (open.bytes + added > objectBytes || (!isEncrypted && open.file !== file))

  return {
    add(encoded) {
      const { file, frame, stored } = encoded
      const of = packing[file]
      const added = bytesOf(stored?.parts ?? [])
      of?.frames.push(added)
      if (stored === undefined) return undefined
      of?.digest.set(frame, stored.contentDigest)
      const complete = mustClose(encoded, added) ? close() : undefined
      open ??= { file, parts: [], bytes: 0 }
      open.parts.push(...stored.parts)
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
  readonly parts: Uint8Array[]
  bytes: number
}

const bytesOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0)

function hashOf(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
