/**
 * Installs the daemon into a tree: `/.cay` with its loader, libraries, Node and bundle, and its `sudo` at the usual path. It
 * depends on nothing else in the tree, and replaces what was there.
 */
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { nodePathInTree } from './assemble-tree.ts'
import { readFilesBelow } from './recipe-directory.ts'
import { linkFile, listLibraries, placeDirectory, placeFile, placeProgram } from './tree-files.ts'

export interface DaemonInput {
  readonly tree: string
  /** The bundle of the daemon: `envd.mjs` and native files. */
  readonly bundle: string
  readonly nodeProgram: string
}

const sudoPathInTree = '/usr/bin/sudo'
const directoryMode = 0o755
const fileMode = 0o644

export async function placeDaemon({ tree, bundle, nodeProgram }: DaemonInput): Promise<void> {
  const directory = `${tree}/.cay`
  await rm(directory, { recursive: true, force: true })
  await placeDirectory(directory, directoryMode)
  await placeDirectory(`${directory}/lib`, directoryMode)
  const files = await readFilesBelow(bundle)
  for (const [path, content] of files) await placeFile(`${directory}${path}`, content, fileMode)
  const natives = [...files.keys()].filter((path) => path.endsWith('.node')).map((path) => `${bundle}${path}`)
  await placeLibraries(directory, [nodeProgram, ...natives])
  await linkFile(`${tree}${nodePathInTree}`, `${directory}/node`)
  await placeProgram(`${bundle}/sudo`, `${tree}${sudoPathInTree}`)
}

/** Copies libraries instead of linking them, because they are often symbolic links. */
async function placeLibraries(directory: string, programs: readonly string[]): Promise<void> {
  for (const program of programs) {
    const { loader, libraries } = await listLibraries(program)
    await placeProgram(loader, `${directory}/ld.so`)
    for (const library of libraries) await placeProgram(library, `${directory}/lib/${basename(library)}`)
  }
}
