/** The description of one entry of the file system, as returned to callers. */

import { baseName, cleanPath, parentOf } from '@cay/core/files/path.ts'
import { fileKind, permissionBits, permissionsText } from '@cay/core/files/permissions.ts'
import type { FilePath, FileStat, FileTree, MetadataStore } from '../../ports/file-tree.ts'
import type { UserDirectory } from '../../ports/user.ts'

export interface Entry {
  readonly name: string
  readonly path: string
  /** For a symbolic link, the kind of its final target; `other` if the link is dangling. */
  readonly kind: 'file' | 'directory' | 'other'
  readonly size: bigint
  /** The nine permission bits; for a symbolic link, those of its target. */
  readonly mode: number
  /** The permissions of the entry itself. */
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

/** `at` is where the entry is located if not at its path. Throws the system's error if there is no such entry. */
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
    // Attributes can be read only by a text path.
    metadata: typeof at === 'string' ? deps.metadata.read(at) : {},
  }
}

/** For a link that cannot be resolved to its end, reports the path that it points to. */
function targetOf(tree: FileTree, path: string, at: FilePath): { stat: FileStat | undefined; path: string } {
  try {
    return { stat: tree.stat(at), path: tree.realPath(at) }
  } catch {
    // The link is dangling, cyclic, or has been removed since.
    return { stat: undefined, path: nextOf(tree, path, at) }
  }
}

/** Returns the path itself if the link has been removed since. */
function nextOf(tree: FileTree, path: string, at: FilePath): string {
  try {
    const target = tree.readLink(at)
    return target.startsWith('/') ? target : cleanPath(`${directoryOf(tree, path)}/${target}`)
  } catch {
    return path
  }
}

/** Returns the parent as written if it cannot be resolved because its path is too long. */
function directoryOf(tree: FileTree, path: string): string {
  try {
    return tree.realPath(parentOf(path))
  } catch {
    return parentOf(path)
  }
}
