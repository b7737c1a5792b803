/** Mode bits in the format of the API. */

const typeMask = 0o170000

/** Letters before the nine permission letters, in the order of output. */
const typeLetters: ReadonlyMap<number, string> = new Map([
  [0o040000, 'd'],
  [0o120000, 'L'],
  [0o060000, 'D'],
  [0o020000, 'D'],
  [0o010000, 'p'],
  [0o140000, 'S'],
])

/** `-rw-r--r--`, `drwxr-xr-x`, `Lrwxrwxrwx`, `dtrwxrwxrwx`, `urwxr-xr-x`. */
export function permissionsText(mode: number): string {
  const isCharacterDevice = (mode & typeMask) === 0o020000
  const prefix =
    (typeLetters.get(mode & typeMask) ?? '') +
    ((mode & 0o4000) === 0 ? '' : 'u') +
    ((mode & 0o2000) === 0 ? '' : 'g') +
    (isCharacterDevice ? 'c' : '') +
    ((mode & 0o1000) === 0 ? '' : 't')
  return (prefix || '-') + rwx[permissionBits(mode)]
}

/** Precomputed for all 512 modes, because a listing needs thousands. */
const rwx = Array.from({ length: 0o1000 }, (_, mode) =>
  Array.from('rwxrwxrwx', (letter, index) => ((mode & (0o400 >> index)) === 0 ? '-' : letter)).join(''),
)

/** The nine permission bits. */
export function permissionBits(mode: number): number {
  return mode & 0o777
}

/** Sockets, pipes and devices have no kind. */
export function fileKind(mode: number): 'file' | 'directory' | 'symlink' | 'other' {
  switch (mode & typeMask) {
    case 0o100000:
      return 'file'
    case 0o040000:
      return 'directory'
    case 0o120000:
      return 'symlink'
    default:
      return 'other'
  }
}
