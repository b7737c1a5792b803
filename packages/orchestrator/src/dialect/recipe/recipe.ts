/** Parses the recipe of a template, `templates/<alias>/template.yaml`. Pure. */
import { limits } from '@cay/contract/limits.ts'
import { parse } from 'yaml'
import type { RecipeStart } from '../../ports/template.ts'

export interface Recipe {
  readonly alias: string
  readonly packages: readonly string[]
  /** Debian suite -> packages that are installed in that suite alone. */
  readonly packagesOf: ReadonlyMap<string, readonly string[]>
  /** Patterns that dpkg never unpacks, and those it unpacks all the same. */
  readonly excludedPaths: readonly string[]
  readonly includedPaths: readonly string[]
  /** Version of npm in the image. */
  readonly npm: string
  readonly user: RecipeUser
  /** Absolute path -> permission bits. */
  readonly directories: ReadonlyMap<string, number>
  readonly modes: ReadonlyMap<string, number>
  readonly removed: readonly string[]
  /** Programs of packages that the daemon replaces; a package that brings one puts it aside. */
  readonly diverted: readonly string[]
  readonly writableByAll: readonly string[]
  /** Absolute path of a directory in the tree -> npm packages that are installed into its `node_modules`. */
  readonly nodeModules: ReadonlyMap<string, readonly string[]>
  /** Python packages that are taken from an index when somebody wants their newest versions. */
  readonly newestPython: readonly string[]
  /** Argument vectors that root runs in the tree when everything else is in place. */
  readonly run: readonly (readonly string[])[]
  /** Directory of the image -> the package of this repository whose bundle lies there. */
  readonly bundles: ReadonlyMap<string, string>
  /** Symbolic link -> what it leads to. */
  readonly links: ReadonlyMap<string, string>
  /** Absent: what a sandbox gets by default. */
  readonly memoryMb?: number
  /** The start command of the template. */
  readonly start?: RecipeStart
}

export interface RecipeUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
  readonly shell: string
  readonly groups: readonly string[]
}

/** An invalid recipe. Recipes come with Cay, so the message is for developers. */
export class RecipeError extends Error {
  constructor(field: string, expected: string) {
    super(`template recipe: ${field} must be ${expected}`)
    this.name = 'RecipeError'
  }
}

const fields = [
  'alias',
  'extends',
  'debian',
  'npm',
  'user',
  'directories',
  'modes',
  'removed',
  'diverted',
  'writableByAll',
  'nodeModules',
  'newestPython',
  'run',
  'bundles',
  'links',
  'memoryMb',
  'start',
]

const debianFields = ['packages', 'packagesOf', 'excludedPaths', 'includedPaths']

/** The recipe that this one extends, by its alias. Throws RecipeError. */
export function extendedBy(text: string): string | undefined {
  const root = readFields(parse(text), 'recipe', fields)
  return root.extends === undefined ? undefined : readWord(root.extends, 'extends')
}

/**
 * A recipe that extends another has only additions: lists are appended, tables are merged, and missing values are inherited.
 * Throws RecipeError with the first field that is missing, invalid or unknown.
 */
export function parseRecipe(text: string, extended?: Recipe): Recipe {
  const root = readFields(parse(text), 'recipe', fields)
  const debian = readFields(root.debian ?? {}, 'debian', debianFields)
  const list =
    <T>(read: (value: unknown, field: string) => T[]) =>
    (value: unknown, field: string, below: readonly T[] | undefined): T[] =>
      value === undefined && below !== undefined ? [...below] : [...(below ?? []), ...read(value, field)]
  const modes = (value: unknown, field: string, below: ReadonlyMap<string, number> | undefined) =>
    value === undefined && below !== undefined
      ? below
      : new Map([...(below ?? []), ...readModes(value, field)])
  const words = list(readWords)
  const paths = list(readPaths)
  return {
    alias: readWord(root.alias, 'alias'),
    packages: words(debian.packages, 'debian.packages', extended?.packages),
    packagesOf: readPackagesOf(debian.packagesOf ?? {}, extended?.packagesOf),
    excludedPaths: paths(debian.excludedPaths, 'debian.excludedPaths', extended?.excludedPaths),
    includedPaths: paths(debian.includedPaths, 'debian.includedPaths', extended?.includedPaths),
    npm: root.npm === undefined && extended !== undefined ? extended.npm : readWord(root.npm, 'npm'),
    user: root.user === undefined && extended !== undefined ? extended.user : readUser(root.user),
    directories: modes(root.directories, 'directories', extended?.directories),
    modes: modes(root.modes, 'modes', extended?.modes),
    removed: paths(root.removed, 'removed', extended?.removed),
    diverted: paths(root.diverted, 'diverted', extended?.diverted),
    writableByAll: paths(root.writableByAll, 'writableByAll', extended?.writableByAll),
    nodeModules: new Map([...(extended?.nodeModules ?? []), ...readNodeModules(root.nodeModules ?? {})]),
    newestPython: words(root.newestPython ?? [], 'newestPython', extended?.newestPython),
    run: [...(extended?.run ?? []), ...readCommands(root.run ?? [])],
    bundles: new Map([...(extended?.bundles ?? []), ...readBundles(root.bundles ?? {})]),
    links: new Map([...(extended?.links ?? []), ...readLinks(root.links ?? {})]),
    ...readMemory(root.memoryMb ?? extended?.memoryMb),
    ...(root.start === undefined ? {} : { start: readStart(root.start) }),
  }
}

