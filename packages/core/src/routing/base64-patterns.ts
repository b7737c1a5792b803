/**
 * Patterns for the base64 of a text at each of the three byte offsets, so that nothing has to be decoded: the characters
 * possible at each position that the text alone determines. `bytes`: the characters that each byte may be.
 */
export function base64Patterns(bytes: readonly string[]): string[] {
  return [0, 1, 2].map((before) => {
    let pattern = ''
    for (let bit = (6 - ((before * 8) % 6)) % 6; bit + 6 <= bytes.length * 8; bit += 6) {
      pattern += `[${charactersAt(bit % 8, bytes[bit >> 3] ?? '', bytes[(bit + 5) >> 3] ?? '')}]`
    }
    return pattern
  })
}

/** Each position in both alphabets, as a part of a character class. */
const digits = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', '+\\-', '/_']

/** The characters for six bits from `offset` on in two bytes, each of which is one of several. */
function charactersAt(offset: number, first: string, second: string): string {
  const characters = new Set<string>()
  for (const high of first) {
    for (const low of second) {
      const bits = (high.charCodeAt(0) << 8) | low.charCodeAt(0)
      characters.add(digits[(bits >> (10 - offset)) & 0x3f] ?? '')
    }
  }
  return [...characters].join('')
}
