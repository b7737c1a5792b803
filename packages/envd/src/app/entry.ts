/** What is told of one entry of the file system. */

import { baseName, cleanPath, parentOf } from '@cay/core/files/path.ts'
import { fileKind, permissionBits, permissionsText } from '@cay/core/files/permissions.ts'
import type { FilePath, FileStat, FileTree, MetadataStore } from '../ports/file-tree.ts'
import type { UserDirectory } from '../ports/user.ts'

export interface Entry {
  readonly name: string
  readonly path: string
  /** Of a symbolic link: what its final target is; `other` when it leads nowhere. */
  readonly kind: 'file' | 'directory' | 'other'
  readonly size: bigint
  /** The nine permission bits, of a link those of its target. */
  readonly mode: number
  /** Of the entry itself. */
  readonly permissions: string
  readonly owner: string
  readonly group: string
  readonly modifiedNs: bigint
  readonly symlinkTarget: string | undefined
  readonly metadata: Readonly<Record<string, string>>
}

export interface EntryDeps {
  readonly tree: FileTree
  readonly users: UserDirectory
  readonly metadata: MetadataStore
}

/** `at` is where it is found when not by its path. Throws the system's error when there is no such entry. */
export function describeEntry(deps: EntryDeps, path: string, at: FilePath = path): Entry {
  const itself = deps.tree.lstat(at)
  const isLink = fileKind(itself.mode) === 'symlink'
  const target = isLink ? targetOf(deps.tree, path, at) : { stat: itself, path: undefined }
  const kind = target.stat === undefined ? 'other' : fileKind(target.stat.mode)
  return {
    name: baseName(path),
    path,
    kind: kind === 'symlink' ? 'other' : kind,
    size: itself.size,
    mode: target.stat === undefined ? 0 : permissionBits(target.stat.mode),
    permissions: permissionsText(itself.mode),
    owner: deps.users.userName(itself.uid),
    group: deps.users.groupName(itself.gid),
    modifiedNs: itself.modifiedNs,
    symlinkTarget: target.path,
    // Attributes are read by text alone.
    metadata: typeof at === 'string' ? deps.metadata.read(at) : {},
  }
}

/** A link that cannot be followed to its end shows where it leads. */
function targetOf(tree: FileTree, path: string, at: FilePath): { stat: FileStat | undefined; path: string } {
  try {
    return { stat: tree.stat(at), path: tree.realPath(at) }
  } catch {
    // Broken, cyclic, or gone since: it leads nowhere.
    return { stat: undefined, path: nextOf(tree, path, at) }
  }
}

/** Itself when it is gone since. */
function nextOf(tree: FileTree, path: string, at: FilePath): string {
  try {
    const target = tree.readLink(at)
    return target.startsWith('/') ? target : cleanPath(`${directoryOf(tree, path)}/${target}`)
  } catch {
    return path
  }
}

/** As it is written when it cannot be resolved, because its path is too long. */
function directoryOf(tree: FileTree, path: string): string {
  try {
    return tree.realPath(parentOf(path))
  } catch {
    return parentOf(path)
  }
}
