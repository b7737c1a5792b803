/**
 * Whether this version can use a database that a later one has migrated, as in a rolling upgrade. Migrations are named
 * `NNN-what`. One that only adds (expand) leaves the versions before it running. One that takes away (contract) is named
 * `NNN-contract-since-MMM-what`, and leaves those running that have migration MMM: they do not use what it takes.
 */

export type SchemaUse =
  /** What is missing may be applied. */
  | { readonly kind: 'migrate' }
  /** Nothing is missing, and a later version has added to it. */
  | { readonly kind: 'use' }
  /** `name`: the migration that this version cannot run beside. */
  | { readonly kind: 'refuse'; readonly name: string }

export function decideSchemaUse(own: readonly string[], applied: readonly string[]): SchemaUse {
  const unknown = applied.filter((name) => !own.includes(name))
  const [first] = unknown
  if (first === undefined) return { kind: 'migrate' }
  const newest = Math.max(...own.map(numberOf))
  const refused = unknown.find((name) => oldestBeside(name, newest) > newest)
  if (refused !== undefined) return { kind: 'refuse', name: refused }
  // Versions that have gone different ways.
  return own.every((name) => applied.includes(name)) ? { kind: 'use' } : { kind: 'refuse', name: first }
}

const numberOf = (name: string) => Number(/^(\d+)-/.exec(name)?.[1] ?? Number.POSITIVE_INFINITY)

/** The number of the newest migration that a version must have to run beside this one. */
function oldestBeside(name: string, newest: number): number {
  // An earlier one than the newest of this version was left out of it: another line of versions.
  if (!(numberOf(name) > newest) || numberOf(name) === Number.POSITIVE_INFINITY)
    return Number.POSITIVE_INFINITY
  const since = /^\d+-contract-since-(\d+)-/.exec(name)?.[1]
  if (since !== undefined) return Number(since)
  return /^\d+-contract/.test(name) ? Number.POSITIVE_INFINITY : 0
}
