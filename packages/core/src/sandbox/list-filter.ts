/**
 * The metadata filter of a list: `key=value` pairs joined by `&`, each key and value URL-encoded. The input is
 * the query string decoded once. Official clients encode keys and values twice; such text is decoded twice.
 *
 *     interface         user=a%26b     a value that is encoded once
 *     official clients  user=a%2526b   the same value, encoded as a component and again as a form
 *
 * One form is ambiguous: an encoded percent sign before two hex digits. The official clients' encoding takes precedence.
 */
import { ServiceError } from '../errors.ts'

export type MetadataPairs = Readonly<Record<string, string>>

/** Maximum number of pairs in a filter: more than clients need, few enough for one query. */
const pairsMax = 32

/**
 * The characters of a text that was encoded as a component and then as a form, in JavaScript or in
 * Python.
 */
const encodedTwice = /^(?:[\w.~*=&-]|%(?:21|27|28|29|2A|2F|7E)|%25[\dA-F]{2})*$/

/** Throws request_invalid. An empty filter matches everything. */
export function parseMetadataFilter(text: string): MetadataPairs {
  // Without a pair in it, the filter was encoded once more as a whole.
  const whole = text.includes('=') ? text : decodeForm(text)
  if (whole === '') return {}
  const parts = whole.split('&')
  if (parts.length > pairsMax) throw invalid(`has more than ${pairsMax} pairs`)
  const pairs = parts.map((part) => splitPair(part).map(decodeForm))
  return Object.fromEntries((encodedTwice.test(whole) && decodeAgain(pairs)) || pairs)
}

function splitPair(part: string): string[] {
  const pair = part.split('=')
  if (pair.length !== 2) throw invalid('must be key=value pairs joined by &')
  return pair
}

/** Undefined when the percent signs do not belong to an encoding. */
function decodeAgain(pairs: readonly string[][]): string[][] | undefined {
  try {
    return pairs.map((pair) => pair.map(decodeURIComponent))
  } catch {
    return undefined
  }
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // Only a malformed percent sequence of the client causes this.
    throw invalid('has a broken percent encoding')
  }
}

function invalid(what: string): ServiceError {
  return new ServiceError('request_invalid', `validation error: query.metadata: ${what}`)
}
