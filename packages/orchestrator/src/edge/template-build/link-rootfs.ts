import { linkSync, mkdirSync, readdirSync } from 'node:fs'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'

/**
 * Gives a root file system, and the list of its paths beside it, a second name: it is there as long as either is. At one
 * go: the two may be replaced by others at any moment, and belong together.
 */
export function linkRootfs(rootfs: string, path: string): void {
  linkSync(rootfs, path)
  linkSync(pathsFileOf(rootfs), pathsFileOf(path))
}

/** The same of the files of a checkpoint; the new directory must not exist. */
export function linkCheckpoint(checkpoint: string, directory: string): void {
  mkdirSync(directory, { mode: 0o700 })
  for (const name of readdirSync(checkpoint)) linkSync(`${checkpoint}/${name}`, `${directory}/${name}`)
}
