/** Whether the bytes of a file are a text that can be edited and saved without a change to the rest of it. */
export const editedBytesMax = 1024 * 1024

/** Undefined: it is no text in UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    // A text field of a browser makes one kind of line end of all.
    return text.includes('\0') || text.includes('\r') ? undefined : text
  } catch {
    return undefined
  }
}
