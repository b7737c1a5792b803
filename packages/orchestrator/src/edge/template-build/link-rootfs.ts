import { linkSync, mkdirSync, readdirSync } from 'node:fs'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'

/**
 * Creates hard links to a root file system and to the list of its paths, synchronously: the two belong together, and may be
 * replaced at any moment.
 */
export function linkRootfs(rootfs: string, path: string): void {
  linkSync(rootfs, path)
  linkSync(pathsFileOf(rootfs), pathsFileOf(path))
}

/** Creates hard links to the files of a checkpoint in a new directory, which must not exist. */
export function linkCheckpoint(checkpoint: string, directory: string): void {
  mkdirSync(directory, { mode: 0o700 })
  for (const name of readdirSync(checkpoint)) linkSync(`${checkpoint}/${name}`, `${directory}/${name}`)
}
