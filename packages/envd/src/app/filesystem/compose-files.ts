/**
 * Concatenates files, in order, into one. The result is written beside the destination and renamed over it, so no
 * reader ever sees a partial file; the sources are removed only after the rename. A failure leaves sources and
 * destination unchanged.
 */

import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cay/core/errors.ts'
import { cleanPath } from '@cay/core/files/path.ts'
import { fileKind } from '@cay/core/files/permissions.ts'
import type { FileTree, OpenFile, Owner } from '../../ports/file-tree.ts'
import { ensureParents } from './ensure-directories.ts'
import { describeEntry, type Entry, type EntryDeps } from './entry.ts'
import { openFile } from './open-file.ts'
import { failureCode, fileFailure, isMissing } from './system-failure.ts'

export interface ComposeInput {
  /** Absolute paths, in order; a path may occur more than once. */
  readonly sources: readonly string[]
  readonly destination: string
  readonly owner: Owner
}

/** Throws `request_invalid`, `path_invalid`, `not_found` (a source), `disk_full`. */
export async function composeFiles(deps: EntryDeps, input: ComposeInput): Promise<Entry> {
  const { tree } = deps
  const { sources, destination, owner } = input
  assertComposable(tree, input)
  try {
    ensureParents(tree, destination, owner)
    const whole = `${destination}.e2b-compose.${randomUUID()}.tmp`
    await writeWhole(tree, whole, input)
    replace(tree, whole, destination)
  } catch (error) {
    throw fileFailure(`cannot compose '${destination}'`, error)
  }
  for (const source of new Set(sources)) removeSource(tree, source)
  return describeEntry(deps, destination)
}

/** Checks every source before anything is written. */
function assertComposable(tree: FileTree, { sources, destination }: ComposeInput): void {
  if (sources.length === 0) throw new ServiceError('request_invalid', 'source_paths is empty')
  if (isDirectory(tree, destination)) {
    throw new ServiceError('path_invalid', `destination '${destination}' is a directory`)
  }
  for (const source of new Set(sources)) {
    if (cleanPath(source) === cleanPath(destination)) {
      throw new ServiceError('path_invalid', `source '${source}' is the destination`)
    }
    tree.close(openFile(tree, source))
  }
}

function isDirectory(tree: FileTree, path: string): boolean {
  try {
    return fileKind(tree.stat(path).mode) === 'directory'
  } catch (error) {
    if (isMissing(error)) return false
    throw fileFailure(`cannot stat '${path}'`, error)
  }
}

/** Removes the temporary file when it fails. */
async function writeWhole(tree: FileTree, path: string, { sources, owner }: ComposeInput): Promise<void> {
  const file = tree.openNew(path)
  try {
    tree.setOwnerOf(file, owner)
    for (const source of sources) await appendSource(tree, source, file)
  } catch (error) {
    tree.unlink(path)
    throw error
  } finally {
    tree.close(file)
  }
}

async function appendSource(tree: FileTree, source: string, whole: OpenFile): Promise<void> {
  const file = openFile(tree, source)
  try {
    await tree.append(file, whole)
  } finally {
    tree.close(file)
  }
}

function replace(tree: FileTree, whole: string, destination: string): void {
  try {
    tree.rename(whole, destination)
  } catch (error) {
    tree.unlink(whole)
    throw error
  }
}

/** The destination is already complete, so a source that cannot be removed is not an error. */
function removeSource(tree: FileTree, source: string): void {
  try {
    tree.unlink(source)
  } catch (error) {
    if (failureCode(error) === undefined) throw error
  }
}
