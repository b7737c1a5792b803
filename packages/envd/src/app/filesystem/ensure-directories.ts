/** Creates missing directories, owned by the given user. */

import { parentOf } from '@cay/core/files/path.ts'
import type { FileTree, Owner } from '../../ports/file-tree.ts'

/**
 * Creates the parent directories of a path. Throws the system's ENOTDIR if a component of the path is not a
 * directory.
 */
export function ensureParents(tree: FileTree, path: string, owner: Owner): void {
  tree.makeDirectories(parentOf(path), owner)
}

/** Creates the path itself and its parents. */
export function ensureDirectories(tree: FileTree, path: string, owner: Owner): void {
  tree.makeDirectories(path, owner)
}
