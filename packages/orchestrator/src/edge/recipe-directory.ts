/** A recipe as it lies in the project: `template.yaml` and the files that are laid over the tree. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { parseRecipe, type Recipe } from '../template/recipe.ts'

export interface LoadedRecipe {
  readonly recipe: Recipe
  /** Absolute path in the tree -> content, in the order of the paths. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Digest of all of it. */
  readonly digest: string
}

export async function loadRecipe(directory: string): Promise<LoadedRecipe> {
  const text = await readFile(`${directory}/template.yaml`, 'utf8')
  const files = await readFilesBelow(`${directory}/files`)
  const hash = createHash('sha256').update(text)
  for (const [path, content] of files) hash.update(`\0${path}\0${content.byteLength}\0`).update(content)
  return { recipe: parseRecipe(text), files, digest: hash.digest('hex') }
}

/** Regular files only, by their path below the directory with a leading slash. */
export async function readFilesBelow(directory: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`)
  const files = new Map<string, Uint8Array>()
  for (const path of paths.sort()) files.set(path.slice(directory.length), await readFile(path))
  return files
}
