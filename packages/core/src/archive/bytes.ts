/**
 * Names in archives and file systems are bytes, not text. Here they are strings in which each character is one byte, so
 * that no information is lost and the order of characters is the order of bytes.
 */

export function byteString(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}

/** Renders a name for messages: bytes that are not printable ASCII are escaped, and long names are cut. */
export function showName(name: string): string {
  const shown = name.replace(
    /[^\x20-\x7e]/g,
    (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return shown.length > shownCharactersMax ? `${shown.slice(0, shownCharactersMax)}…` : shown
}

const shownCharactersMax = 200
