/**
 * Writes the content of one file for its user: directories above it are made, an existing file is emptied in place (same
 * inode, same mode, links followed), its metadata is replaced. What was written before a failure stays.
 */

import type { Readable } from 'node:stream'
import { ServiceError } from '@cay/core/errors.ts'
import type { Metadata } from '@cay/core/files/metadata.ts'
import type { FileTree, MetadataStore, OpenFile, Owner } from '../ports.ts'
import { ensureParents, isDirectory } from './ensure-directories.ts'
import { fileFailure, isDiskFull } from './system-failure.ts'

export interface WriteDeps {
  readonly tree: FileTree
  readonly metadata: MetadataStore
}

export interface WriteInput {
  /** Absolute. */
  readonly path: string
  readonly owner: Owner
  readonly metadata: Metadata
  readonly content: Readable
  /** For the text of a full disk; undefined when nobody said. */
  readonly bytesExpected: number | undefined
}

/** Answers the metadata that the file has now. Throws `path_invalid`, `disk_full`. */
export async function writeFile({ tree, metadata }: WriteDeps, input: WriteInput): Promise<Metadata> {
  const { path, owner, content } = input
  try {
    const file = openForUser(tree, path, owner)
    try {
      await tree.write(file, content)
      metadata.replace(path, input.metadata)
    } finally {
      tree.close(file)
    }
    return metadata.read(path)
  } catch (error) {
    throw isDiskFull(error) ? diskFull(input, error) : fileFailure(`cannot write '${path}'`, error)
  }
}

function openForUser(tree: FileTree, path: string, owner: Owner): OpenFile {
  if (isDirectory(tree, path)) throw new ServiceError('path_invalid', `path is a directory: ${path}`)
  ensureParents(tree, path, owner)
  const file = tree.openToWrite(path)
  try {
    tree.setOwnerOf(file, owner)
    return file
  } catch (error) {
    tree.close(file)
    throw error
  }
}

function diskFull({ bytesExpected }: WriteInput, cause: unknown): ServiceError {
  const attempted = bytesExpected === undefined ? '' : `attempted to write ${bytesExpected} bytes: `
  return new ServiceError('disk_full', `${attempted}not enough disk space available`, { cause })
}
