/** What `cay volume` takes as a place: a file of this machine, a path in a volume, or a standard stream. Pure. */

export type Place =
  | { readonly kind: 'stream' }
  | { readonly kind: 'local'; readonly path: string }
  | VolumePlace

export interface VolumePlace {
  readonly kind: 'volume'
  /** Name or id. */
  readonly volume: string
  /** Absolute. */
  readonly path: string
}

/** `VOLUME:PATH` is in a volume, `-` a standard stream, and everything else a file of this machine, such as `./a:b`. */
export function parsePlace(text: string): Place {
  if (text === '-') return { kind: 'stream' }
  const colon = text.indexOf(':')
  return colon > 0 && isVolume(text.slice(0, colon))
    ? volumePlace(text, colon)
    : { kind: 'local', path: text }
}

/** `VOLUME` or `VOLUME:PATH`. */
export function parseVolumePlace(text: string): VolumePlace {
  const colon = text.indexOf(':')
  return colon === -1 ? { kind: 'volume', volume: text, path: '/' } : volumePlace(text, colon)
}

const isVolume = (text: string) => /^[a-zA-Z0-9_-]+$/.test(text)

function volumePlace(text: string, colon: number): VolumePlace {
  const path = text.slice(colon + 1)
  return { kind: 'volume', volume: text.slice(0, colon), path: path.startsWith('/') ? path : `/${path}` }
}
