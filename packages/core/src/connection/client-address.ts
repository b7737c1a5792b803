/** Who a connection or a request is from, as far as shares and rates are concerned. */
import { parseAddress } from '../egress/ipv4.ts'

/** An IPv4 address, or the first 64 bits of an IPv6 address: one client has at least that many. */
export type ClientKey = string

/** The text itself for what is not an address. */
export function clientKey(address: string): ClientKey {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  return prefixOf(address) ?? address
}

/** `a:b:c:d::/64`, without leading zeros and in lower case. */
function prefixOf(address: string): string | undefined {
  const [plain = ''] = address.split('%')
  const halves = plain.toLowerCase().split('::')
  if (halves.length > 2) return undefined
  const [before = [], after = []] = halves.map(wordsOf)
  const missing = wordCount - before.length - after.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined
  const words = [...before, ...Array<string>(missing).fill('0'), ...after]
  if (!words.every((word) => /^[0-9a-f]{1,4}$/.test(word))) return undefined
  const prefix = words.slice(0, wordCount / 2).map((word) => word.replace(/^0+(?=.)/, ''))
  return `${prefix.join(':')}::/64`
}

const wordCount = 8

function wordsOf(half: string): string[] {
  if (half === '') return []
  const words = half.split(':')
  // The last two words may be written as an IPv4 address.
  return parseAddress(words.at(-1) ?? '') === undefined ? words : [...words.slice(0, -1), '0', '0']
}

export interface ForwardedRequest {
  /** Address of the other end of the connection. */
  readonly peer: string
  /** The header X-Forwarded-For. */
  readonly forwardedFor: string | undefined
  readonly isTrusted: (client: ClientKey) => boolean
}

/**
 * The client of a request: the other end of the connection, or, if that is a trusted proxy, the last address in the header
 * that is not one. The addresses before it are what the client itself wrote.
 */
export function clientOfRequest({ peer, forwardedFor = '', isTrusted }: ForwardedRequest): ClientKey {
  const hops = forwardedFor.split(',').map((text) => text.trim())
  let client = clientKey(peer)
  while (isTrusted(client)) {
    const hop = hops.pop()
    if (hop === undefined || !isAddress(hop)) return client
    client = clientKey(hop)
  }
  return client
}

function isAddress(text: string): boolean {
  return parseAddress(text) !== undefined || clientKey(text) !== text
}
