/** Reads the configuration of the gateway, as the official client sends it: the name of a server -> its fields. Pure. */
import { catalogue } from './catalogue.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { unpublishedServers } from './unpublished-servers.ts'

/** How a server comes to be in the sandbox. */
export type ServerSource = PackageSource | RepositorySource

export interface PackageSource {
  readonly kind: 'npm' | 'pypi'
  readonly package: string
  readonly version: string
  readonly program?: string
}

export interface RepositorySource {
  readonly kind: 'github'
  readonly repository: string
  readonly installCmd?: string
}

export interface ServerSpec {
  readonly name: string
  readonly source: ServerSource
  /** Arguments of the program of a package; for a repository, the command line for a shell. */
  readonly run: { readonly args: readonly string[] } | { readonly command: string }
  readonly env: Readonly<Record<string, string>>
}

/** Its message names the server and the field. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export const serversMax = 32

/** Throws ConfigError. */
export function parseConfig(text: string): ServerSpec[] {
  const servers = Object.entries(readTable(parseJson(text), 'the configuration'))
  if (servers.length > serversMax)
    throw new ConfigError(`${servers.length} servers are configured: at most ${serversMax} are allowed`)
  return servers.map(([name, value]) => {
    const fields = readTable(value, `server "${name}"`)
    return name.startsWith('github/') ? readRepository(name, fields) : readPublished(name, fields)
  })
}

/** The source of a server of the catalogue. Throws ConfigError for any other name. */
export function findSource(name: string): ServerSource {
  return sourceOf(findEntry(name))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError(`the configuration is not JSON: ${reason}`, { cause })
  }
}

function findEntry(name: string): CatalogueEntry {
  if (Object.hasOwn(catalogue, name)) return catalogue[name] as CatalogueEntry
  if (unpublishedServers.includes(name))
    throw new ConfigError(
      `server "${name}" cannot be used: it is not in this gateway's catalogue of npm and Python packages; if its source is on GitHub, configure it as "github/OWNER/REPOSITORY"`,
    )
  throw new ConfigError(`there is no server "${name}": names are case-sensitive, for example "duckduckgo"`)
}

function sourceOf({ registry, package: name, version, program }: CatalogueEntry): ServerSource {
  return { kind: registry, package: name, version, ...(program === undefined ? {} : { program }) }
}

function readPublished(name: string, fields: Readonly<Record<string, unknown>>): ServerSpec {
  const entry = findEntry(name)
  const argFields = entry.args.flatMap((arg) => (typeof arg === 'string' ? [] : [arg.field]))
  refuseUnknown(name, fields, [...argFields, ...Object.keys(entry.env), ...entry.ignored])
  const args = entry.args.flatMap((arg) => {
    if (typeof arg === 'string') return [arg]
    const values = readValues(name, arg.field, fields[arg.field])
    return arg.option === undefined ? values : values.flatMap((value) => [`${arg.option}`, value])
  })
  const env = Object.entries(entry.env).flatMap(([field, variable]) => {
    const values = readValues(name, field, fields[field])
    return values.length === 0 ? [] : [[variable, values.join(',')] as const]
  })
  return { name, source: sourceOf(entry), run: { args }, env: Object.fromEntries(env) }
}

function readRepository(name: string, fields: Readonly<Record<string, unknown>>): ServerSpec {
  const repository = /^github\/([\w.-]+\/[\w.-]+)$/.exec(name)?.[1]
  if (repository === undefined || /(^|\/)\.\.?($|\/)/.test(repository))
    throw new ConfigError(`server "${name}": the name must be "github/OWNER/REPOSITORY"`)
  refuseUnknown(name, fields, ['runCmd', 'installCmd', 'envs'])
  const { runCmd, installCmd, envs } = fields
  if (typeof runCmd !== 'string' || runCmd.trim() === '')
    throw new ConfigError(`server "${name}": runCmd must be a command`)
  if (installCmd !== undefined && typeof installCmd !== 'string')
    throw new ConfigError(`server "${name}": installCmd must be a command`)
  const install = installCmd === undefined || installCmd.trim() === '' ? {} : { installCmd }
  return {
    name,
    source: { kind: 'github', repository, ...install },
    run: { command: runCmd },
    env: readEnvs(name, envs),
  }
}

function readEnvs(name: string, envs: unknown): Record<string, string> {
  const entries = Object.entries(envs === undefined ? {} : readTable(envs, `server "${name}": envs`))
  return Object.fromEntries(
    entries.map(([variable, value]) => {
      if (!/^[A-Za-z_]\w*$/.test(variable))
        throw new ConfigError(`server "${name}": envs has "${variable}", which cannot be a variable`)
      if (typeof value !== 'string' || value.includes('\0'))
        throw new ConfigError(`server "${name}": envs.${variable} must be a string`)
      return [variable, value]
    }),
  )
}

function refuseUnknown(
  name: string,
  fields: Readonly<Record<string, unknown>>,
  known: readonly string[],
): void {
  const unknown = Object.keys(fields).find((field) => !known.includes(field))
  if (unknown === undefined) return
  const list = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`
  throw new ConfigError(`server "${name}" has no field "${unknown}": ${list}`)
}

/** Absent and null are no value. */
function readValues(name: string, field: string, value: unknown): string[] {
  if (value === undefined || value === null) return []
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.map((item) => {
    if (!['string', 'number', 'boolean'].includes(typeof item) || String(item).includes('\0'))
      throw new ConfigError(
        `server "${name}": ${field} must be a string, a number, a boolean or a list of them`,
      )
    return String(item)
  })
}

function readTable(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigError(`${what} must be an object`)
  return Object.fromEntries(Object.entries(value))
}
