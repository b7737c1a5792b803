/**
 * Counts the values of a JSON text before it is parsed: the objects that the engine builds from a small text with
 * many values (`[[],[],...]`) take more than fifty times its size.
 */

/** A program accepts no more arguments and variables than this. */
export const valuesMax = 250_000

const quote = 0x22
const backslash = 0x5c
/** `,`, `[` and `{`: every value follows one of them. */
const beginners: ReadonlySet<number> = new Set([0x2c, 0x5b, 0x7b])

/** Skips the content of strings. */
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

/** Returns the position of the closing quote, or the end of the text if the string is not closed. */
function endOfString(bytes: Uint8Array, opening: number): number {
  for (let at = opening + 1; ; at++) {
    at = bytes.indexOf(quote, at)
    if (at < 0) return bytes.length
    let before = at - 1
    while (bytes[before] === backslash) before -= 1
    if ((at - before) % 2 === 1) return at
  }
}
