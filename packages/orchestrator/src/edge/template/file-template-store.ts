/** The builds of recipes in a data directory. Publishing is one rename, so a crash leaves the old builds or the new one. */
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buildingPrefix, buildLayout, templateLayout } from '../../dialect/template/template-layout.ts'
import type { NodeTraits } from '../../ports/template.ts'
import type { StagedBuild, StagedTree, TemplateStore } from '../../ports/template-store.ts'
import { ensureTemplateId } from './aliases.ts'
import { listTemplates } from './list-templates.ts'
import { publishBuild } from './publish-build.ts'
import { removeOtherTrees, sweepBuilds } from './sweep-builds.ts'

/** Call its methods under the builder's lock. */
export function fileTemplateStore(dataDir: string, traits: NodeTraits): TemplateStore {
  const layout = templateLayout(dataDir)
  return {
    async open() {
      for (const directory of [layout.templates, layout.cache])
        await mkdir(directory, { recursive: true, mode: 0o700 })
      await sweepBuilds(dataDir)
    },
    async list() {
      const { builds, foreign, refused } = await listTemplates(dataDir, traits)
      const unsuited = foreign.map((build) => ({
        directory: dirname(build.rootfs),
        reason: `its checkpoint cannot be used here: ${build.foreign}`,
      }))
      return { builds, foreign, refused: [...refused, ...unsuited] }
    },
    templateId: (alias) => ensureTemplateId(layout.aliases, alias),
    async stageBundle() {
      const path = `${layout.cache}/${buildingPrefix}daemon`
      await mkdir(path)
      return { path, discard: () => remove(path) }
    },
    async findTree({ alias, treeKey }) {
      const tree = treeIn(layout.tree(alias, treeKey))
      return (await isThere(tree)) ? tree : undefined
    },
    stageTree: ({ alias, treeKey }) =>
      stageTree(`${layout.cache}/${buildingPrefix}${treeKey}`, layout.tree(alias, treeKey)),
    removeOtherTrees: (recipe) => removeOtherTrees(dataDir, recipe),
    stageBuild: (buildId) => stageBuild(dataDir, layout.building(buildId)),
  }
}

const treeIn = (directory: string) => `${directory}/tree`

async function stageTree(aside: string, directory: string): Promise<StagedTree> {
  await mkdir(aside, { mode: 0o700 })
  return {
    path: treeIn(aside),
    async keep() {
      await rename(aside, directory)
      return treeIn(directory)
    },
    discard: () => remove(aside),
  }
}

async function stageBuild(dataDir: string, aside: string): Promise<StagedBuild> {
  await mkdir(aside, { mode: 0o700 })
  const { rootfs, checkpoint } = buildLayout(aside)
  return {
    rootfs,
    checkpoint,
    publish: (facts) => publishBuild(dataDir, aside, facts),
    discard: () => remove(aside),
  }
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    // Missing or unreadable: it is made again.
    return false
  }
}
