/**
 * Headers as on the wire: name, value, name, value, … in order and with duplicates. Nothing here joins, sorts or
 * rewrites them.
 */
export type RawHeaders = readonly string[]

/** All values of a header, in order. `name` is in lower case. */
export function headerValues(headers: RawHeaders, name: string): string[] {
  const values: string[] = []
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const candidate = headers[i] ?? ''
    if (candidate.length === name.length && candidate.toLowerCase() === name)
      values.push(headers[i + 1] ?? '')
  }
  return values
}

/** The values of a header joined as a list; undefined when it is absent. */
export function headerValue(headers: RawHeaders, name: string): string | undefined {
  const values = headerValues(headers, name)
  return values.length === 0 ? undefined : values.join(', ')
}

/** The members of a comma-separated header, trimmed and in lower case. */
export function headerTokens(headers: RawHeaders, name: string): string[] {
  return headerValues(headers, name)
    .flatMap((value) => value.split(','))
    .map((token) => token.trim().toLowerCase())
    .filter((token) => token !== '')
}
