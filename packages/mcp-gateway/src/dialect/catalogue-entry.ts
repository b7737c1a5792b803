/** A row of the catalogue of servers: a package, and what becomes of the fields of its configuration. */

/** A field's value as an argument: alone, or behind an option. A list becomes several arguments. */
export interface FieldArgument {
  readonly field: string
  readonly option?: string
}

export interface CatalogueEntry {
  readonly registry: 'npm' | 'pypi'
  readonly package: string
  readonly version: string
  /** The program of a Python package, unless it has the name of the package. */
  readonly program?: string
  readonly args: readonly (string | FieldArgument)[]
  /** Field -> environment variable. */
  readonly env: Readonly<Record<string, string>>
  /** Fields that say which directories a container gets: here a server sees the files of the sandbox. */
  readonly ignored: readonly string[]
}

type Rest = Partial<Pick<CatalogueEntry, 'program' | 'args' | 'env' | 'ignored'>>

export function npm(packageName: string, version: string, rest: Rest = {}): CatalogueEntry {
  return { registry: 'npm', package: packageName, version, args: [], env: {}, ignored: [], ...rest }
}

export function pypi(packageName: string, version: string, rest: Rest = {}): CatalogueEntry {
  return { registry: 'pypi', package: packageName, version, args: [], env: {}, ignored: [], ...rest }
}
