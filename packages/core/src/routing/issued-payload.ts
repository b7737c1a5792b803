/**
 * Finds JWTs of an issuer in a text, plain or in base64. A JWT carries its claims in base64, so the issuer is read and no
 * signature is needed: an expired or damaged token counts as one.
 */
import { decodeBase64 } from '../base64.ts'
import { base64Patterns } from './base64-patterns.ts'

export function containsTokenOf(issuer: string, text: string): boolean {
  return containsPlain(issuer, text) || containsInBase64(issuer, text)
}

/** The second part of a JWT, which is an object in JSON; some issuers begin it with a space or a line break. */
const claimsPattern = /\.([eICD][\w-]{14,})/g

/** Only claims that name the issuer somewhere are decoded. */
function containsPlain(issuer: string, text: string): boolean {
  if (!mentionOf(issuer).test(text)) return false
  for (const [, claims = ''] of text.matchAll(claimsPattern)) if (issuerIn(claims) === issuer) return true
  return false
}

/** By issuer, of which a proxy has two. */
const mentions = new Map<string, RegExp>()

/** The issuer as a string of JSON in base64; some issuers escape slashes. */
function mentionOf(issuer: string): RegExp {
  const known = mentions.get(issuer)
  if (known !== undefined) return known
  const forms = new Set([`"${issuer}"`, `"${issuer.replaceAll('/', '\\/')}"`])
  const made = new RegExp([...forms].flatMap((form) => base64Patterns([...form])).join('|'))
  mentions.set(issuer, made)
  return made
}

function issuerIn(claims: string): unknown {
  const decoded = decodeBase64(claims)
  if (decoded === undefined || !/^\s*\{/.test(decoded)) return undefined
  try {
    return (JSON.parse(decoded) as { readonly iss?: unknown }).iss
  } catch {
    // Not JSON: no claims.
    return undefined
  }
}

/** What `eyJ`, with which a JWT begins, is in base64 at each of the three offsets. */
const beginningInBase64 = /ZXlK|V5S|leU/

/** Words that can hold a whole JWT. */
const wordPattern = /[\w+/-]{40,}/g

function containsInBase64(issuer: string, text: string): boolean {
  if (!beginningInBase64.test(text)) return false
  for (const [word] of text.matchAll(wordPattern)) {
    const decoded = beginningInBase64.test(word) ? decodeBase64(word) : undefined
    if (decoded !== undefined && containsPlain(issuer, decoded)) return true
  }
  return false
}
