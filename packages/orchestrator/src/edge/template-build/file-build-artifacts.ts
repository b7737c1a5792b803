/** Published builds, beside those of recipes: staged, and published by one rename. */
import { mkdir, rm } from 'node:fs/promises'
import { envdVersion } from '@cay/contract/names.ts'
import { buildLayout, templateLayout } from '../../dialect/template/template-layout.ts'
import type { BuildStoreLayout } from '../../dialect/template-build/build-layout.ts'
import type { NodeTraits } from '../../ports/template.ts'
import type { BuildArtifacts, UserBuild } from '../../ports/template-build.ts'
import { listTemplates } from '../template/list-templates.ts'
import { publishBuild, syncFile } from '../template/publish-build.ts'
import { removeBuild } from '../template/remove-build.ts'
import { linkCheckpoint, linkRootfs } from './link-rootfs.ts'

export interface FileBuildArtifactsOptions {
  readonly dataDir: string
  readonly store: BuildStoreLayout
  readonly traits: NodeTraits
  readonly nowMs: () => number
  /** Something was published or removed. */
  readonly onChange: () => Promise<void>
}

export function fileBuildArtifacts({
  dataDir,
  store,
  traits,
  nowMs,
  onChange,
}: FileBuildArtifactsOptions): BuildArtifacts {
  const layout = templateLayout(dataDir)
  const making = (buildId: string) => `${store.making}/${store.checked(buildId)}`
  const begin = async (buildId: string) => {
    const directory = making(buildId)
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const { rootfs, checkpoint } = buildLayout(directory)
    return { directory, rootfs, checkpoint }
  }
  const publish = async ({ templateId, buildId, resources, key, made }: UserBuild) => {
    const facts = {
      templateId,
      buildId,
      alias: '',
      resources,
      envdVersion,
      key,
      ...traits,
      made,
      createdAtMs: nowMs(),
    }
    await publishBuild(dataDir, making(buildId), facts)
    await onChange()
  }
  return {
    async list() {
      const { builds, foreign } = await listTemplates(dataDir, traits)
      return [...builds, ...foreign]
    },
    begin,
    settle(buildId) {
      // Publishing syncs it anyway, and reports a failure.
      syncFile(buildLayout(making(buildId)).rootfs).catch(() => undefined)
    },
    publish,
    async publishAgain(facts, same) {
      const place = await begin(facts.buildId)
      linkRootfs(same.rootfs, place.rootfs)
      linkCheckpoint(same.checkpoint, place.checkpoint)
      await publish(facts)
    },
    linkRootfs: async (rootfs, path) => linkRootfs(rootfs, path),
    async hold({ rootfs, checkpoint }, directory) {
      const held = { rootfs: `${directory}/held.erofs`, checkpoint: `${directory}/held-checkpoint` }
      linkRootfs(rootfs, held.rootfs)
      if (checkpoint === undefined) return { ...held, checkpoint }
      linkCheckpoint(checkpoint, held.checkpoint)
      return held
    },
    discard: (buildId) => rm(making(buildId), { recursive: true, force: true }),
    async remove(buildId) {
      if (await removeBuild(layout, buildId)) await onChange()
    },
  }
}
