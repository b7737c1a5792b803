/** Makes the directories that are missing, for their user. */

import { parentOf } from '@cay/core/files/path.ts'
import type { FileTree, Owner } from '../ports/file-tree.ts'

/** Those above a path. Throws the system's ENOTDIR when something on the way is no directory. */
export function ensureParents(tree: FileTree, path: string, owner: Owner): void {
  tree.makeDirectories(parentOf(path), owner)
}

/** The path itself, and those above it. */
export function ensureDirectories(tree: FileTree, path: string, owner: Owner): void {
  tree.makeDirectories(path, owner)
}
