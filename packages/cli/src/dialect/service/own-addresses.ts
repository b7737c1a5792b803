/** Whether an address of the API is one of this installation: its keys are for no other. */

export interface OwnAddresses {
  /** Where the API listens, as a client of this machine has it. */
  readonly api: string
  /** The address for TLS, if there is one. */
  readonly tls: string | undefined
  /** Of the settings: also while nothing runs. */
  readonly domain: string | undefined
}

export function namesThisInstallation(address: string, { api, tls, domain }: OwnAddresses): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  const own = [api, ...(tls === undefined ? [] : [below(tls)])].map((each) => URL.parse(each))
  if (domain !== undefined) own.push(URL.parse(`https://api.${domain}`))
  return own.some((each) => each !== null && keyOf(each) === keyOf(url))
}

/** The API has a host name below the domain of the installation. */
function below(tls: string): string {
  const url = new URL(tls)
  return `${url.protocol}//api.${url.host}`
}

/** All names of the loopback are the same machine. */
function keyOf({ protocol, hostname, port }: URL): string {
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
  return `${protocol}//${isLoopback ? 'localhost' : hostname}:${port}`
}
