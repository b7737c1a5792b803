/**
 * Writes the content of one file for a user: missing parent directories are created, an existing file is truncated in
 * place (same inode, same mode, links followed), and its metadata is replaced. Bytes written before a failure remain.
 */

import type { Readable } from 'node:stream'
import { ServiceError } from '@cay/core/errors.ts'
import type { Metadata } from '@cay/core/files/metadata.ts'
import { fileKind } from '@cay/core/files/permissions.ts'
import type { FileTree, MetadataStore, OpenFile, Owner } from '../../ports/file-tree.ts'
import { ensureParents } from './ensure-directories.ts'
import { failureCode, fileFailure, isDiskFull, isMissing } from './system-failure.ts'

export interface WriteDeps {
  readonly tree: FileTree
  readonly metadata: MetadataStore
}

export interface WriteInput {
  /** Absolute path. */
  readonly path: string
  readonly owner: Owner
  readonly metadata: Metadata
  readonly content: Readable
  /** Used in the error message for a full disk; undefined if the size was not stated. */
  readonly bytesExpected: number | undefined
}

/** Returns the metadata that the file has now. Throws `path_invalid`, `disk_full`. */
export async function writeFile({ tree, metadata }: WriteDeps, input: WriteInput): Promise<Metadata> {
  const { path, owner, content } = input
  try {
    const file = openForUser(tree, path, owner)
    try {
      await tree.write(file, content)
      return metadata.replace(path, input.metadata)
    } finally {
      tree.close(file)
    }
  } catch (error) {
    throw isDiskFull(error) ? diskFull(input, error) : fileFailure(`cannot write '${path}'`, error)
  }
}

function openForUser(tree: FileTree, path: string, owner: Owner): OpenFile {
  const file = openWithParents(tree, path, owner)
  try {
    if (fileKind(file.stat.mode) !== 'file') throw notAFile(path)
    tree.setOwnerOf(file, owner)
    return file
  } catch (error) {
    tree.close(file)
    throw error
  }
}

/** Tries without creating directories first, because most files go into an existing directory. */
function openWithParents(tree: FileTree, path: string, owner: Owner): OpenFile {
  try {
    return openTarget(tree, path)
  } catch (error) {
    if (!isMissing(error)) throw error
    ensureParents(tree, path, owner)
    return openTarget(tree, path)
  }
}

function openTarget(tree: FileTree, path: string): OpenFile {
  try {
    return tree.openToWrite(path)
  } catch (error) {
    const code = failureCode(error)
    if (code === 'EISDIR') throw new ServiceError('path_invalid', `path is a directory: ${path}`)
    // ENXIO: the path is a pipe without a reader, or a socket.
    if (code === 'ENXIO') throw notAFile(path)
    throw error
  }
}

function notAFile(path: string): ServiceError {
  return new ServiceError('path_invalid', `path is not a regular file: ${path}`)
}

function diskFull({ bytesExpected }: WriteInput, cause: unknown): ServiceError {
  const attempted = bytesExpected === undefined ? '' : `attempted to write ${bytesExpected} bytes: `
  return new ServiceError('disk_full', `${attempted}not enough disk space available`, { cause })
}
