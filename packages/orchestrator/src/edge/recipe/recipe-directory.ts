/** Loads a recipe of the project: `template.yaml`, and the files that are placed in the tree. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extendedBy, parseRecipe, type Recipe } from '../../dialect/recipe/recipe.ts'

export interface LoadedRecipe {
  readonly recipe: Recipe
  /** Absolute path in the tree -> content, those of the recipe below first. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Digest of all of it. */
  readonly digest: string
  /** What it extends. */
  readonly below?: LoadedRecipe
}

/** `recipes` is the directory with one directory per recipe, named by its alias. */
export async function loadRecipe(recipes: string, alias: string): Promise<LoadedRecipe> {
  const directory = `${recipes}/${alias}`
  const text = await readFile(`${directory}/template.yaml`, 'utf8')
  const extended = extendedBy(text)
  // A recipe's own file replaces one of the recipe below.
  const below = extended === undefined ? undefined : await loadRecipe(recipes, extended)
  const own = await readFilesBelow(`${directory}/files`)
  const hash = createHash('sha256')
    .update(below?.digest ?? '')
    .update(text)
  for (const [path, content] of own) hash.update(`\0${path}\0${content.byteLength}\0`).update(content)
  return {
    recipe: parseRecipe(text, below?.recipe),
    files: new Map([...(below?.files ?? []), ...own]),
    digest: hash.digest('hex'),
    ...(below === undefined ? {} : { below }),
  }
}

/** The recipe that this one extends by files alone: its tree has all packages and users of this one. */
export function extendedByFilesAlone({ recipe, below }: LoadedRecipe): LoadedRecipe | undefined {
  if (below === undefined) return undefined
  const inTree = ({
    packages,
    excludedPaths,
    includedPaths,
    npm,
    user,
    removed,
    diverted,
    nodeModules,
    run,
  }: Recipe) =>
    JSON.stringify([
      packages,
      excludedPaths,
      includedPaths,
      npm,
      user,
      removed,
      diverted,
      [...nodeModules],
      run,
    ])
  return inTree(recipe) === inTree(below.recipe) ? below : undefined
}

/** The aliases of all recipes. */
export async function listRecipes(recipes: string): Promise<string[]> {
  const entries = await readdir(recipes, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** Regular files only, by their path below the directory with a leading slash. */
export async function readFilesBelow(directory: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`)
  const files = new Map<string, Uint8Array>()
  for (const path of paths.sort()) files.set(path.slice(directory.length), await readFile(path))
  return files
}
