/** Opens a file to be given to a caller; links are followed. The caller closes it. */

import { ServiceError } from '@cay/core/errors.ts'
import { fileKind } from '@cay/core/files/permissions.ts'
import type { FileTree, OpenFile } from '../ports.ts'
import { fileFailure, isMissing } from './system-failure.ts'

/** Throws `not_found`, and `path_invalid` for a directory. */
export function openFile(tree: FileTree, path: string): OpenFile {
  let file: OpenFile
  try {
    file = tree.openToRead(path)
  } catch (error) {
    if (isMissing(error)) throw new ServiceError('not_found', `path '${path}' does not exist`)
    throw fileFailure(`cannot open '${path}'`, error)
  }
  if (fileKind(file.stat.mode) !== 'directory') return file
  tree.close(file)
  throw new ServiceError('path_invalid', `path '${path}' is a directory`)
}
