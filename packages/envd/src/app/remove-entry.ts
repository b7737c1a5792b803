/** Removes an entry and everything below it; a path that is missing is already removed. */

import type { FileTree } from '../ports.ts'
import { fileFailure } from './system-failure.ts'

export async function removeEntry(tree: FileTree, path: string): Promise<void> {
  try {
    await tree.remove(path)
  } catch (error) {
    throw fileFailure(`cannot remove '${path}'`, error)
  }
}
