/** Absolute paths in a sandbox. */
export function joinPath(directory: string, name: string): string {
  return `${directory === '/' ? '' : directory}/${name}`
}

export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

/** The directories that lead to a path, the root first. */
export function crumbsOf(path: string): readonly { readonly name: string; readonly path: string }[] {
  const names = path.split('/').filter(Boolean)
  return [
    { name: '/', path: '/' },
    ...names.map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join('/')}` })),
  ]
}
