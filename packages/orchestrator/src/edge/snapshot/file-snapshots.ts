/**
 * Snapshots as directories. A snapshot is staged, synced and published by one rename, and removed by one rename. So after a
 * crash a snapshot exists completely or not at all.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ServiceError } from '@cay/core/errors.ts'
import { ignoreMissing } from '@cay/kit/host/errno.ts'
import { linkOrCopy } from '@cay/kit/host/link-or-copy.ts'
import { syncDirectory } from '@cay/kit/host/write-atomic.ts'
import {
  isSnapshotId,
  makingPrefix,
  removingPrefix,
  snapshotLayout,
  snapshotsLayout,
} from '../../dialect/snapshot/snapshot-layout.ts'
import {
  checkRestorable,
  damaged,
  type FileFacts,
  parseSnapshotManifest,
  type SnapshotManifest,
  snapshotFormatVersion,
} from '../../dialect/snapshot/snapshot-manifest.ts'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'
import type {
  ListedSnapshot,
  PublishOptions,
  Snapshot,
  SnapshotDraft,
  SnapshotFacts,
  Snapshots,
} from '../../ports/snapshot.ts'
import { keptProgram } from '../container/kept-runtimes.ts'
import { FileChecksums } from '../files/file-checksums.ts'
import { refusingFullDisk } from '../files/refusing-full-disk.ts'
import { measureFiles, settleFiles } from './snapshot-files.ts'

const what = 'the snapshot'

export interface SnapshotFiles {
  /** Absolute paths. */
  readonly directory: string
  readonly rootfs: string
  readonly manifest: SnapshotManifest
  /** Below the directory. */
  readonly names: readonly string[]
}

export class FileSnapshots implements Snapshots {
  readonly #layout: ReturnType<typeof snapshotsLayout>
  readonly #dataDir: string
  readonly #cpuFeatures: string
  readonly #checksums = new FileChecksums()

  constructor(dataDir: string, cpuFeatures: string) {
    this.#layout = snapshotsLayout(dataDir)
    this.#dataDir = dataDir
    this.#cpuFeatures = cpuFeatures
  }

  async begin(snapshotId: string): Promise<SnapshotDraft> {
    const making = this.#layout.making(assertId(snapshotId))
    await rm(making, { recursive: true, force: true })
    const { checkpoint, files } = snapshotLayout(making)
    await refusingFullDisk(what, () => mkdir(checkpoint, { recursive: true, mode: 0o700 }))
    return { checkpoint, files }
  }

