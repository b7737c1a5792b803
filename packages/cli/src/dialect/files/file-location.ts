/** What `cp` copies from and to: a file of this machine, a path in a volume or a sandbox, or a standard stream. Pure. */

export type FileLocation =
  | { readonly kind: 'stream' }
  | { readonly kind: 'local'; readonly path: string }
  | RemotePath

export interface RemotePath {
  readonly kind: 'remote'
  /** Name or id of the volume or the sandbox. */
  readonly name: string
  /** In a volume absolute; in a sandbox also below the home of its user. */
  readonly path: string
}

/** `NAME:PATH` is remote, `-` a standard stream, and everything else a file of this machine, such as `./a:b`. */
export function parseFileLocation(text: string): FileLocation {
  if (text === '-') return { kind: 'stream' }
  const [name, path] = splitRemote(text)
  return path !== undefined && isName(name)
    ? { kind: 'remote', name, path: absolute(path) }
    : { kind: 'local', path: text }
}

/** In a sandbox `ID:notes` is below the home of its user. */
export function parseSandboxLocation(text: string): FileLocation {
  const location = parseFileLocation(text)
  if (location.kind !== 'remote') return location
  const path = splitRemote(text)[1] ?? ''
  return { ...location, path: path === '' ? '.' : path }
}

/** `VOLUME` or `VOLUME:PATH`. */
export function parseVolumePath(text: string): RemotePath {
  const [name, path = ''] = splitRemote(text)
  return { kind: 'remote', name, path: absolute(path) }
}

function splitRemote(text: string): readonly [name: string, path: string | undefined] {
  const colon = text.indexOf(':')
  return colon === -1 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)]
}

const isName = (text: string) => /^[a-zA-Z0-9_-]+$/.test(text)
const absolute = (path: string) => (path.startsWith('/') ? path : `/${path}`)
