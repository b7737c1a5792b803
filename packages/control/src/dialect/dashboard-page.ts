/** The dashboard's page and the policy under which browsers run it. */

export interface DashboardAddresses {
  /** Base domain of sandbox URLs; null: sandboxes are reached at the host of the page, by headers. */
  readonly domain: string | null
  readonly proxyPort: number
}

/** The nonce is for the terminal, which computes its style in the browser. */
export function renderDashboardPage(template: string, { nonce, proxyPort }: PageValues): string {
  return template.replace('{{nonce}}', nonce).replace('{{proxyPort}}', String(proxyPort))
}

interface PageValues {
  readonly nonce: string
  readonly proxyPort: number
}

/**
 * The page runs its own scripts only, takes no text for a script or for HTML, and connects to this service and to
 * sandboxes.
 */
export function dashboardPolicy(nonce: string, addresses: DashboardAddresses): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    `connect-src 'self' ${sandboxSources(addresses).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** A page does not know its own host here, and a policy has no word for it with another port. */
function sandboxSources({ domain, proxyPort }: DashboardAddresses): string[] {
  const host = domain === null ? `*:${proxyPort}` : `*.${domain}`
  return [`http://${host}`, `https://${host}`]
}
