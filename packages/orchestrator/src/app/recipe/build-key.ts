/** The digest of everything a build is made from. A build with an equal key needs not be made again. Pure. */
import { createHash } from 'node:crypto'
import { renderContainerSpec } from '../../dialect/container/container-spec.ts'
import { manifestFormatVersion } from '../../dialect/template/manifest.ts'
import type { Resources } from '../../ports/container.ts'
import type { NodeTraits, RecipeStart } from '../../ports/template.ts'

export interface TreeIngredients {
  /** Digest of the recipe and its files. */
  readonly recipeDigest: string
  readonly suite: string
  /** For example `24.21.0 x64`. */
  readonly nodeVersion: string
}

export interface BuildIngredients {
  readonly treeKey: string
  readonly daemonDigest: string
  readonly resources: Resources
  readonly node: NodeTraits
  /** Absent: it starts nothing. */
  readonly starts?: RecipeStart | undefined
}

/** Increment it when the way a tree is made changes. */
const treeProcedureVersion = 2
/** Increment it when the way a build is made changes. */
const buildProcedureVersion = 3

export function treeKey(ingredients: TreeIngredients): string {
  return digestOf([
    'tree',
    treeProcedureVersion,
    ingredients.recipeDigest,
    ingredients.suite,
    ingredients.nodeVersion,
  ])
}

export function buildKey(ingredients: BuildIngredients): string {
  const { node } = ingredients
  return digestOf([
    'build',
    buildProcedureVersion,
    manifestFormatVersion,
    ingredients.treeKey,
    ingredients.daemonDigest,
    specWithoutPlaces(ingredients.resources),
    node.runtimeVersion,
    node.runtimeFlags,
    node.cpuFeatures,
    ...(ingredients.starts === undefined ? [] : [ingredients.starts]),
  ])
}

/** The container spec with placeholders for everything that varies between containers of a build. */
function specWithoutPlaces(resources: Resources): string {
  const slot = { index: 0, netns: '', netnsPath: '', mountNamespacePath: '', address: '' }
  const container = { id: '', directory: '', slot, resources, rootfs: '' }
  return renderContainerSpec(container, { emptyRoot: '', disk: '', cgroup: '' })
}

/** 32 hexadecimal digits. The parts are encoded as a JSON list, so that they stay apart. */
function digestOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
