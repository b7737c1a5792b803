const shapeOfKey = /^[0-9a-f]{64}$/i

/** The encryption key of secrets: 32 bytes in hex. Undefined for any other text. */
export function parseVaultKey(text: string): Buffer | undefined {
  return shapeOfKey.test(text) ? Buffer.from(text, 'hex') : undefined
}
