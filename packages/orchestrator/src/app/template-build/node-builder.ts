/** The builder of a node, as its RPC service calls it. */
import type { ArchiveStore, BuildArtifacts } from '../../ports/template-build.ts'
import type { RecipeBuilds } from '../recipe/recipe-builds.ts'
import type { Builds } from './builds.ts'

export interface NodeBuilder {
  readonly builds: Builds
  readonly archives: ArchiveStore
  readonly artifacts: BuildArtifacts
  readonly recipes: RecipeBuilds
  close(): Promise<void>
}
