import { type AddressRange, parseRange } from './ipv4.ts'
import { compileRanges, hasAddress } from './range-set.ts'

/**
 * Private, local, shared, test and multicast ranges, and the address at which every machine of Azure reaches its host
 * (168.63.129.16): never reachable from a sandbox, whatever its policy says.
 */
export const closedRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
] as const

export function isClosed(address: number): boolean {
  return hasAddress(closed, address)
}

/** The closed range that holds the address. */
export function closedRangeOf(address: number): string | undefined {
  return named.find(({ range }) => range.first <= address && address <= range.last)?.text
}

const named = closedRanges.flatMap((text) => {
  const range = parseRange(text)
  return range === undefined ? [] : [{ text, range }]
}) satisfies { text: string; range: AddressRange }[]

const closed = compileRanges(named.map(({ range }) => range))
