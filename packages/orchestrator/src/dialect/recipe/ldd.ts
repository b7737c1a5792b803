/** The libraries that `ldd` lists, and the loader that starts the program. */
export interface Libraries {
  readonly loader: string
  readonly libraries: readonly string[]
}

export function parseLdd(text: string): Libraries | undefined {
  const libraries = [...text.matchAll(/=> (\/\S+) \(/g)].map((match) => match[1] ?? '')
  const loader = /^\s*(\/\S*ld-\S+)/m.exec(text)?.[1] ?? libraries.find((path) => /\/ld-[^/]+$/.test(path))
  if (loader === undefined) return undefined
  return { loader, libraries: libraries.filter((path) => path !== loader) }
}
