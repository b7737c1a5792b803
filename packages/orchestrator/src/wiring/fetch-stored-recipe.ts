/** Fetches a build of a template that comes with Cay, where this node has none. Call it under the builder's lock. */

import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isServiceError } from '@cay/core/errors.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { awaitStoredRecipe } from '../app/recipe/await-stored-recipe.ts'
import type { ObjectStoreSettings } from '../config.ts'
import { templateLayout } from '../dialect/template/template-layout.ts'
import { readAliases } from '../edge/template/aliases.ts'
import { visibleDirectories } from '../edge/template/list-templates.ts'
import { connectStore } from './connect-store.ts'

export interface RecipeFetch {
  readonly dataDir: string
  readonly settings: ObjectStoreSettings
  readonly alias: string
  readonly progress: (text: string) => void
}

/** Without an answer of control or the object store, the template is built here. */
export async function fetchStoredRecipe(request: RecipeFetch): Promise<void> {
  const { alias, progress } = request
  if (await hasBuild(request)) return
  try {
    const { artifacts, builds } = await connectStore(request.dataDir, request.settings)
    const list = () => artifacts.listRecipeBuilds(alias)
    const isJoined = existsSync(dataLayout(request.dataDir).nodeFile)
    const newest = isJoined ? await awaitStored(list, request) : (await list())[0]
    if (newest === undefined) return
    progress(`fetching ${alias} from the object store`)
    await builds.fetch(newest.buildId)
  } catch (error) {
    if (!isServiceError(error)) throw error
    progress(`${alias} cannot be fetched from the object store, so it is built here: ${error.message}`)
  }
}

function awaitStored<Build>(list: () => Promise<readonly Build[]>, { alias, progress }: RecipeFetch) {
  const onWaiting = () => progress(`waiting until a node of the cluster has stored ${alias}`)
  return awaitStoredRecipe({ list, sleep, nowMs: () => performance.now(), onWaiting })
}

async function hasBuild({ dataDir, alias }: RecipeFetch): Promise<boolean> {
  const layout = templateLayout(dataDir)
  const templateId = (await readAliases(layout.aliases)).get(alias)
  return templateId !== undefined && (await visibleDirectories(layout.template(templateId))).length > 0
}
