/**
 * The preference `wait` of a `Prefer` header (RFC 7240), in seconds. Undefined if there is none, or none that can be read: a
 * preference is no condition.
 */
export function parsePreferredWait(header: string | undefined): number | undefined {
  const [, seconds] = /(?:^|,)\s*wait\s*=\s*"?(\d{1,4})"?\s*(?:[;,]|$)/i.exec(header ?? '') ?? []
  return seconds === undefined ? undefined : Number(seconds)
}
