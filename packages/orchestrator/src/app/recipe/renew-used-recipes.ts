import type { NodeContext } from '../node/node-context.ts'
import type { RecipeBuilds } from './recipe-builds.ts'

/** Renews templates that come with Cay when a sandbox of one runs. Ends with the node. */
export async function renewUsedRecipes(
  { registry, templates }: Pick<NodeContext, 'registry' | 'templates'>,
  recipes: Pick<RecipeBuilds, 'renew'>,
): Promise<void> {
  const looked = new Set<string>()
  for await (const view of registry.watch().changes) {
    if (view.phase !== 'running') continue
    const { buildId } = view.record
    if (looked.has(buildId)) continue
    looked.add(buildId)
    const build = (await templates.list()).find((one) => one.buildId === buildId)
    if (build !== undefined && build.made === undefined) await recipes.renew(build.alias)
  }
}
