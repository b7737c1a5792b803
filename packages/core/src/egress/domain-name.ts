/** DNS names and the patterns that allow them: a name, `*.` before a name for everything below it, or `*`. */

/** Sets of names in their normal form. */
export interface DomainSet {
  readonly exact: ReadonlySet<string>
  /** Names whose subdomains match, but not the names themselves. */
  readonly above: ReadonlySet<string>
  readonly isAll: boolean
}

/**
 * Returns lower case without the root dot. Undefined for texts that are not names: addresses in any spelling, the empty
 * name, non-ASCII names (which must be given in punycode), and names that are too long.
 */
export function normalizeName(text: string): string | undefined {
  const name = (text.endsWith('.') ? text.slice(0, -1) : text).toLowerCase()
  if (name.length > nameLengthMax) return undefined
  const labels = name.split('.')
  if (!labels.every((label) => shapeOfLabel.test(label))) return undefined
  // Some parsers read a name that ends in a number as an address: 127.1, 2130706433, 0x7f000001.
  return endsInNumber.test(labels.at(-1) ?? '') ? undefined : name
}

/** The pattern in its normal form. */
export function normalizePattern(text: string): string | undefined {
  if (text === '*') return text
  const isWildcard = text.startsWith('*.')
  const name = normalizeName(isWildcard ? text.slice(2) : text)
  return name === undefined || !isWildcard ? name : `*.${name}`
}

/** Takes patterns in their normal form. */
export function compileDomains(patterns: readonly string[]): DomainSet {
  return {
    exact: new Set(patterns.filter((pattern) => !pattern.startsWith('*'))),
    above: new Set(patterns.filter((pattern) => pattern.startsWith('*.')).map((pattern) => pattern.slice(2))),
    isAll: patterns.includes('*'),
  }
}

/** Takes a name in its normal form. */
export function hasName({ exact, above, isAll }: DomainSet, name: string): boolean {
  if (isAll || exact.has(name)) return true
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    if (above.has(name.slice(dot + 1))) return true
  }
  return false
}

const nameLengthMax = 253
const shapeOfLabel = /^[a-z0-9_-]{1,63}$/
const endsInNumber = /^(?:\d+|0x[0-9a-f]*)$/
