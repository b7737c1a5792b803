/** DNS names and the patterns that allow them: a name, `*.` before a name for everything below it, or `*`. */

/** Sets of names in their normal form. */
export interface DomainSet {
  readonly exact: ReadonlySet<string>
  /** Names of which everything below matches, but not they themselves. */
  readonly above: ReadonlySet<string>
  readonly isAll: boolean
}

/**
 * Lower case, without the dot of the root. Undefined for what is no name: addresses in any spelling, the empty name,
 * other than ASCII (which is to be given in punycode), and too long ones.
 */
export function normalizeName(text: string): string | undefined {
  const name = (text.endsWith('.') ? text.slice(0, -1) : text).toLowerCase()
  if (name.length > nameLengthMax) return undefined
  const labels = name.split('.')
  if (!labels.every((label) => shapeOfLabel.test(label))) return undefined
  // What ends in a number is an address to some readers: 127.1, 2130706433, 0x7f000001.
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
