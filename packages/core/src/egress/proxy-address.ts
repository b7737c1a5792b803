/** The proxy for a sandbox's TCP connections, as in the request. */
import { ServiceError } from '../errors.ts'
import { utf8Bytes } from '../text.ts'
import { normalizeName } from './domain-name.ts'
import { parseAddress } from './ipv4.ts'

export interface ProxySpec {
  readonly address: string
  readonly username?: string | undefined
  readonly password?: string | undefined
}

export interface EgressProxy {
  readonly protocol: 'socks5' | 'http'
  /** A normalized name, or an IPv4 address. */
  readonly host: string
  readonly port: number
  readonly username: string | undefined
  readonly password: string | undefined
}

const credentialBytesMax = 255
const addressLengthMax = 512

/**
 * `host:port` and `socks5://host:port` are SOCKS5; `http://host:port` is an HTTP proxy with CONNECT. Throws
 * request_invalid.
 */
export function parseProxy({ address, username, password }: ProxySpec): EgressProxy {
  const { groups = {} } = (address.length <= addressLengthMax ? shapeOfProxy.exec(address) : null) ?? {}
  const host = parseAddress(groups.host ?? '') === undefined ? normalizeName(groups.host ?? '') : groups.host
  const port = Number(groups.port)
  if (host === undefined || !(port >= 1 && port <= 65535)) {
    throw invalidProxy('address must be host:port, with a port from 1 to 65535')
  }
  if (password !== undefined && password !== '' && (username ?? '') === '') {
    throw invalidProxy('password needs a username')
  }
  for (const [field, text] of Object.entries({ username, password })) {
    if (text !== undefined && utf8Bytes(text) > credentialBytesMax)
      throw invalidProxy(`${field}: at most ${credentialBytesMax} bytes`)
  }
  return { protocol: groups.scheme === 'http' ? 'http' : 'socks5', host, port, username, password }
}

const shapeOfProxy = /^(?:(?<scheme>socks5|http):\/\/)?(?<host>[^/:@\s]+):(?<port>\d{1,5})$/

export function invalidProxy(what: string): ServiceError {
  return new ServiceError('request_invalid', `network.egressProxy: ${what}`)
}
