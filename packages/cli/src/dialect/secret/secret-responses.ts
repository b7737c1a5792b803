/** Secrets in responses of the API, which never have values, and as a table. */
import { listParser, numberIn, textIn } from '../output/fields.ts'
import { nameOrId } from '../output/plain-word.ts'
import { type Columns, describeAge, orDash } from '../output/table.ts'

export interface ShownSecret {
  readonly secretId: string
  readonly name: string | null
  /** Counted from 1 with each value. */
  readonly version: number | null
  readonly createdAt: string | null
  readonly updatedAt: string | null
}

export function parseSecret(item: unknown): ShownSecret {
  return {
    secretId: textIn(item, 'secretID') ?? '',
    name: textIn(item, 'name'),
    version: numberIn(item, 'currentVersion'),
    createdAt: textIn(item, 'createdAt'),
    updatedAt: textIn(item, 'updatedAt'),
  }
}

export const parseSecrets = listParser('secrets', parseSecret)

export function secretColumns(nowMs: number): Columns<ShownSecret> {
  return {
    head: ['NAME', 'VERSION', 'UPDATED', 'SECRET ID'],
    name: ({ name, secretId }) => nameOrId(name, secretId),
    row: ({ name, version, updatedAt, secretId }) => [
      orDash(name),
      orDash(version),
      describeAge(updatedAt, nowMs),
      secretId,
    ],
  }
}
