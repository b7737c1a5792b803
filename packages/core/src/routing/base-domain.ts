const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** Leaves room for `<port>-<sandboxID>.` within the 253 characters of a host name. */
const lengthMax = 200

/**
 * Parses a base domain of sandbox URLs into lower case. Undefined for a URL, a port or an IP address (URLs reject a
 * host whose last label is a number).
 */
export function parseBaseDomain(text: string): string | undefined {
  const domain = text.toLowerCase()
  const labels = domain.split('.')
  const isName = domain.length <= lengthMax && labels.every((each) => label.test(each))
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? domain : undefined
}
