/** Adds the programs of this repository that a recipe names to its files. They count in its digest. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import { type LoadedRecipe, readFilesBelow } from './recipe-directory.ts'

/** `packages` is the directory of that name in the clone; each package that has a bundle has a `bundle.mjs` for it. */
export async function addBundles(loaded: LoadedRecipe, packages: string): Promise<LoadedRecipe> {
  if (loaded.recipe.bundles.size === 0) return loaded
  const hash = createHash('sha256').update(loaded.digest)
  const files = new Map(loaded.files)
  for (const [directory, name] of loaded.recipe.bundles)
    for (const [path, content] of await bundle(join(packages, name, 'bundle.mjs'))) {
      files.set(`${directory}${path}`, content)
      hash.update(`\0${directory}${path}\0${content.byteLength}\0`).update(content)
    }
  return { ...loaded, files, digest: hash.digest('hex') }
}

async function bundle(bundler: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-bundle-'))
  try {
    await run([process.execPath, bundler, directory])
    return await readFilesBelow(directory)
  } finally {
    await rm(directory, { recursive: true })
  }
}
