/** Assembles the root file system of a recipe as a directory, without the daemon. */
import { rm } from 'node:fs/promises'
import { renderHostsFile } from '../../dialect/recipe/hosts-file.ts'
import type { Recipe } from '../../dialect/recipe/recipe.ts'
import { bootstrapDebian, readAptSources } from './mmdebstrap.ts'
import type { LoadedRecipe } from './recipe-directory.ts'
import {
  addUser,
  copyTree,
  divertProgram,
  emptyDirectory,
  extendPython,
  installNodeModules,
  installNpm,
  makeWritableByAll,
  placeDirectory,
  placeFile,
  placeLink,
  placeProgram,
  runInTree,
  setMode,
} from './tree-files.ts'

export interface TreeInput {
  /** Must not exist. */
  readonly tree: string
  readonly loaded: LoadedRecipe
  readonly suite: string
  /** The Node binary that goes into the image. */
  readonly nodeProgram: string
  readonly progress: (text: string) => void
}

export const nodePathInTree = '/usr/local/bin/node'

/** The file that every Python of the image runs at its start. */
const pythonStartPathInTree = '/usr/lib/cay/sitecustomize.py'

const fileMode = 0o644

export async function assembleTree(input: TreeInput): Promise<void> {
  const { tree, loaded, suite, progress } = input
  const { recipe } = loaded
  await bootstrapDebian(
    {
      directory: tree,
      suite,
      sources: await readAptSources(suite),
      packages: [...recipe.packages, ...(recipe.packagesOf.get(suite) ?? [])],
      excludedPaths: recipe.excludedPaths,
      includedPaths: recipe.includedPaths,
    },
    (text) => progress(`Debian ${suite}: ${text}`),
  )
  await removeUnwanted(tree, recipe)
  for (const path of recipe.diverted) await divertProgram(tree, path)
  await placeFiles(tree, loaded)
  await extendPython(tree, `${tree}${pythonStartPathInTree}`)
  await addUser(tree, recipe.user)
  progress(`npm ${recipe.npm}`)
  await placeProgram(input.nodeProgram, `${tree}${nodePathInTree}`)
  await installNpm(tree, recipe.npm)
  await setPermissions(tree, recipe)
  for (const [directory, packages] of recipe.nodeModules) {
    progress(`npm packages: ${packages.join(', ')}`)
    await installNodeModules(`${tree}${directory}`, packages)
  }
  for (const command of recipe.run) {
    progress(`running ${command.join(' ')}`)
    await runInTree(tree, command)
  }
}

/** From the tree of the recipe that this one extends by files alone: they are added, and the home of the user stays as it is. */
export async function extendTree(below: string, { tree, loaded, progress }: TreeInput): Promise<void> {
  progress(`copying the tree of ${loaded.below?.recipe.alias}`)
  await copyTree(below, tree)
  const own = [...loaded.files].filter(([path, content]) => loaded.below?.files.get(path) !== content)
  await placeFiles(tree, { ...loaded, files: new Map(own) })
  await setPermissions(tree, loaded.recipe)
}

async function removeUnwanted(tree: string, recipe: Recipe): Promise<void> {
  // Removes device nodes of the bootstrap: the runtime mounts its own /dev.
  await emptyDirectory(`${tree}/dev`)
  for (const path of recipe.removed) await rm(`${tree}${path}`, { recursive: true, force: true })
}

/** Runs before the user is added: a new home is a copy of /etc/skel. */
async function placeFiles(tree: string, { recipe, files }: LoadedRecipe): Promise<void> {
  await placeFile(`${tree}/etc/hosts`, renderHostsFile(), fileMode)
  for (const [path, content] of files)
    await placeFile(`${tree}${path}`, content, recipe.modes.get(path) ?? fileMode)
  for (const [link, target] of recipe.links) await placeLink(`${tree}${link}`, target)
}

async function setPermissions(tree: string, recipe: Recipe): Promise<void> {
  for (const [path, mode] of recipe.directories) await placeDirectory(`${tree}${path}`, mode)
  for (const path of recipe.writableByAll) await makeWritableByAll(`${tree}${path}`)
  // Only root may write it, because the daemon runs the same file.
  await setMode(`${tree}${nodePathInTree}`, 0o755)
}
