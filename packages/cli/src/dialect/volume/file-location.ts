/** What `cay volume` takes as a place: a file of this machine, a path in a volume, or a standard stream. Pure. */

export type FileLocation =
  | { readonly kind: 'stream' }
  | { readonly kind: 'local'; readonly path: string }
  | VolumePath

export interface VolumePath {
  readonly kind: 'volume'
  /** Name or id. */
  readonly volume: string
  /** Absolute. */
  readonly path: string
}

/** `VOLUME:PATH` is in a volume, `-` a standard stream, and everything else a file of this machine, such as `./a:b`. */
export function parseFileLocation(text: string): FileLocation {
  if (text === '-') return { kind: 'stream' }
  const colon = text.indexOf(':')
  return colon > 0 && isVolume(text.slice(0, colon)) ? volumePath(text, colon) : { kind: 'local', path: text }
}

/** `VOLUME` or `VOLUME:PATH`. */
export function parseVolumePath(text: string): VolumePath {
  const colon = text.indexOf(':')
  return colon === -1 ? { kind: 'volume', volume: text, path: '/' } : volumePath(text, colon)
}

const isVolume = (text: string) => /^[a-zA-Z0-9_-]+$/.test(text)

function volumePath(text: string, colon: number): VolumePath {
  const path = text.slice(colon + 1)
  return { kind: 'volume', volume: text.slice(0, colon), path: path.startsWith('/') ? path : `/${path}` }
}
