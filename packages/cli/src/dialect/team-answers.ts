/** Answers about teams and keys, as much of them as the command shows. */
export interface ShownTeam {
  readonly teamId: string
  readonly slug: string
  readonly name: string
}

export interface ShownKey {
  readonly keyId: string
  readonly name: string
  readonly scope: string
  /** With the middle left out. */
  readonly mask: string
  /** Empty when it never was. */
  readonly lastUsed: string
}

/** Throws when the body is no list. */
export function parseTeams(body: unknown): ShownTeam[] {
  return listOf(body, 'teams').map((item) => ({
    teamId: textIn(item, 'teamID'),
    slug: textIn(item, 'slug'),
    name: textIn(item, 'name'),
  }))
}

/** Throws when the body is no list. */
export function parseKeys(body: unknown): ShownKey[] {
  return listOf(body, 'keys').map((item) => {
    const mask = fieldIn(item, 'mask')
    return {
      keyId: textIn(item, 'id'),
      name: textIn(item, 'name'),
      scope: textIn(item, 'scope'),
      mask: `${textIn(mask, 'prefix')}${textIn(mask, 'maskedValuePrefix')}…${textIn(mask, 'maskedValueSuffix')}`,
      lastUsed: textIn(item, 'lastUsed'),
    }
  })
}

/** The text of the key in the answer that made it. Throws when there is none. */
export function parseMadeKey(body: unknown): string {
  const key = textIn(body, 'key')
  if (key === '') throw new Error('the API answered without a key')
  return key
}

export function fieldIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

export function textIn(value: unknown, name: string): string {
  const field = fieldIn(value, name)
  return typeof field === 'string' ? field : ''
}

export function listOf(body: unknown, what: string): unknown[] {
  if (Array.isArray(body)) return body
  throw new Error(`the API answered with something that is no list of ${what}`)
}