  publish(
    facts: SnapshotFacts,
    rootfs: string,
    { isTransient = false }: PublishOptions = {},
  ): Promise<Snapshot> {
    const making = this.#layout.making(facts.snapshotId)
    const directory = this.#layout.snapshot(facts.snapshotId)
    const inside = snapshotLayout(making)
    return refusingFullDisk(what, async () => {
      await linkOrCopy(rootfs, inside.rootfs)
      await linkOrCopy(pathsFileOf(rootfs), pathsFileOf(inside.rootfs)).catch(ignoreMissing)
      const { files, diskBytes } = isTransient
        ? await measureFiles(making)
        : await settleFiles(making, this.#checksums)
      const manifest: SnapshotManifest = {
        formatVersion: snapshotFormatVersion,
        ...facts,
        cpuFeatures: this.#cpuFeatures,
        files,
        diskBytes,
      }
      const text = `${JSON.stringify(manifest, undefined, 2)}\n`
      await writeFile(inside.manifest, text, { mode: 0o600, flush: !isTransient })
      if (!isTransient) await syncDirectory(making)
      await rename(making, directory)
      if (!isTransient) await syncDirectory(this.#layout.snapshots)
      return { ...facts, ...snapshotLayout(directory), diskBytes }
    })
  }

  /** These are on the node alone. */
  async upload(): Promise<boolean> {
    return false
  }

  /** There is nowhere to fetch it from. */
  async fetchAhead(): Promise<undefined> {
    return undefined
  }

  /** Its directory, and what of it is neither a root file system nor belongs to one. */
  async ownFiles(snapshotId: string): Promise<SnapshotFiles> {
    return await describeOwn(this.#layout.snapshot(assertId(snapshotId)))
  }

  /**
   * Publishes what `fill` puts into a directory, which does not exist yet. Nothing waits for the disk: what a power failure leaves of it
   * is found damaged when it is opened, and is somewhere else as well. `fill` has compared with their digests what it has written: until
   * somebody changes the files, their checksums are not computed again.
   */
  async receive(snapshotId: string, fill: (directory: string) => Promise<void>): Promise<void> {
    const making = this.#layout.making(assertId(snapshotId))
    await this.#names()
    await rm(making, { recursive: true, force: true })
    await refusingFullDisk(what, async () => {
      await fill(making)
      const { names, manifest } = await describeOwn(making)
      for (const name of names) {
        const crc32 = manifest.files[name]?.crc32
        // One that lacks is told of when it is opened.
        if (crc32 !== undefined) await this.#checksums.trust(`${making}/${name}`, crc32).catch(ignoreMissing)
      }
      await rename(making, this.#layout.snapshot(snapshotId))
    })
  }

  async has(snapshotId: string): Promise<boolean> {
    return isSnapshotId(snapshotId) && (await sizeOf(this.#layout.snapshot(snapshotId))) !== undefined
  }

  async open(snapshotId: string, options: { readonly filesOnly?: boolean } = {}): Promise<Snapshot> {
    const directory = this.#layout.snapshot(assertId(snapshotId))
    const manifest = await this.#read(snapshotId)
    const isEngineKept = (sha256: string) => existsSync(keptProgram(this.#dataDir, sha256))
    checkRestorable(manifest, { cpuFeatures: this.#cpuFeatures, isEngineKept }, options)
    const damages = await Promise.all(
      Object.entries(manifest.files).map(([name, facts]) =>
        this.#damageOf(`${directory}/${name}`, name, facts),
      ),
    )
    const damage = damages.find((one) => one !== undefined)
    if (damage !== undefined) throw damaged(damage)
    const { engine } = manifest
    // The data directory may have been moved since.
    const here = engine && { engine: { ...engine, program: keptProgram(this.#dataDir, engine.sha256) } }
    return { ...manifest, ...snapshotLayout(directory), ...here }
  }

  async remove(snapshotId: string): Promise<void> {
    const { snapshot, making, removing } = this.#layout
    await rename(snapshot(assertId(snapshotId)), removing(snapshotId)).catch(ignoreMissing)
    for (const path of [making(snapshotId), removing(snapshotId)])
      await rm(path, { recursive: true, force: true })
  }

  async list(): Promise<ListedSnapshot[]> {
    const ids = (await this.#names()).filter(isSnapshotId)
    const all = await Promise.all(ids.map((id) => this.#read(id).catch(() => undefined)))
    return all.filter((one) => one !== undefined)
  }

  /** Removes what a killed node, or a power failure, left incomplete. Call it while nothing is staged. */
  async sweep(): Promise<void> {
    for (const name of await this.#names()) {
      const path = `${this.#layout.snapshots}/${name}`
      const isAside = name.startsWith(makingPrefix) || name.startsWith(removingPrefix)
      if (isAside || (await sizeOf(snapshotLayout(path).manifest)) === 0)
        await rm(path, { recursive: true, force: true })
    }
  }

  /** How a file differs from its manifest; undefined when it does not. */
  async #damageOf(path: string, name: string, known: FileFacts): Promise<string | undefined> {
    const bytes = await sizeOf(path)
    if (bytes !== known.bytes) return `${name} has ${bytes ?? 'no file'} instead of ${known.bytes} bytes`
    if (known.crc32 === undefined) return undefined
    return (await this.#checksums.crc32(path)) === known.crc32 ? undefined : `${name} was altered`
  }

  #read(snapshotId: string): Promise<SnapshotManifest> {
    return readManifest(this.#layout.snapshot(snapshotId))
  }

  async #names(): Promise<string[]> {
    await mkdir(this.#layout.snapshots, { recursive: true, mode: 0o700 })
    return await readdir(this.#layout.snapshots)
  }
}

async function describeOwn(directory: string): Promise<SnapshotFiles> {
  const manifest = await readManifest(directory)
  const { rootfs, manifest: manifestFile } = snapshotLayout(directory)
  const shared = [rootfs, pathsFileOf(rootfs)]
  const names = Object.keys(manifest.files).filter((name) => !shared.includes(`${directory}/${name}`))
  return { directory, rootfs, manifest, names: [...names, basename(manifestFile)] }
}

async function readManifest(directory: string): Promise<SnapshotManifest> {
  let text: string
  try {
    text = await readFile(snapshotLayout(directory).manifest, 'utf8')
  } catch (cause) {
    throw damaged('it has no readable manifest', cause)
  }
  return parseSnapshotManifest(text)
}

function assertId(snapshotId: string): string {
  if (isSnapshotId(snapshotId)) return snapshotId
  throw new ServiceError('request_invalid', 'a snapshot id is a UUID')
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch {
    // Whatever the reason, it cannot be used.
    return undefined
  }
}
