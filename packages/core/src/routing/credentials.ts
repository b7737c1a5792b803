/**
 * Strips credentials that open the control API, a volume or a private sandbox, so that code in a sandbox cannot learn
 * them (token-kinds.ts). Clients send them by mistake, as a default header or in a cookie of another application. They
 * are found by their shape or their issuer, plain or in base64, in any header. Bodies and URLs are not inspected: they
 * are addressed to the server that gets them.
 */
import { apiKeyPrefix, headers as names } from '@cay/contract/names.ts'
import { base64Patterns } from './base64-patterns.ts'
import { containsTokenOf } from './issued-payload.ts'
import { removedBy, type ShapePart } from './token-kinds.ts'

/**
 * The value of a header without credentials; undefined when the header must be dropped. `userIssuer`: the issuer of
 * users' tokens, where users sign in.
 */
export function stripCredentials(name: string, value: string, userIssuer?: string): string | undefined {
  const lower = name.toLowerCase()
  const isCredential = (text: string) => containsCredential(text, userIssuer)
  if (credentialHeaders.has(lower) || isCredential(name)) return undefined
  if (lower === names.apiKey && controlKey.test(value)) return undefined
  if (lower === 'authorization' && controlBearer.test(value)) return undefined
  if (lower === 'cookie') return stripCookies(value, isCredential)
  return isCredential(value) ? undefined : value
}

const credentialHeaders: ReadonlySet<string> = new Set(removedBy('header').flatMap((kind) => kind.names))
const credentialCookies: readonly string[] = removedBy('cookie').flatMap((kind) => kind.names)
const ownIssuers: readonly string[] = removedBy('issuer').map(({ issuer }) => issuer)

/** Other keys in this header belong to the server in the sandbox. */
const controlKey = new RegExp(`^\\s*${apiKeyPrefix}`, 'i')

const controlBearer = new RegExp(`^\\s*bearer\\s+${apiKeyPrefix}`, 'i')

const shapes = removedBy('shape').map(({ parts }) => parts)
const plain = new RegExp(shapes.map(plainPattern).join('|'), 'i')
const inBase64 = new RegExp(shapes.flatMap((parts) => base64Patterns(bytesOf(parts))).join('|'))
/** Characters of the shortest credential, which is a JWT with next to no claims. */
const shortest = 15

function containsCredential(text: string, userIssuer: string | undefined): boolean {
  if (text.length < shortest) return false
  const issuers = userIssuer === undefined ? ownIssuers : [...ownIssuers, userIssuer]
  const isFound = (part: string) => plain.test(part) || inBase64.test(part) || containsTokenOf(issuers, part)
  return isFound(text) || (encodedSigns.test(text) && isFound(decodeSigns(text)))
}

/** The characters of a credential that may be percent-encoded, as in cookies: all but letters and digits. */
const encodedSigns = /%2[bdef]|%5f/i

function decodeSigns(text: string): string {
  return text
    .replace(/%2b/gi, '+')
    .replace(/%2d/gi, '-')
    .replace(/%2e/gi, '.')
    .replace(/%2f/gi, '/')
    .replace(/%5f/gi, '_')
}

function stripCookies(value: string, isCredential: (text: string) => boolean): string | undefined {
  if (!isCredential(value) && !credentialCookies.some((name) => value.includes(name))) return value
  const cookies = value.split(';')
  const kept = cookies.filter((cookie) => {
    const [name = ''] = cookie.split('=')
    return !credentialCookies.includes(name.trim()) && !isCredential(cookie)
  })
  if (kept.length === cookies.length) return value
  return kept.length === 0 ? undefined : kept.join(';').trimStart()
}

function plainPattern(parts: readonly ShapePart[]): string {
  return parts.map(({ prefix, digits }) => `${prefix.replace('.', '\\.')}[0-9a-f]{${digits}}`).join('')
}

function bytesOf(parts: readonly ShapePart[]): string[] {
  const digit = '0123456789abcdefABCDEF'
  return parts.flatMap(({ prefix, digits }) => [...prefix, ...Array<string>(digits).fill(digit)])
}
