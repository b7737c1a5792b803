/** Removes what a killed builder or remover left. Call under the builder's lock: what is being made looks the same. */
import { rm } from 'node:fs/promises'
import { unmountBelow } from '../edge/mounts.ts'
import { directoriesIn } from './list-templates.ts'
import { basePrefix, buildingPrefix, removingPrefix, templateLayout } from './template-layout.ts'

export async function sweepBuilds(dataDir: string): Promise<void> {
  const { templates, cache } = templateLayout(dataDir)
  for (const name of await directoriesIn(templates))
    if (name.startsWith(buildingPrefix) || name.startsWith(removingPrefix))
      await removeAll(`${templates}/${name}`)
  for (const name of await directoriesIn(cache))
    if (name.startsWith(buildingPrefix)) await removeAll(`${cache}/${name}`)
}

/** Keeps the tree of one key; a tree of another recipe is only a quarter of a minute of work. */
export async function removeOtherTrees(dataDir: string, key: string): Promise<void> {
  const { cache } = templateLayout(dataDir)
  for (const name of await directoriesIn(cache))
    if (name.startsWith(basePrefix) && name !== `${basePrefix}${key}`) await removeAll(`${cache}/${name}`)
}

async function removeAll(path: string): Promise<void> {
  await unmountBelow(path)
  await rm(path, { recursive: true, force: true })
}
