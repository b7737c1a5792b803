/**
 * Makes sure that the data directory holds a usable build of a recipe that is made from what there is now. It decides by
 * a key; publishing is one rename, so whenever it is killed, the next run finds either the old builds or the new one.
 */
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { envdVersion } from '@cay/contract/names.ts'
import type { RecipeStart } from '../../dialect/recipe/recipe.ts'
import type { NodeTraits } from '../../dialect/template/manifest.ts'
import { buildingPrefix, buildLayout, templateLayout } from '../../dialect/template/template-layout.ts'
import { ensureTemplateId } from '../../edge/template/aliases.ts'
import { type ListedBuild, listTemplates } from '../../edge/template/list-templates.ts'
import { publishBuild } from '../../edge/template/publish-build.ts'
import { removeOtherTrees, sweepBuilds } from '../../edge/template/sweep-builds.ts'
import type { Resources } from '../../ports/container.ts'
import type { TemplateBuild } from '../../ports/template.ts'
import { buildKey, treeKey } from './build-key.ts'

/** What a build takes of the machine and of the project. */
export interface BuildSteps {
  /** Makes the tree without the daemon in a directory that does not exist. */
  assembleTree(tree: string): Promise<void>
  /** Writes the daemon's bundle into an existing, empty directory and returns its digest. */
  bundleDaemon(directory: string): Promise<string>
  placeDaemon(tree: string, bundle: string): Promise<void>
  makeImage(tree: string, file: string): Promise<void>
  makeCheckpoint(build: CheckpointOrder): Promise<void>
}

export type CheckpointOrder = Pick<
  TemplateBuild,
  'templateId' | 'buildId' | 'resources' | 'rootfs' | 'checkpoint'
>

export interface BuildInput {
  readonly dataDir: string
  readonly alias: string
  readonly resources: Resources
  readonly recipeDigest: string
  readonly starts?: RecipeStart | undefined
  readonly suite: string
  readonly nodeVersion: string
  readonly traits: NodeTraits
  /** For the new build, if one is made: a UUID. */
  readonly buildId: string
  readonly nowMs: () => number
  readonly progress: (text: string) => void
}

export interface EnsuredTemplate {
  readonly build: ListedBuild
  readonly isNew: boolean
}

interface Plan extends BuildInput {
  readonly treeKey: string
  readonly key: string
  readonly bundle: string
}

/** Call under the builder's lock. */
export async function ensureTemplate(steps: BuildSteps, input: BuildInput): Promise<EnsuredTemplate> {
  const layout = templateLayout(input.dataDir)
  for (const directory of [layout.templates, layout.cache])
    await mkdir(directory, { recursive: true, mode: 0o700 })
  await sweepBuilds(input.dataDir)
  const bundle = `${layout.cache}/${buildingPrefix}daemon`
  try {
    await mkdir(bundle)
    const daemonDigest = await steps.bundleDaemon(bundle)
    const tree = treeKey(input)
    const { resources, traits, starts } = input
    const key = buildKey({ treeKey: tree, daemonDigest, resources, node: traits, starts })
    const present = await findBuild(input, key)
    if (present !== undefined) return { build: present, isNew: false }
    const plan: Plan = { ...input, treeKey: tree, key, bundle }
    await makeBuild(steps, plan)
    await removeOtherTrees(input.dataDir, plan)
    const made = await findBuild({ ...input, progress: () => undefined }, key)
    if (made === undefined) throw new Error('the build that was just published cannot be read')
    return { build: made, isNew: true }
  } finally {
    await rm(bundle, { recursive: true, force: true })
  }
}

/** The newest build of the alias, if it was made from the same; an older one with the key is made anew to become it. */
async function findBuild(input: BuildInput, key: string): Promise<ListedBuild | undefined> {
  const { builds, refused } = await listTemplates(input.dataDir, input.traits)
  const newest = builds.find((build) => build.alias === input.alias)
  if (newest?.key === key) return newest
  for (const one of refused) input.progress(`${one.directory}: ${one.reason}`)
  return undefined
}

async function makeBuild(steps: BuildSteps, plan: Plan): Promise<void> {
  const layout = templateLayout(plan.dataDir)
  const tree = await ensureTree(steps, plan)
  await steps.placeDaemon(tree, plan.bundle)
  const templateId = await ensureTemplateId(layout.aliases, plan.alias)
  const aside = layout.building(plan.buildId)
  try {
    await mkdir(aside, { mode: 0o700 })
    const { rootfs, checkpoint } = buildLayout(aside)
    plan.progress('writing the root file system')
    await steps.makeImage(tree, rootfs)
    await steps.makeCheckpoint({
      templateId,
      buildId: plan.buildId,
      resources: plan.resources,
      rootfs,
      checkpoint,
    })
    const { buildId, alias, resources, key, traits, starts } = plan
    const whole = { templateId, buildId, alias, resources, envdVersion, key, ...traits }
    const facts = starts === undefined ? whole : { ...whole, starts }
    await publishBuild(plan.dataDir, aside, { ...facts, createdAtMs: plan.nowMs() })
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** The tree of the recipe from the cache, made when it is not there. */
async function ensureTree(steps: BuildSteps, plan: Plan): Promise<string> {
  const { cache, tree: treeOf } = templateLayout(plan.dataDir)
  const directory = treeOf(plan.alias, plan.treeKey)
  const tree = `${directory}/tree`
  if (await exists(tree)) return tree
  const aside = `${cache}/${buildingPrefix}${plan.treeKey}`
  try {
    await mkdir(aside, { mode: 0o700 })
    await steps.assembleTree(`${aside}/tree`)
    await rename(aside, directory)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  return tree
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    // Not there, or not readable: either way it is made anew.
    return false
  }
}
