/** The key that values are encrypted with: not in the database, so that a copy of that alone tells nothing. */
import { randomBytes } from 'node:crypto'
import { keyFileAt } from './key-file.ts'

const keyBytes = 32
const shapeOfKey = /^[0-9a-f]{64}$/i

/** 32 bytes in hex. Undefined when it is no key. */
export function parseVaultKey(text: string): Buffer | undefined {
  return shapeOfKey.test(text) ? Buffer.from(text, 'hex') : undefined
}

/** The given one, or the one in the file, which is made when there is none. Throws for a file that holds something else. */
export async function readVaultKey(path: string, given: Buffer | undefined): Promise<Buffer> {
  if (given !== undefined) return given
  const file = keyFileAt(path)
  const kept = await file.read()
  if (kept === undefined) {
    const key = randomBytes(keyBytes)
    await file.write(key.toString('hex'))
    return key
  }
  const key = parseVaultKey(kept)
  if (key === undefined) throw new Error(`${path} does not hold a key: ${keyBytes * 2} hex digits`)
  return key
}
