/**
 * Limits response headers of sandboxes to the host of the sandbox. A browser lets a host set cookies for its parent
 * domains, and clear those of the whole site: `8080-ID.cay.example` could act on every other sandbox and on the API.
 */
import { hasSandboxHost } from './destination.ts'
import { headerValue, type RawHeaders } from './raw-headers.ts'

/** They act on a host, its site or its subdomains, not on one response. */
export const siteHeaders: ReadonlySet<string> = new Set([
  ...['set-cookie', 'clear-site-data'],
  ...['strict-transport-security', 'alt-svc', 'nel', 'report-to'],
])

/**
 * The value of a response header as it is sent to the client; undefined when the header must be dropped. `name` is in
 * lower case; `request` has the headers of the client's request.
 */
export function limitToHost(name: string, value: string, request: RawHeaders): string | undefined {
  if (!siteHeaders.has(name)) return value
  // On a host that all sandboxes share, they would act on each other's clients, and on the API there.
  if (!hasSandboxHost(request) && isOfPage(request)) return undefined
  if (name === 'set-cookie') return withoutDomain(value)
  return name === 'clear-site-data' ? withoutSite(value) : value
}

/** Only a page can send routing headers from a browser, to another origin; programs have cookies of their own. */
function isOfPage(request: RawHeaders): boolean {
  return ['origin', 'sec-fetch-site'].some((name) => headerValue(request, name) !== undefined)
}

/** Without a Domain the cookie is sent back to the host alone. What could be read as the attribute is removed as well. */
function withoutDomain(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(';')
  const kept = attributes.filter((attribute) => {
    const [name = ''] = attribute.split('=')
    return name.replaceAll(/[^a-z]/gi, '').toLowerCase() !== 'domain'
  })
  return kept.length === attributes.length ? cookie : [pair, ...kept].join(';')
}

/** All that `*` stands for, but for the cookies. */
const ofOrigin = '"cache", "storage", "executionContexts"'

/** Cookies would be cleared in the whole site. */
function withoutSite(value: string): string | undefined {
  const types = value.split(',').map((type) => type.trim())
  const kept = types.filter((type) => !/cookies/i.test(type))
  if (kept.length === types.length && !value.includes('*')) return value
  return kept.length === 0 ? undefined : kept.map((type) => (type.includes('*') ? ofOrigin : type)).join(', ')
}
