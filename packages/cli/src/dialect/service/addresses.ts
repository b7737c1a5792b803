/** The addresses for a client, as settings that it reads. */

export interface PublicAddresses {
  readonly api: string
  readonly proxy: string
  /** The one address for both, at the domain of the installation. */
  readonly tls?: string
}

/** A service that listens on every address is reached on this machine by loopback. */
export function clientUrl(listening: string): string {
  return listening.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}

/** The first team's key. */
export interface KeyFacts {
  /** Undefined where it must not be printed, as in a log. */
  readonly value: string | undefined
  /** Undefined when there is none: the records, which have its hash, come from another data directory. */
  readonly file: string | undefined
  /** It was chosen with CAY_API_KEY, not made and written into the file. */
  readonly isChosen: boolean
}

export interface ReadyFacts {
  readonly addresses: PublicAddresses
  readonly key: KeyFacts
  readonly logs: string
  /** The authority of the installation issues its certificate. */
  readonly hasOwnAuthority: boolean
}

export function renderReady({ addresses, key, logs, hasOwnAuthority }: ReadyFacts): string {
  const tls = addresses.tls === undefined ? '' : `  TLS           https://*.${new URL(addresses.tls).host}\n`
  return `
  control API   ${addresses.api}
  sandboxes     ${addresses.proxy}
${tls}  API key       ${describeKey(key)}
  logs          ${logs}

For the official client:

  export E2B_API_KEY=${keyForShell(key)}
${clientSettings(addresses)}
${addresses.tls === undefined ? linksNeedDomain : hasOwnAuthority ? trustNeeded : ''}`
}

function describeKey({ value, file, isChosen }: KeyFacts): string {
  if (!isChosen && file === undefined) return noKeyFile
  const where = isChosen ? 'that of CAY_API_KEY' : `kept in ${file}, which root can read`
  return value === undefined ? where : `${value} (${where})`
}

function keyForShell({ value, file, isChosen }: KeyFacts): string {
  if (isChosen) return value ?? '$CAY_API_KEY'
  return value ?? (file === undefined ? 'KEY' : `$(cat ${file})`)
}

/** The database has hashes of keys alone. */
const noKeyFile = 'one that clients have; `cay key create NAME --team default` makes another'

/** With a domain the client finds everything by itself. */
function clientSettings({ api, proxy, tls }: PublicAddresses): string {
  if (tls === undefined)
    return `  export E2B_API_URL=${api}\n  export E2B_SANDBOX_URL=${proxy}\n  export E2B_VOLUME_API_URL=${api}`
  return `  export E2B_DOMAIN=${new URL(tls).host}`
}

const linksNeedDomain = `
With these variables, links of downloadUrl() and uploadUrl() do not name their sandbox, and there is
no https://\${getHost(port)}. \`cay up --domain NAME\` serves both (docs/proxy.md).
`

const trustNeeded = `
Clients have to trust the certificate (\`cay trust\` has more ways):

  npx cay trust --pem > cay.crt
  export NODE_EXTRA_CA_CERTS=$PWD/cay.crt SSL_CERT_FILE=$PWD/cay.crt
`
