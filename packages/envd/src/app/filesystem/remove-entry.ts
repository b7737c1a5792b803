/** Removes an entry and everything below it; a path that is missing counts as already removed. */

import { ServiceError } from '@cay/core/errors.ts'
import { baseName } from '@cay/core/files/path.ts'
import type { FileTree } from '../../ports/file-tree.ts'
import { fileFailure } from './system-failure.ts'

const unremovable = ['/', '.', '..']

/** Throws `path_invalid` for a path that does not end in a name. */
export async function removeEntry(tree: FileTree, path: string): Promise<void> {
  if (unremovable.includes(baseName(path))) {
    throw new ServiceError('path_invalid', `path '${path}' cannot be removed: it does not end in a name`)
  }
  try {
    await tree.remove(path)
  } catch (error) {
    throw fileFailure(`cannot remove '${path}'`, error)
  }
}
