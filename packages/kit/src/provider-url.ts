/** Addresses of an identity provider: with TLS, unless it is on this machine. */

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** As it was written, because tokens repeat it. */
export function parseProviderUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return undefined
  const isPrivate =
    url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.includes(url.hostname))
  return isPrivate ? text : undefined
}

export function parseProviderOrigin(text: string): string | undefined {
  const url = parseProviderUrl(text) === undefined ? null : URL.parse(text)
  return url?.pathname === '/' ? url.origin : undefined
}
