const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** What leaves room for `<port>-<sandboxID>.` before it, within the 253 characters of a host name. */
const lengthMax = 200

/**
 * A name that sandboxes' names are made below, in lower case. Undefined for what cannot be one: a URL, a port, an address
 * (URLs refuse a host whose last label is a number).
 */
export function parseBaseDomain(text: string): string | undefined {
  const domain = text.toLowerCase()
  const labels = domain.split('.')
  const isName = domain.length <= lengthMax && labels.every((each) => label.test(each))
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? domain : undefined
}
