/** IPv4 addresses as numbers from 0 to 2^32 - 1. Only the dotted form with four plain decimals is accepted. */
export interface AddressRange {
  readonly first: number
  readonly last: number
}

export const addressMax = 2 ** 32 - 1

/** Parses by character for speed: lists have thousands of entries. */
export function parseAddress(text: string): number | undefined {
  let address = 0
  let parts = 0
  let part: number | undefined
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - zeroCode
    if (digit >= 0 && digit <= 9) {
      // Some parsers read a leading zero as octal.
      if (part === 0) return undefined
      part = (part ?? 0) * 10 + digit
      if (part > 255) return undefined
    } else if (digit === dotDigit && part !== undefined && parts < 3) {
      address = address * 256 + part
      parts += 1
      part = undefined
    } else return undefined
  }
  return parts === 3 && part !== undefined ? address * 256 + part : undefined
}

const zeroCode = 48
const dotDigit = 46 - zeroCode

/** An address, or a CIDR block such as `10.0.0.0/8`. Bits behind the prefix are ignored, as is common. */
export function parseRange(text: string): AddressRange | undefined {
  const slash = text.indexOf('/')
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash))
  const prefix = slash < 0 ? 32 : parsePrefix(text.slice(slash + 1), 32)
  if (address === undefined || prefix === undefined) return undefined
  const size = 2 ** (32 - prefix)
  const first = address - (address % size)
  return { first, last: first + size - 1 }
}

export function renderAddress(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
}

/** An IPv6 address or block, in any valid spelling. IPv6 traffic never leaves, so the value is never needed. */
export function isIpv6Range(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  if (rest.length > 0 || (prefix !== undefined && parsePrefix(prefix, 128) === undefined)) return false
  const halves = address.split('::')
  if (halves.length > 2) return false
  const words = halves.map(countWords)
  const total = words.reduce((sum, count) => sum + count, 0)
  return halves.length === 2 ? total <= 7 : total === 8
}

/** Number of 16-bit words in this part of an IPv6 address; NaN when it is malformed. */
function countWords(half: string): number {
  if (half === '') return 0
  const parts = half.split(':')
  const embedded = parts.at(-1)?.includes('.') === true ? parts.pop() : undefined
  if (embedded !== undefined && parseAddress(embedded) === undefined) return Number.NaN
  if (!parts.every((part) => /^[0-9a-f]{1,4}$/i.test(part))) return Number.NaN
  return parts.length + (embedded === undefined ? 0 : 2)
}

const shapeOfPart = /^(?:0|[1-9]\d{0,2})$/

function parsePrefix(text: string, max: number): number | undefined {
  return shapeOfPart.test(text) && Number(text) <= max ? Number(text) : undefined
}
