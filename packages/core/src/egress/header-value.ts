/**
 * The value of a header in a rule: text with placeholders that egress replaces in each request. So the values
 * are in no policy, and reach a sandbox only when a server sends them back:
 *
 *   ${e2b.secrets.<name>}   ${e2b.identity.tokens.<name>}
 */
import { productWord } from '@cay/contract/names.ts'

export interface Placeholder {
  readonly kind: 'secret' | 'identity'
  readonly name: string
}

export type HeaderValue = readonly (string | Placeholder)[]

/** Undefined for a malformed placeholder, which must never be sent literally. */
export function parseHeaderValue(text: string): HeaderValue | undefined {
  const parts: (string | Placeholder)[] = []
  let at = 0
  for (let begin = text.indexOf(opening); begin >= 0; begin = text.indexOf(opening, at)) {
    const end = text.indexOf('}', begin)
    const placeholder = end < 0 ? undefined : readPlaceholder(text.slice(begin + opening.length, end))
    if (placeholder === undefined) return undefined
    if (begin > at) parts.push(text.slice(at, begin))
    parts.push(placeholder)
    at = end + 1
  }
  if (at < text.length || parts.length === 0) parts.push(text.slice(at))
  return parts
}

export function placeholdersOf(value: HeaderValue): Placeholder[] {
  return value.filter((part) => typeof part !== 'string')
}

export function fillHeaderValue(value: HeaderValue, lookUp: (placeholder: Placeholder) => string): string {
  return value.map((part) => (typeof part === 'string' ? part : lookUp(part))).join('')
}

/** As written, except for the case and the spaces of a secret's name. */
export function renderPlaceholder({ kind, name }: Placeholder): string {
  return `${opening}${kind === 'secret' ? secrets : identity}${name}}`
}

/** The text of a header value: no control characters except the tab. */
export function isHeaderText(text: string): boolean {
  return !controlCharacters.test(text)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controlCharacters = /[\0-\x08\x0a-\x1f\x7f]/
const opening = `\${${productWord}.`
const secrets = 'secrets.'
const identity = 'identity.tokens.'
/** The id of a secret matches this pattern too. */
const shapeOfSecretName = /^[a-z0-9_-]{1,128}$/
const shapeOfTokenName = /^[^{}\p{Cc}]+$/u

function readPlaceholder(inner: string): Placeholder | undefined {
  if (inner.startsWith(secrets)) {
    const name = inner.slice(secrets.length).trim().toLowerCase()
    return shapeOfSecretName.test(name) ? { kind: 'secret', name } : undefined
  }
  if (!inner.startsWith(identity)) return undefined
  const name = inner.slice(identity.length)
  return shapeOfTokenName.test(name) ? { kind: 'identity', name } : undefined
}
