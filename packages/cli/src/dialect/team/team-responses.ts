/** Answers about teams and keys, as much of them as the command shows. */
import { printable } from '@cay/core/terminal-text.ts'
import { fieldIn, listParser, textIn } from '../output/fields.ts'
import { type Columns, orDash } from '../output/table.ts'

export interface ShownTeam {
  readonly teamId: string
  readonly slug: string | null
  readonly name: string | null
}

export interface ShownKey {
  readonly keyId: string
  readonly name: string | null
  readonly scope: string | null
  /** The key with its middle left out. */
  readonly mask: string
  readonly createdAt: string | null
  /** Null when it never was. */
  readonly lastUsed: string | null
  /** Null when it does not expire. */
  readonly expiresAt: string | null
}

export const parseTeams = listParser(
  'teams',
  (item): ShownTeam => ({
    teamId: textIn(item, 'teamID') ?? '',
    slug: textIn(item, 'slug'),
    name: textIn(item, 'name'),
  }),
)

export const teamColumns: Columns<ShownTeam> = {
  head: ['SLUG', 'NAME', 'TEAM ID'],
  row: ({ slug, name, teamId }) => [orDash(slug), orDash(name), teamId],
}

export const parseKeys = listParser('keys', (item): ShownKey => {
  const mask = fieldIn(item, 'mask')
  const part = (name: string) => textIn(mask, name) ?? ''
  return {
    keyId: textIn(item, 'id') ?? '',
    name: textIn(item, 'name'),
    scope: textIn(item, 'scope'),
    mask: `${part('prefix')}${part('maskedValuePrefix')}…${part('maskedValueSuffix')}`,
    createdAt: textIn(item, 'createdAt'),
    lastUsed: textIn(item, 'lastUsed'),
    expiresAt: textIn(item, 'expiresAt'),
  }
})

export const keyColumns: Columns<ShownKey> = {
  head: ['KEY ID', 'NAME', 'SCOPE', 'KEY', 'LAST USED', 'EXPIRES'],
  row: ({ keyId, name, scope, mask, lastUsed, expiresAt }) => [
    keyId,
    orDash(name),
    orDash(scope),
    mask,
    lastUsed ?? 'never',
    expiresAt ?? 'never',
  ],
}

/** The text of the key in the answer that made it. Throws when there is none. */
export function parseMadeKey(body: unknown): string {
  const key = textIn(body, 'key')
  if (key === null) throw new Error('the API answered without a key')
  return printable(key)
}
