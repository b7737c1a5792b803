/**
 * The configuration file says what the environment may say: `pool_size = 8`, or `size = 8` below `[pool]`, is CAY_POOL_SIZE=8.
 */
import { findNearestName } from '@cay/core/nearest-name.ts'

export interface ConfigFile {
  /** By the names of variables. */
  readonly settings: Readonly<Record<string, string>>
  /** A line for each key that is no setting. */
  readonly warnings: readonly string[]
}

/** `known` are names of variables. Throws for a value that cannot be one. */
export function readConfig(
  document: Readonly<Record<string, unknown>>,
  { path, known }: { readonly path: string; readonly known: readonly string[] },
): ConfigFile {
  const pairs = flatten(document, '')
  const isKnown = ({ key }: Pair) => known.includes(variableOf(key))
  return {
    settings: Object.fromEntries(
      pairs.filter(isKnown).map(({ key, value }) => [variableOf(key), textOf(value, `${path}: ${key}`)]),
    ),
    warnings: pairs
      .filter((pair) => !isKnown(pair))
      .map(({ key }) => {
        const nearest = findNearestName(variableOf(key), known)
        const guess =
          nearest === undefined ? 'docs/settings.md lists them' : `did you mean ${keyOf(nearest)}?`
        return `${path}: ${key} is not a setting of Cay and has no effect: ${guess}`
      }),
  }
}

interface Pair {
  readonly key: string
  readonly value: unknown
}

function flatten(table: Readonly<Record<string, unknown>>, prefix: string): Pair[] {
  return Object.entries(table).flatMap(([name, value]) => {
    const key = `${prefix}${name}`
    return isTable(value) ? flatten(value, `${key}_`) : [{ key, value }]
  })
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

const variableOf = (key: string) => `CAY_${key.toUpperCase()}`
const keyOf = (variable: string) => variable.replace(/^CAY_/, '').toLowerCase()

/** A list is what the variable has with commas between. */
function textOf(value: unknown, where: string): string {
  if (Array.isArray(value)) return value.map((item) => textOf(item, where)).join(',')
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return String(value)
  throw new Error(`${where} must be a text, a number, true, false or a list of them`)
}
