/**
 * The manifest of an artifact: which files it has and in which objects their frames lie. It belongs with the records of
 * the installation, not into the store: everything that comes from the store is checked against it.
 */
import { BlobError } from '../ports/blob-error.ts'
import { conflictingName, whyNotFileName } from './file-names.ts'
import { frameCount, frameLength, objectBytesMax, storedFrameBytesMax } from './format.ts'
import { artifactKey, contentKey, isArtifactId } from './object-keys.ts'

export const manifestVersion = 1
export const encryptions = ['none', 'aes-256-gcm'] as const
export type Encryption = (typeof encryptions)[number]

export interface ManifestFile {
  readonly name: string
  readonly bytes: number
  readonly isExecutable: boolean
  /** Of the digests of its frames' contents, in order: SHA-256 of SHA-256s. */
  readonly sha256: string
  /** Stored bytes of each frame; 0: the content is zeros, and nothing is stored. */
  readonly frames: readonly number[]
}

export interface ManifestObject {
  readonly key: string
  readonly bytes: number
  readonly sha256: string
}

/** The stored frames of all files follow one another through the objects, and no frame is in two objects. */
export interface ArtifactManifest {
  readonly formatVersion: typeof manifestVersion
  readonly artifactId: string
  readonly encryption: Encryption
  readonly files: readonly ManifestFile[]
  readonly objects: readonly ManifestObject[]
}

/** Takes what JSON.parse returned. Throws BlobError "damaged" with the first thing that is wrong. */
export function parseManifest(value: unknown): ArtifactManifest {
  const { formatVersion, artifactId, encryption, files, objects } = recordOf(value, 'the manifest')
  if (formatVersion !== manifestVersion)
    throw damaged(`it has format ${String(formatVersion)}, this program knows format ${manifestVersion}`)
  if (typeof artifactId !== 'string' || !isArtifactId(artifactId)) throw wrongField('artifactId')
  const known = encryptions.find((name) => name === encryption)
  if (known === undefined) throw wrongField('encryption')
  const manifest = {
    formatVersion: manifestVersion,
    artifactId,
    encryption: known,
    files: listOf(files, 'files').map(parseFile),
    objects: listOf(objects, 'objects').map(parseObject),
  } as const
  checkNames(manifest)
  checkKeys(manifest)
  return manifest
}

function parseFile(value: unknown): ManifestFile {
  const { name, bytes, isExecutable, sha256, frames } = recordOf(value, 'a file')
  if (typeof name !== 'string') throw wrongField('name')
  if (!isCount(bytes)) throw wrongField('bytes', name)
  if (typeof isExecutable !== 'boolean') throw wrongField('isExecutable', name)
  if (!isDigest(sha256)) throw wrongField('sha256', name)
  const sizes = listOf(frames, 'frames').filter(isCount)
  const isWhole = sizes.length === frameCount(bytes) && listOf(frames, 'frames').length === sizes.length
  if (!isWhole || sizes.some((size) => size > storedFrameBytesMax)) throw wrongField('frames', name)
  return { name, bytes, isExecutable, sha256, frames: sizes }
}

function parseObject(value: unknown): ManifestObject {
  const { key, bytes, sha256 } = recordOf(value, 'an object')
  if (typeof key !== 'string') throw wrongField('key')
  if (!isCount(bytes) || bytes === 0 || bytes > objectBytesMax) throw wrongField('bytes', key)
  if (!isDigest(sha256)) throw wrongField('sha256', key)
  return { key, bytes, sha256 }
}

function checkNames({ files }: ArtifactManifest): void {
  for (const { name } of files) {
    const why = whyNotFileName(name)
    if (why !== undefined) throw damaged(`the file name ${JSON.stringify(name)} ${why}`)
  }
  const conflict = conflictingName(files.map(({ name }) => name))
  if (conflict !== undefined) throw damaged(`the file name ${JSON.stringify(conflict)} is taken twice`)
}

/** A manifest names its own objects only. */
function checkKeys({ artifactId, encryption, objects }: ArtifactManifest): void {
  objects.forEach(({ key, sha256 }, number) => {
    const own = encryption === 'none' ? contentKey(sha256) : artifactKey(artifactId, number)
    if (key !== own) throw wrongField('key', key)
  })
}

export interface PlacedFrame {
  readonly file: number
  readonly frame: number
  /** Content. */
  readonly bytes: number
  readonly storedBytes: number
}

/** The frames of each object, in the order of their bytes. Throws BlobError "damaged" when they do not fit exactly. */
export function placeFrames({ files, objects }: ArtifactManifest): PlacedFrame[][] {
  const placed: PlacedFrame[][] = objects.map(() => [])
  let object = 0
  let filled = 0
  for (const frame of storedFrames(files)) {
    placed[object]?.push(frame)
    filled += frame.storedBytes
    const end = objects[object]?.bytes ?? 0
    if (filled > end) throw damaged(`frame ${frame.frame} of ${files[frame.file]?.name} fits into no object`)
    if (filled === end) {
      object++
      filled = 0
    }
  }
  if (object !== objects.length)
    throw damaged(`object ${objects[object]?.key} has bytes that belong to no file`)
  return placed
}

function storedFrames(files: readonly ManifestFile[]): PlacedFrame[] {
  return files.flatMap(({ bytes, frames }, file) =>
    frames
      .map((storedBytes, frame) => ({ file, frame, storedBytes, bytes: frameLength(bytes, frame) }))
      .filter(({ storedBytes }) => storedBytes > 0),
  )
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

function recordOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw damaged(`${what} is no record`)
  return Object.fromEntries(Object.entries(value))
}

function listOf(value: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongField(field)
  return value
}

const wrongField = (field: string, of?: string) =>
  damaged(`field "${field}"${of === undefined ? '' : ` of ${JSON.stringify(of)}`} is missing or wrong`)
const damaged = (why: string) => new BlobError('damaged', `the manifest of the artifact is damaged: ${why}`)
