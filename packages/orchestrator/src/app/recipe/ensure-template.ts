/**
 * Makes sure that the data directory holds a usable build of a recipe that is made from what there is now. It decides by
 * a key; publishing is one rename, so whenever it is killed, the next run finds either the old builds or the new one.
 */
import { envdVersion } from '@cay/contract/names.ts'
import type { Resources } from '../../ports/container.ts'
import type { ListedBuild, NodeTraits, RecipeStart, TemplateBuild } from '../../ports/template.ts'
import type { TemplateStore } from '../../ports/template-store.ts'
import { buildKey, treeKey } from './build-key.ts'

/** What a build takes of the machine and of the project. */
export interface BuildSteps {
  /** Makes the tree without the daemon in a directory that does not exist. */
  assembleTree(tree: string): Promise<void>
  /** Writes the daemon's bundle into an existing, empty directory and returns its digest. */
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

/** The newest build of the alias, if it was made from the same; an older one with the key is made anew to become it. */
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
    await steps.assembleTree(staged.path)
    return await staged.keep()
  } finally {
    await staged.discard()
  }
}
