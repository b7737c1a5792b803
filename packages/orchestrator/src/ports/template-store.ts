/** The store of recipe builds, and the staging of a new one. Only one builder uses it at a time. */
import type { BuildFacts, ListedTemplates } from './template.ts'

export interface TemplateStore {
  /** Creates the missing directories, and removes what an interrupted builder left. */
  open(): Promise<void>
  list(): Promise<ListedTemplates>
  /** The alias's template id, which is chosen the first time and stays. */
  templateId(alias: string): Promise<string>
  /** An empty directory for the daemon's bundle. */
  stageBundle(): Promise<StagedDirectory>
  /** Path of a recipe's cached tree; undefined when it is not there. */
  findTree(recipe: RecipeTree): Promise<string | undefined>
  stageTree(recipe: RecipeTree): Promise<StagedTree>
  /** Of the recipe's trees, keeps this one. */
  removeOtherTrees(recipe: RecipeTree): Promise<void>
  stageBuild(buildId: string): Promise<StagedBuild>
}

export interface RecipeTree {
  readonly alias: string
  readonly treeKey: string
}

export interface StagedDirectory {
  readonly path: string
  /** No error when it was kept. */
  discard(): Promise<void>
}

/** Nothing is at its path yet. */
export interface StagedTree extends StagedDirectory {
  /** Puts it into the cache; resolves with the path that it has there. */
  keep(): Promise<string>
}

/** Nothing is at its paths yet. */
export interface StagedBuild {
  readonly rootfs: string
  readonly checkpoint: string
  /** Makes it visible, in one step. */
  publish(facts: BuildFacts): Promise<void>
  /** No error when it was published. */
  discard(): Promise<void>
}
