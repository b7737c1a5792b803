/** `#/sandboxes/abc/files` is the view `sandboxes`, the item `abc` and its part `files`. */
export interface Route {
  readonly view: string
  readonly item: string | undefined
  readonly part: string | undefined
}

export function parseRoute(hash: string): Route {
  const [view, item, part] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decode)
  return { view: view || 'sandboxes', item: item || undefined, part: part || undefined }
}

export function hrefOf(view: string, item?: string, part?: string): string {
  return `#/${[view, item, part].flatMap((text) => (text === undefined ? [] : [encodeURIComponent(text)])).join('/')}`
}

/** Somebody may type anything. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
