/** Builds of templates that are in the object store as well. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { syncDirectory } from '@cay/kit/host/write-atomic.ts'
import { type Manifest, parseManifest } from '../../dialect/template/manifest.ts'
import {
  buildLayout,
  fetchingPrefix,
  pathsFileOf,
  templateLayout,
} from '../../dialect/template/template-layout.ts'
import type { Artifacts, OpenedArtifact } from '../../ports/artifact.ts'
import { keepTemplateId } from '../template/aliases.ts'
import { visibleDirectories } from '../template/list-templates.ts'
import { removeBuild } from '../template/remove-build.ts'
import type { SharedRootfs } from './shared-rootfs.ts'

export interface StoredBuilds {
  /** Stores a build of this node. */
  store(build: BuildPlace): Promise<void>
  /** Fetches a build unless it is here; resolves with whether it is here now. */
  fetch(buildId: string): Promise<boolean>
  /** No error for one that is not stored. */
  release(buildId: string): Promise<void>
  /** Where the builds of this node lie. */
  places(): Promise<readonly BuildPlace[]>
  /** Whether it comes with Cay. */
  isBundled(build: BuildPlace): Promise<boolean>
  /** Removes it from this node alone, if it is not used. Resolves with whether it did. */
  evict(buildId: string, isUnused: () => boolean): Promise<boolean>
  /** Removes what a killed node has left. Call it while nothing is fetched. */
  sweep(): Promise<void>
}

export interface BuildPlace {
  readonly templateId: string
  readonly buildId: string
}

export interface StoredBuildsOptions {
  readonly dataDir: string
  readonly artifacts: Artifacts
  readonly rootfs: SharedRootfs
}

export function storedBuilds({ dataDir, artifacts, rootfs }: StoredBuildsOptions): StoredBuilds {
  const layout = templateLayout(dataDir)
  const queue = new SerialQueue()
  const directoryOf = ({ templateId, buildId }: BuildPlace) => `${layout.template(templateId)}/${buildId}`
  const places = async () => {
    const templates = await visibleDirectories(layout.templates)
    const all = templates.map(async (templateId) =>
      (await visibleDirectories(layout.template(templateId))).map((buildId) => ({ templateId, buildId })),
    )
    return (await Promise.all(all)).flat()
  }
  const isHere = async (buildId: string) => (await places()).some((place) => place.buildId === buildId)
  const fetchInto = async (making: string, artifact: OpenedArtifact) => {
    await artifact.fetch(making)
    if (artifact.rootfsId !== undefined) await rootfs.place(artifact.rootfsId, making)
  }
  /** One that was published meanwhile has the same content, and stays. */
  const publish = async (making: string, buildId: string) => {
    const { templateId, alias } = await readBuildManifest(making)
    if (alias !== '') await keepTemplateId(layout.aliases, { alias, templateId })
    await mkdir(layout.template(templateId), { recursive: true, mode: 0o700 })
    try {
      await rename(making, directoryOf({ templateId, buildId }))
    } catch (error) {
      if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error
    }
    await syncDirectory(layout.template(templateId))
  }
  return {
    places,
    store: async (place) => {
      const directory = directoryOf(place)
      const manifest = await readBuildManifest(directory)
      const rootfsId = await rootfs.store(buildLayout(directory).rootfs)
      const { alias, templateId, cpuFeatures } = manifest
      await artifacts.store({
        ...{ artifactId: place.buildId, kind: 'build', directory, rootfsId, cpuFeatures },
        names: ownNames(manifest, directory),
        ...(alias === '' ? {} : { recipe: { alias, templateId } }),
      })
    },
    fetch: (buildId) =>
      queue.run(buildId, async () => {
        if (await isHere(buildId)) return true
        const artifact = await artifacts.open(buildId)
        if (artifact?.kind !== 'build') return false
        await mkdir(layout.templates, { recursive: true, mode: 0o700 })
        // The template builder of the machine may be fetching it as well.
        const making = `${layout.templates}/${fetchingPrefix}${buildId}-${randomUUID()}`
        try {
          await fetchInto(making, artifact)
          await publish(making, buildId)
        } finally {
          await rm(making, { recursive: true, force: true })
        }
        return true
      }),
    release: (buildId) => artifacts.release([buildId]),
    isBundled: async (place) => (await readBuildManifest(directoryOf(place))).alias !== '',
    evict: (buildId, isUnused) =>
      queue.run(buildId, async () => isUnused() && (await removeBuild(layout, buildId))),
    async sweep() {
      await mkdir(layout.templates, { recursive: true, mode: 0o700 })
      for (const name of (await readdir(layout.templates)).filter((one) => one.startsWith(fetchingPrefix)))
        await rm(`${layout.templates}/${name}`, { recursive: true, force: true })
    },
  }
}

async function readBuildManifest(directory: string): Promise<Manifest> {
  return parseManifest(await readFile(buildLayout(directory).manifest, 'utf8'))
}

/** What is neither the root file system nor belongs to it. */
function ownNames({ files }: Manifest, directory: string): string[] {
  const { rootfs, manifest } = buildLayout(directory)
  const shared = [rootfs, pathsFileOf(rootfs)]
  return [
    ...Object.keys(files).filter((name) => !shared.includes(`${directory}/${name}`)),
    basename(manifest),
  ]
}
