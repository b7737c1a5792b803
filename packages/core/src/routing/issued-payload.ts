/**
 * Finds JWTs of some issuers in a text, plain or in base64. A JWT carries its claims in base64, so the issuer is read and no
 * signature is needed: an expired or damaged token counts as one.
 */
import { decodeBase64 } from '../base64.ts'
import { base64Patterns } from './base64-patterns.ts'

export function containsTokenOf(issuers: readonly string[], text: string): boolean {
  const mention = mentionOf(issuers)
  let read = 0
  for (const claims of claimsIn(text, mention)) {
    read += 1
    const named = issuerIn(claims)
    if (read > claimsMax || issuers.some((issuer) => issuer === named)) return true
  }
  return false
}

/**
 * Claims of one header that are decoded and parsed, which takes time from all other requests; a header in which more of them mention
 * an issuer counts as one with a token.
 */
const claimsMax = 16

/** The second part of a JWT, which is an object in JSON; some issuers begin it with a space or a line break. */
const claimsPattern = /\.([eICD][\w-]{14,})/g

/** Only claims that match the mention of an issuer are worth decoding. */
function* claimsIn(text: string, mention: RegExp): Generator<string> {
  yield* claimsInPlain(text, mention)
  for (const decoded of decodedWords(text)) yield* claimsInPlain(decoded, mention)
}

function* claimsInPlain(text: string, mention: RegExp): Generator<string> {
  if (!mention.test(text)) return
  for (const [, claims = ''] of text.matchAll(claimsPattern)) if (mention.test(claims)) yield claims
}

/** By issuers, of which a proxy has two. */
const mentions = new Map<string, RegExp>()

/** The issuers as strings of JSON in base64; some issuers escape slashes. */
function mentionOf(issuers: readonly string[]): RegExp {
  const key = issuers.join(' ')
  const known = mentions.get(key)
  if (known !== undefined) return known
  const forms = new Set(issuers.flatMap((issuer) => [`"${issuer}"`, `"${issuer.replaceAll('/', '\\/')}"`]))
  const made = new RegExp([...forms].flatMap((form) => base64Patterns([...form])).join('|'))
  mentions.set(key, made)
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

/** What `eyJ`, with which a JWT begins, is in base64: how far it is from there to the next group of four characters. */
const beginnings: Readonly<Record<string, number>> = { ZXlK: 0, V5S: 2, leU: 1 }
const beginningPattern = new RegExp(Object.keys(beginnings).join('|'), 'g')

/** Words that can hold a whole JWT. */
const wordPattern = /[\w+/-]{40,}/g

/** The base64 may begin anywhere in its word, as in `base64-eyJ` or in a path, and be followed by more. */
function* decodedWords(text: string): Generator<string> {
  if (text.search(beginningPattern) === -1) return
  for (const [word] of text.matchAll(wordPattern)) {
    const found = [...word.matchAll(beginningPattern)]
    const starts = new Set(found.map(({ 0: begin, index }) => (index + (beginnings[begin] ?? 0)) % 4))
    for (const start of starts) yield decodeSome(word.slice(start))
  }
}

/** A single character behind the last group holds no byte. */
function decodeSome(text: string): string {
  return decodeBase64(text.length % 4 === 1 ? text.slice(0, -1) : text) ?? ''
}
