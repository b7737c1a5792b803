/**
 * The metadata filter of a list, as it comes after the query string was decoded once. Official clients encode three
 * times, so the whole is decoded here once more, then each key and value a third time.
 */
import { ServiceError } from '../errors.ts'

export type MetadataPairs = Readonly<Record<string, string>>

/** Pairs in one filter: more than anybody needs, few enough for one query. */
const pairsMax = 32

/** Throws request_invalid. An empty filter matches everything. */
export function parseMetadataFilter(text: string): MetadataPairs {
  const whole = decodeForm(text)
  if (whole === '') return {}
  const parts = whole.split('&')
  if (parts.length > pairsMax) throw invalid(`has more than ${pairsMax} pairs`)
  return Object.fromEntries(parts.map(parsePair))
}

function parsePair(part: string): [string, string] {
  const [key, value, ...rest] = part.split('=')
  if (key === undefined || value === undefined || rest.length > 0)
    throw invalid('must be key=value pairs joined by &')
  return [decodeForm(key), decodeForm(value)]
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // Only a broken percent sequence gets here, and that is the caller's.
    throw invalid('has a broken percent encoding')
  }
}

function invalid(what: string): ServiceError {
  return new ServiceError('request_invalid', `validation error: query.metadata: ${what}`)
}
