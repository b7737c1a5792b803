/** Base64 without a platform's decoder. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** By the code of the digit; 64 for what is none. */
const sextets = new Uint8Array(0x80).fill(64)
for (const digits of [`${alphabet}-_`, `${alphabet}+/`])
  for (const [sextet, digit] of [...digits].entries()) sextets[digit.charCodeAt(0)] = sextet
const padding = '='.charCodeAt(0)

/**
 * The bytes of base64 in either alphabet, one character for each. Padding is accepted. Undefined when the text is not
 * base64.
 */
export function decodeBase64(text: string): string | undefined {
  let length = text.length
  while (text.charCodeAt(length - 1) === padding) length -= 1
  if (length % 4 === 1) return undefined
  let decoded = ''
  let held = 0
  let heldBits = 0
  for (let at = 0; at < length; at++) {
    const sextet = sextets[text.charCodeAt(at)] ?? 64
    if (sextet === 64) return undefined
    held = ((held << 6) | sextet) & 0xfff
    heldBits += 6
    if (heldBits < 8) continue
    heldBits -= 8
    decoded += String.fromCharCode((held >> heldBits) & 0xff)
  }
  return decoded
}
