/** Fields of API responses: null when absent or of another type. */

export function fieldIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

/** Null also for an empty text. */
export function textIn(value: unknown, name: string): string | null {
  const field = fieldIn(value, name)
  return typeof field === 'string' && field !== '' ? field : null
}

export function numberIn(value: unknown, name: string): number | null {
  const field = fieldIn(value, name)
  return typeof field === 'number' ? field : null
}

/** For amounts that nothing has none of: the API writes 0 where it does not know. */
export function amountIn(value: unknown, name: string): number | null {
  return numberIn(value, name) || null
}

/** Throws when the body is no list. */
export function listOf(body: unknown, what: string): unknown[] {
  if (Array.isArray(body)) return body
  throw new Error(`the API answered with something that is no list of ${what}`)
}

/** The items of a response that is a list. The parser throws when the body is no list. */
export function listParser<Item>(what: string, parse: (item: unknown) => Item): (body: unknown) => Item[] {
  return (body) => listOf(body, what).map(parse)
}
