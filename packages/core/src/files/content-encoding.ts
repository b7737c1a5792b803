/** Chooses the content encoding of a file: gzip or identity. */

export type FileEncoding = 'gzip' | 'identity'

/**
 * `accept` is the Accept-Encoding header; ranges and conditions require identity. Undefined when no accepted encoding
 * is available (406).
 */
export function chooseEncoding(accept: string | undefined, identityOnly: boolean): FileEncoding | undefined {
  const quality = qualities(accept ?? '')
  const identity = quality.get('identity') ?? (quality.get('*') === 0 ? 0 : undefined)
  const isIdentityRefused = identity === 0
  if (identityOnly) return isIdentityRefused ? undefined : 'identity'
  const gzip = quality.get('gzip') ?? 0
  if (gzip > 0 && gzip >= (identity ?? 0)) return 'gzip'
  if (!isIdentityRefused) return 'identity'
  return (quality.get('*') ?? 0) > 0 ? 'gzip' : undefined
}

function qualities(accept: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const item of accept.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    if (name === '') continue
    const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const value = given === undefined ? 1 : Number(given)
    found.set(name, Number.isFinite(value) ? value : 0)
  }
  return found
}
