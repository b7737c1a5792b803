/**
 * The file of the data directory that names where the records and artifacts of its cluster are, so that every later start uses
 * them. A variable of the environment overrides its line.
 */
import { type Environment, readOptional } from '@cay/kit/settings.ts'

/** The settings that the file may hold. */
const names = [
  'CAY_DATABASE_URL',
  'CAY_BLOBS_URL',
  'CAY_BLOBS_ACCESS_KEY',
  'CAY_BLOBS_SECRET_KEY',
  'CAY_BLOBS_CA_FILE',
  'CAY_CLUSTER_ADDRESS',
] as const

export type ClusterSettings = Readonly<Partial<Record<(typeof names)[number], string>>>

export function renderClusterFile(settings: ClusterSettings): string {
  return `${JSON.stringify(settings, undefined, 2)}\n`
}

/** Undefined for anything but an object with some of these settings. */
export function parseClusterFile(text: string): ClusterSettings | undefined {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const isKnown = ([name, setting]: [string, unknown]) =>
    names.some((known) => known === name) && typeof setting === 'string'
  return Object.entries(value).every(isKnown) ? value : undefined
}

/** A variable that is empty is not set. */
export function withClusterSettings(env: Environment, settings: ClusterSettings): Environment {
  const missing = names.filter((name) => readOptional(env, name) === undefined)
  return { ...env, ...Object.fromEntries(missing.map((name) => [name, settings[name]])) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller says so.
    return undefined
  }
}
