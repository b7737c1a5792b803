/**
 * The text of a JSON message, for the library in place of its own decoder: bytes that are no UTF-8 are refused, because
 * a path would be another with U+FFFD in them; and so is a message of too many values, because what the engine makes of
 * a small one (`[[],[],...]`) is fifty times its size and more.
 */

import { ServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError } from '@connectrpc/connect'
import { toConnectError } from './errors.ts'

/** A program takes no more arguments and variables than this. */
export const valuesMax = 250_000
/** Smaller messages cannot have so many. */
const countedBytesMin = valuesMax

const quote = 0x22
const backslash = 0x5c
/** `,`, `[` and `{`: each value stands behind one of them. */
const beginners: ReadonlySet<number> = new Set([0x2c, 0x5b, 0x7b])

const decoder = new TextDecoder('utf-8', { fatal: true })

export const jsonTextDecoder = {
  decode(bytes: Uint8Array): string {
    if (bytes.length > countedBytesMin && hasTooManyValues(bytes)) {
      throw toConnectError(new ServiceError('body_too_large', `a message of more than ${valuesMax} values`))
    }
    try {
      return decoder.decode(bytes)
    } catch (cause) {
      throw new ConnectError('the message is no UTF-8', Code.InvalidArgument, undefined, undefined, cause)
    }
  },
}

/** What stands in strings is passed over. */
function hasTooManyValues(bytes: Uint8Array): boolean {
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    const letter = bytes[at] ?? 0
    if (letter === quote) at = endOfString(bytes, at)
    else if (beginners.has(letter) && ++values > valuesMax) return true
  }
  return false
}

/** Where its closing quote is, or the end of what never closes. */
function endOfString(bytes: Uint8Array, opening: number): number {
  for (let at = opening + 1; ; at++) {
    at = bytes.indexOf(quote, at)
    if (at < 0) return bytes.length
    let before = at - 1
    while (bytes[before] === backslash) before -= 1
    if ((at - before) % 2 === 1) return at
  }
}
