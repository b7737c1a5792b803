/** Where a client finds us, in the words it needs. */

export interface PublicAddresses {
  readonly api: string
  readonly proxy: string
  /** The one door for both, at the installation's domain. */
  readonly tls?: string
}

/** A service that listens on every address is reached on this machine by loopback. */
export function clientUrl(listening: string): string {
  return listening.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}

export function renderReady(
  addresses: PublicAddresses,
  apiKey: string,
  places: { readonly apiKeyFile: string; readonly logs: string },
): string {
  return `
  control API   ${addresses.api}
  sandboxes     ${addresses.proxy}
  API key       ${apiKey} (kept in ${places.apiKeyFile})
  logs          ${places.logs}

For the official client:

  export E2B_API_KEY=${apiKey}
${clientSettings(addresses)}
`
}

/** With a domain the client finds everything by itself. */
function clientSettings({ api, proxy, tls }: PublicAddresses): string {
  if (tls === undefined) return `  export E2B_API_URL=${api}\n  export E2B_SANDBOX_URL=${proxy}`
  return `  export E2B_DOMAIN=${new URL(tls).host}\n\nHow to trust its certificates: \`cay trust\``
}