function readBundles(value: unknown): [string, string][] {
  return Object.entries(readRecord(value, 'bundles')).map(([directory, name]) => [
    readPath(directory, 'bundles'),
    readWord(name, `bundles.${directory}`),
  ])
}

function readLinks(value: unknown): [string, string][] {
  return Object.entries(readRecord(value, 'links')).map(([link, target]) => [
    readPath(link, 'links'),
    readPath(target, `links.${link}`),
  ])
}

function readMemory(value: unknown): { memoryMb?: number } {
  if (value === undefined) return {}
  const { memoryMbMin: min, memoryMbMax: max } = limits
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw new RecipeError('memoryMb', `a whole number from ${min} to ${max}`)
  return { memoryMb: value }
}

function readPackagesOf(value: unknown, below: Recipe['packagesOf'] = new Map()): Recipe['packagesOf'] {
  const own = Object.entries(readRecord(value, 'debian.packagesOf')).map(([suite, packages]) => {
    const words = readWords(packages, `debian.packagesOf.${suite}`)
    return [suite, [...(below.get(suite) ?? []), ...words]] as const
  })
  return new Map([...below, ...own])
}

function readStart(value: unknown): RecipeStart {
  const start = readFields(value, 'start', ['user', 'command', 'ready'])
  return {
    user: readWord(start.user, 'start.user'),
    command: readText(start.command, 'start.command'),
    ready: readText(start.ready, 'start.ready'),
  }
}

function readNodeModules(value: unknown): Map<string, string[]> {
  const entries = Object.entries(readRecord(value, 'nodeModules'))
  return new Map(entries.map(([path, list]) => [readPath(path, 'nodeModules'), readPinned(list, path)]))
}

/** An exact version each, so that equal recipes make equal trees. */
function readPinned(value: unknown, path: string): string[] {
  const field = `nodeModules.${path}`
  return readList(value, field).map((item, index) => {
    if (typeof item !== 'string' || !/^(@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*@\d[a-z0-9.+-]*$/i.test(item))
      throw new RecipeError(`${field}[${index}]`, 'a package with its version, as "name@1.2.3"')
    return item
  })
}

function readCommands(value: unknown): string[][] {
  return readList(value, 'run').map((command, index) =>
    readList(command, `run[${index}]`).map((word, at) => readText(word, `run[${index}][${at}]`)),
  )
}

function readText(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '') throw new RecipeError(field, 'a text')
  return value
}

function readUser(value: unknown): RecipeUser {
  const user = readFields(value, 'user', ['name', 'uid', 'gid', 'shell', 'groups'])
  return {
    name: readWord(user.name, 'user.name'),
    uid: readId(user.uid, 'user.uid'),
    gid: readId(user.gid, 'user.gid'),
    shell: readPath(user.shell, 'user.shell'),
    groups: readWords(user.groups, 'user.groups'),
  }
}

function readFields(value: unknown, field: string, known: readonly string[]): Record<string, unknown> {
  const record = readRecord(value, field)
  const unknown = Object.keys(record).find((key) => !known.includes(key))
  if (unknown !== undefined) throw new RecipeError(unknown, `left out: known are ${known.join(', ')}`)
  return record
}

function readRecord(value: unknown, field: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RecipeError(field, 'a table')
  return Object.fromEntries(Object.entries(value))
}

function readList(value: unknown, field: string): unknown[] {
  if (!Array.isArray(value)) throw new RecipeError(field, 'a list')
  return value
}

/** A name that can stand in an argument vector or a comma list without being taken for anything else. */
function readWord(value: unknown, field: string): string {
  if (typeof value !== 'string' || !/^[a-z0-9][a-z0-9.+-]*$/.test(value))
    throw new RecipeError(field, 'a word of lower-case letters, digits, ".", "+" and "-"')
  return value
}

function readWords(value: unknown, field: string): string[] {
  return readList(value, field).map((item, index) => readWord(item, `${field}[${index}]`))
}

function readPath(value: unknown, field: string): string {
  if (typeof value !== 'string' || !value.startsWith('/') || value.split('/').includes('..'))
    throw new RecipeError(field, 'an absolute path without ".."')
  return value
}

function readPaths(value: unknown, field: string): string[] {
  return readList(value, field).map((item, index) => readPath(item, `${field}[${index}]`))
}

function readId(value: unknown, field: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 65_533)
    throw new RecipeError(field, 'a whole number from 1 to 65533')
  return value
}

function readModes(value: unknown, field: string): Map<string, number> {
  const entries = Object.entries(readRecord(value, field)).map(([path, mode]): [string, number] => {
    if (typeof mode !== 'string' || !/^[0-7]{4}$/.test(mode))
      throw new RecipeError(`${field}.${path}`, 'permission bits of four octal digits in quotes')
    return [readPath(path, field), Number.parseInt(mode, 8)]
  })
  return new Map(entries)
}
