/** Makes the directories above a path that are missing, for their user. */

import { cleanPath, parentsOf } from '@cay/core/files/path.ts'
import { fileKind } from '@cay/core/files/permissions.ts'
import type { FileTree, Owner } from '../ports.ts'
import { failureCode, isMissing } from './system-failure.ts'

/** Throws the system's ENOTDIR when something on the way is no directory. */
export function ensureParents(tree: FileTree, path: string, owner: Owner): void {
  const parents = parentsOf(path)
  const nearest = parents.at(-1)
  if (nearest === undefined || isDirectory(tree, nearest)) return
  for (const parent of parents) ensureDirectory(tree, parent, owner)
}

/** With everything above it. */
export function ensureDirectories(tree: FileTree, path: string, owner: Owner): void {
  ensureParents(tree, path, owner)
  ensureDirectory(tree, cleanPath(path), owner)
}

function ensureDirectory(tree: FileTree, path: string, owner: Owner): void {
  if (isDirectory(tree, path)) return
  try {
    tree.makeDirectory(path)
  } catch (error) {
    // Another request made it meanwhile.
    if (failureCode(error) === 'EEXIST' && isDirectory(tree, path)) return
    throw error
  }
  tree.setOwner(path, owner)
}

/** What exists but is no directory is left for the making to fail on. */
export function isDirectory(tree: FileTree, path: string): boolean {
  try {
    return fileKind(tree.stat(path).mode) === 'directory'
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
