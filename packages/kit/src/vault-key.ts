const shapeOfKey = /^[0-9a-f]{64}$/i

/** What secrets are encrypted with: 32 bytes, written in hex. Undefined for a text that is no such key. */
export function parseVaultKey(text: string): Buffer | undefined {
  return shapeOfKey.test(text) ? Buffer.from(text, 'hex') : undefined
}
