/**
 * Removes what a killed builder or remover left. Call it under the builder's lock, because a build in progress looks the same.
 */
import { rm } from 'node:fs/promises'
import {
  buildingPrefix,
  isTreeOf,
  removingPrefix,
  templateLayout,
} from '../../dialect/template/template-layout.ts'
import { unmountBelow } from '../container/mounts.ts'
import { directoriesIn } from './list-templates.ts'

export async function sweepBuilds(dataDir: string): Promise<void> {
  const { templates, cache } = templateLayout(dataDir)
  for (const name of await directoriesIn(templates))
    if (name.startsWith(buildingPrefix) || name.startsWith(removingPrefix))
      await removeAll(`${templates}/${name}`)
  for (const name of await directoriesIn(cache))
    if (name.startsWith(buildingPrefix)) await removeAll(`${cache}/${name}`)
}

/** Removes the trees of the recipe except the one of this key. */
export async function removeOtherTrees(
  dataDir: string,
  { alias, treeKey }: { alias: string; treeKey: string },
): Promise<void> {
  const { cache, tree } = templateLayout(dataDir)
  for (const name of await directoriesIn(cache))
    if (isTreeOf(alias, name) && `${cache}/${name}` !== tree(alias, treeKey))
      await removeAll(`${cache}/${name}`)
}

async function removeAll(path: string): Promise<void> {
  await unmountBelow(path)
  await rm(path, { recursive: true, force: true })
}
