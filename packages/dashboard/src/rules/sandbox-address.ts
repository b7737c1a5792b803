/** Where the daemon of a sandbox is reached from a page. */
export interface AddressFacts {
  readonly sandboxID: string
  /** Base domain of sandbox URLs; null: there is none, and headers name the sandbox. */
  readonly domain: string | null
  /** Of the page. */
  readonly page: { readonly protocol: string; readonly hostname: string }
  readonly proxyPort: number
}

export interface DaemonAddress {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
}

const daemonPort = 49983

/** A host of its own for each sandbox is preferred: browsers open six connections to one host. */
export function daemonAddress({ sandboxID, domain, page, proxyPort }: AddressFacts): DaemonAddress {
  if (domain !== null)
    return { baseUrl: `${page.protocol}//${daemonPort}-${sandboxID}.${domain}`, headers: {} }
  return {
    baseUrl: `${page.protocol}//${page.hostname}:${proxyPort}`,
    headers: { 'E2b-Sandbox-Id': sandboxID, 'E2b-Sandbox-Port': String(daemonPort) },
  }
}
