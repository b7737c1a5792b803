/**
 * How many values a JSON text has, before anything is made of it: what the engine makes of a small text of many (`[[],[],...]`)
 * is fifty times its size and more.
 */

/** A program takes no more arguments and variables than this. */
export const valuesMax = 250_000

const quote = 0x22
const backslash = 0x5c
/** `,`, `[` and `{`: each value stands behind one of them. */
const beginners: ReadonlySet<number> = new Set([0x2c, 0x5b, 0x7b])

/** What stands in strings is passed over. */
export function hasTooManyValues(bytes: Uint8Array): boolean {
  if (bytes.length <= valuesMax) return false
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
