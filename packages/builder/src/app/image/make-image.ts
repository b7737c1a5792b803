/** Makes one root file system of an image, layers on top of it, and what every sandbox needs. */

import { encodeMetadata } from '../../dialect/erofs/encode-metadata.ts'
import { blockBytes } from '../../dialect/erofs/layout.ts'
import { planImage } from '../../dialect/erofs/plan-image.ts'
import { type Directory, makeDirectory } from '../../dialect/tree/tree.ts'
import type { ImageWriter } from '../../ports/image-writer.ts'
import { openTreeFiles } from '../provision/file-access.ts'
import { openToUsers } from '../provision/open-to-users.ts'
import { provision } from '../provision/provision.ts'
import { findDaemon, sealDaemon } from '../provision/seal-daemon.ts'
import { applyChanges } from './apply-changes.ts'
import { applyLayer, type LayerCounts } from './apply-layer.ts'
import { copyContents, filesOf } from './copy-contents.ts'

/** An existing image. Blocks in its tree are blocks of this image. */
export interface OpenImage {
  readonly root: Directory
  /** Of the whole file. */
  readonly bytes: number
  readonly fd: number
}

export interface ImageOptions {
  /** Opens the output, of which so many bytes exist already. */
  readonly output: (fromBytes: number) => ImageWriter
  /** 16 bytes. */
  readonly uuid: Uint8Array
  readonly entriesMax: number
  /** The image below the layers. Absent: an empty tree. */
  readonly base?: OpenImage
  /** The output is a copy of the base: contents stay, and new ones are appended. */
  readonly startsAsBase?: boolean
  /** Uncompressed archives, lowest first. */
  readonly layers: readonly AsyncIterable<Uint8Array>[]
  /** An archive with the changes of a sandbox. */
  readonly changes?: AsyncIterable<Uint8Array>
  /** The image of the base template, which provides the daemon for an OCI image. */
  readonly parts?: OpenImage
  /** Small files of root that are written last: absolute path -> content. */
  readonly files: Readonly<Record<string, string>>
  /** The final image of a template: users may write to the usual directories, and the daemon is sealed. */
  readonly isFinal: boolean
}

export interface ImageResult {
  readonly root: Directory
  readonly bytes: number
  readonly inodes: number
  /** Sentences for the build's log. */
  readonly notes: readonly string[]
}

export async function makeImage(options: ImageOptions): Promise<ImageResult> {
  const { base, startsAsBase = false } = options
  const root = base?.root ?? makeDirectory(-1)
  // Found before untrusted layers are applied.
  const daemon = findDaemon(options.parts?.root ?? base?.root)
  const writer = options.output(startsAsBase ? (base?.bytes ?? 0) : 0)
  if (base !== undefined && !startsAsBase) await copyContents(filesOf(root), base.fd, writer)
  const { entriesMax } = options
  const counts: LayerCounts = { entries: 0, entriesMax, devicesLeftOut: 0, attributesLeftOut: 0 }
  for (const [layer, archive] of options.layers.entries())
    await applyLayer({ root, writer, layer, archive, counts })
  if (options.changes !== undefined)
    await applyChanges({ root, writer, layer: options.layers.length, archive: options.changes, counts })
  const notes = options.parts === undefined ? [] : await provision({ root, writer, parts: options.parts })
  if (options.isFinal) openToUsers(root)
  const treeFiles = openTreeFiles(root, writer)
  for (const [path, content] of Object.entries(options.files))
    treeFiles.put(path, Buffer.from(content).toString('latin1'))
  if (options.isFinal) sealDaemon(root, daemon)
  const plan = planImage(root)
  const metadataBlock = writer.bytes / blockBytes
  const bytes = await writer.finish(encodeMetadata(plan, metadataBlock), {
    rootNid: plan.inodes.get(root)?.nid ?? 0,
    inodes: plan.inodes.size,
    metadataBlock,
    buildSeconds: 0,
    buildNanos: 0,
    uuid: options.uuid,
  })
  return {
    root,
    bytes,
    inodes: plan.inodes.size,
    notes: [...devicesNote(counts), ...attributesNote(counts), ...notes],
  }
}

function devicesNote({ devicesLeftOut }: LayerCounts): string[] {
  if (devicesLeftOut === 0) return []
  return [`left out ${devicesLeftOut} device node${devicesLeftOut === 1 ? '' : 's'}: a sandbox has its own`]
}

/** The runtime does not find a file with extended attributes. */
function attributesNote({ attributesLeftOut }: LayerCounts): string[] {
  if (attributesLeftOut === 0) return []
  const files = `${attributesLeftOut} file${attributesLeftOut === 1 ? '' : 's'}`
  return [`left out the extended attributes of ${files}: a template cannot hold any`]
}
