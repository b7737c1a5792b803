/** Opens a file to be read by a caller; symbolic links are followed. The caller must close it. */

import { ServiceError } from '@cay/core/errors.ts'
import { fileKind } from '@cay/core/files/permissions.ts'
import type { FileTree, OpenFile } from '../../ports/file-tree.ts'
import { failureCode, fileFailure, isMissing } from './system-failure.ts'

/** Throws `not_found`, and `path_invalid` for anything that is not a regular file. */
export function openFile(tree: FileTree, path: string): OpenFile {
  const file = open(tree, path)
  const kind = fileKind(file.stat.mode)
  if (kind === 'file' && file.stat.size <= Number.MAX_SAFE_INTEGER) return file
  tree.close(file)
  if (kind === 'directory') throw new ServiceError('path_invalid', `path '${path}' is a directory`)
  throw kind === 'file' ? new ServiceError('path_invalid', `path '${path}' is too large`) : notAFile(path)
}

function open(tree: FileTree, path: string): OpenFile {
  try {
    return tree.openToRead(path)
  } catch (error) {
    if (isMissing(error)) throw new ServiceError('not_found', `path '${path}' does not exist`)
    // ENXIO: the path is a socket, or a device without a driver.
    if (failureCode(error) === 'ENXIO') throw notAFile(path)
    throw fileFailure(`cannot open '${path}'`, error)
  }
}

function notAFile(path: string): ServiceError {
  return new ServiceError('path_invalid', `path '${path}' is not a regular file`)
}
