/**
 * Ensures that the data directory holds a usable build of a recipe that is up to date, which a key decides. Publishing is one
 * rename, so after a crash the next run finds either the builds before or the new one.
 */
import { envdVersion } from '@cay/contract/names.ts'
import type { Resources } from '../../ports/container.ts'
import type { ListedBuild, NodeTraits, RecipeStart, TemplateBuild } from '../../ports/template.ts'
import type { TemplateStore } from '../../ports/template-store.ts'
import { buildKey, treeKey } from './build-key.ts'

/** The steps of a build that work on the machine. */
export interface BuildSteps {
  /** Creates the tree without the daemon; the directory must not exist. */
  assembleTree(tree: string): Promise<void>
  /** Creates it from the tree of the recipe that this one extends. */
  extendTree(below: string, tree: string): Promise<void>
  /** Writes the daemon's bundle into an existing, empty directory, and resolves with its digest. */
  bundleDaemon(directory: string): Promise<string>
  placeDaemon(tree: string, bundle: string): Promise<void>
  makeImage(tree: string, file: string): Promise<void>
  makeCheckpoint(build: CheckpointSpec): Promise<void>
}

export type CheckpointSpec = Pick<
  TemplateBuild,
  'templateId' | 'buildId' | 'resources' | 'rootfs' | 'checkpoint'
>

export interface BuildInput {
  readonly alias: string
  readonly resources: Resources
  readonly recipeDigest: string
  /** The recipe that this one extends by files alone. Absent: there is none, or it has other packages. */
  readonly below?: { readonly alias: string; readonly recipeDigest: string } | undefined
  readonly starts?: RecipeStart | undefined
  readonly suite: string
  readonly nodeVersion: string
  readonly traits: NodeTraits
  /** A UUID for the new build, if one is made. */
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
export async function ensureTemplate(
  store: TemplateStore,
  steps: BuildSteps,
  input: BuildInput,
): Promise<EnsuredTemplate> {
  await store.open()
  const bundle = await store.stageBundle()
  try {
    const daemonDigest = await steps.bundleDaemon(bundle.path)
    const tree = treeKey(input)
    const { resources, traits, starts } = input
    const key = buildKey({ treeKey: tree, daemonDigest, resources, node: traits, starts })
    const present = await findBuild(store, input, key)
    if (present !== undefined) return { build: present, isNew: false }
    const plan: Plan = { ...input, treeKey: tree, key, bundle: bundle.path }
    await makeBuild(store, steps, plan)
    await store.removeOtherTrees(plan)
    const made = await findBuild(store, { ...input, progress: () => undefined }, key)
    if (made === undefined) throw new Error('the build that was just published cannot be read')
    return { build: made, isNew: true }
  } finally {
    await bundle.discard()
  }
}

/**
 * The newest build of the alias, if its key is equal. An older build with this key is built again, so that it becomes the
 * newest.
 */
async function findBuild(
  store: TemplateStore,
  input: BuildInput,
  key: string,
): Promise<ListedBuild | undefined> {
  const { builds, refused } = await store.list()
  const newest = builds.find((build) => build.alias === input.alias)
  if (newest?.key === key) return newest
  for (const one of refused) input.progress(`${one.directory}: ${one.reason}`)
  return undefined
}

async function makeBuild(store: TemplateStore, steps: BuildSteps, plan: Plan): Promise<void> {
  const tree = (await store.findTree(plan)) ?? (await makeTree(store, steps, plan))
  await steps.placeDaemon(tree, plan.bundle)
  const templateId = await store.templateId(plan.alias)
  const { buildId, alias, resources, key, traits, starts } = plan
  const staged = await store.stageBuild(buildId)
  try {
    const { rootfs, checkpoint } = staged
    plan.progress('writing the root file system')
    await steps.makeImage(tree, rootfs)
    await steps.makeCheckpoint({ templateId, buildId, resources, rootfs, checkpoint })
    const whole = { templateId, buildId, alias, resources, envdVersion, key, ...traits }
    const facts = starts === undefined ? whole : { ...whole, starts }
    await staged.publish({ ...facts, createdAtMs: plan.nowMs() })
  } finally {
    await staged.discard()
  }
}

async function makeTree(store: TemplateStore, steps: BuildSteps, plan: Plan): Promise<string> {
  const staged = await store.stageTree(plan)
  try {
    const below = await findTreeBelow(store, plan)
    if (below === undefined) await steps.assembleTree(staged.path)
    else await steps.extendTree(below, staged.path)
    return await staged.keep()
  } finally {
    await staged.discard()
  }
}

/** Packages take minutes, a copy of their tree seconds. Undefined: it is not there, or no longer the recipe's. */
async function findTreeBelow(store: TemplateStore, plan: Plan): Promise<string | undefined> {
  const { below } = plan
  if (below === undefined) return undefined
  return await store.findTree({
    alias: below.alias,
    treeKey: treeKey({ ...plan, recipeDigest: below.recipeDigest }),
  })
}
