/** Where the command line of a user waits for what a sign-in gives: a port of the user's own machine. */

const pattern = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):([1-9]\d{0,4})\/?$/

/** Undefined for every other address: a token must not be led there. */
export function parseNextUrl(text: string): string | undefined {
  const [, host, port] = pattern.exec(text) ?? []
  return host === undefined || Number(port) > 65_535 ? undefined : `http://${host}:${port}/`
}

export function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`
}
