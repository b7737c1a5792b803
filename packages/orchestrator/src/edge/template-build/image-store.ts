/**
 * The images of one team, by name and by digest. Blobs are exchanged with a pull by hard links, so that a pull cannot modify
 * what was pulled before.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, chown, link, lstat, mkdir, open, readFile } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import {
  type ImageConfig,
  type ManifestSummary,
  parseImageConfig,
  parseImageManifest,
} from '../../dialect/template-build/image-manifest.ts'
import { imageArch, knownArch, knownSystem } from '../../dialect/template-build/image-tool.ts'
import { BuildFailure } from '../../ports/build-spec.ts'
import type { PulledImage } from '../../ports/template-build.ts'
import { markUsed } from './cache-entries.ts'

/** What is stored for a name. */
export interface KnownImage {
  readonly name: string
  /** The digest of the manifest in the registry. */
  readonly digest: string
  /** The digest of the stored manifest. */
  readonly storedDigest: string
}

export class ImageStore {
  readonly #directory: string

  private constructor(directory: string) {
    this.#directory = directory
  }

  static async open(directory: string): Promise<ImageStore> {
    for (const path of ['names', 'blobs/sha256'])
      await mkdir(`${directory}/${path}`, { recursive: true, mode: 0o700 })
    return new ImageStore(directory)
  }

  /** Undefined when it was never pulled. Counts as a use. */
  async known(name: string): Promise<KnownImage | undefined> {
    const path = this.#nameFile(name)
    try {
      const known = JSON.parse(await readFile(path, 'utf8')) as KnownImage
      await markUsed(path)
      return known
    } catch {
      // Never pulled, or written by a process that was killed.
      return undefined
    }
  }

  async remember(image: KnownImage): Promise<void> {
    await writeAtomic(this.#nameFile(image.name), JSON.stringify(image))
  }

  /** Resolves with the parts of the image, which counts as a use. Throws when a part is missing. */
  async image({ digest, storedDigest }: Omit<KnownImage, 'name'>): Promise<PulledImage> {
    const manifest = parseImageManifest(await readFile(this.#blobFile(storedDigest), 'utf8'))
    if (manifest?.kind !== 'image') throw new Error('the store of images is damaged')
    const configFile = this.#blobFile(manifest.configDigest)
    const config: ImageConfig = parseImageConfig(await readFile(configFile, 'utf8'))
    if (config.os !== '' && config.os !== 'linux')
      throw new BuildFailure(`the image is for ${knownSystem(config.os)}, this node runs linux`)
    const architecture = imageArch(process.arch)
    if (config.architecture !== '' && config.architecture !== architecture) {
      const other = knownArch(config.architecture) ?? 'another processor'
      throw new BuildFailure(`the image is for ${other}, this node is ${architecture}`)
    }
    const layers = manifest.layers.map((layer) => this.#blobFile(layer.digest))
    for (const path of [this.#blobFile(storedDigest), configFile, ...layers]) await markUsed(path)
    return { digest, layers, variables: config.variables }
  }

  /** Links existing layers into a pull, as files that it can read and not write. */
  async linkLayers({ layers }: ManifestSummary, blobs: string): Promise<void> {
    for (const { digest } of layers)
      await link(this.#blobFile(digest), `${blobs}/${hexOf(digest)}`).catch((error: unknown) => {
        // Missing, or twice in the image.
        if (!isErrno(error, 'ENOENT', 'EEXIST')) throw error
      })
  }

  /** Adopts the parts of an image that a pull has written; existing parts stay. */
  async adopt(storedDigest: string, blobs: string): Promise<void> {
    const manifest = parseImageManifest(await readOwn(`${blobs}/${hexOf(storedDigest)}`))
    if (manifest?.kind !== 'image') throw new Error('the pull left no manifest of an image')
    // The manifest is last: it makes the image complete.
    const parts = [...manifest.layers.map(({ digest }) => digest), manifest.configDigest, storedDigest]
    for (const digest of new Set(parts)) await this.#adoptBlob(digest, `${blobs}/${hexOf(digest)}`)
  }

  async #adoptBlob(digest: string, from: string): Promise<void> {
    const found = await lstat(from)
    if (!found.isFile()) throw new Error('the pull left something else than a file')
    if (found.uid !== 0) {
      await chown(from, 0, 0)
      await chmod(from, 0o400)
    }
    await link(from, this.#blobFile(digest)).catch((error: unknown) => {
      if (!isErrno(error, 'EEXIST')) throw error
    })
  }

  #nameFile(name: string): string {
    return `${this.#directory}/names/${createHash('sha256').update(name).digest('hex')}`
  }

  #blobFile(digest: string): string {
    return `${this.#directory}/blobs/sha256/${hexOf(digest)}`
  }
}

function hexOf(digest: string): string {
  const [, hex] = /^sha256:([0-9a-f]{64})$/.exec(digest) ?? []
  if (hex === undefined) throw new BuildFailure('the image has a digest of a kind that is not known')
  return hex
}

/** Reads a regular file of a confined tool, and follows no link. */
export async function readOwn(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (!(await file.stat()).isFile()) throw new Error('the pull left something else than a file')
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}
