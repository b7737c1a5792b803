/** Resolves a path in a request. Shared by file requests, file RPCs and the working directory of commands. */

import { ServiceError } from '../errors.ts'

export interface PathBase {
  readonly home: string
  /** The sandbox's default working directory; empty when it has none. */
  readonly defaultWorkdir: string
}

/**
 * Empty: the default working directory, else home. `~` and `~/x`: home. Absolute: unchanged, not cleaned. Relative:
 * joined to home and cleaned. Throws `path_invalid` for `~name` and for a NUL.
 */
export function resolvePath(path: string, base: PathBase): string {
  if (path.includes('\0')) throw new ServiceError('path_invalid', 'path contains a NUL byte')
  if (path === '')
    return base.defaultWorkdir === ''
      ? base.home
      : resolvePath(base.defaultWorkdir, { ...base, defaultWorkdir: '' })
  if (path === '~') return base.home
  if (path.startsWith('~/')) return cleanPath(`${base.home}/${path.slice(2)}`)
  if (path.startsWith('~')) throw new ServiceError('path_invalid', 'cannot expand user-specific home dir')
  return path.startsWith('/') ? path : cleanPath(`${base.home}/${path}`)
}

/** Lexical: removes `.`, `..` and doubled slashes; `..` at the root stays there. */
export function cleanPath(path: string): string {
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') kept.pop()
    else if (part !== '' && part !== '.') kept.push(part)
  }
  return `/${kept.join('/')}`
}

/** The last component of a path; `/` for the root. */
export function baseName(path: string): string {
  return path.replace(/\/+$/, '').split('/').pop() || '/'
}

/** The parent directory of the path's last component; not cleaned. */
export function parentOf(path: string): string {
  const trimmed = path.replace(/\/+$/, '')
  return trimmed.slice(0, trimmed.lastIndexOf('/')) || '/'
}

/** All parent directories of a path, topmost first, without the root. */
export function parentsOf(path: string): string[] {
  const parts = cleanPath(path).split('/').slice(1, -1)
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)
}
