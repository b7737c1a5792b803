/** The key that values are encrypted with: not in the database, so that a copy of that alone tells nothing. */
import { randomBytes } from 'node:crypto'
import { parseVaultKey } from '@cay/kit/vault-key.ts'
import { keyFileAt } from './key-file.ts'

const keyBytes = 32

/** The configured one, or the one in the file, which is made when there is none. Throws for a file that holds something else. */
export async function readVaultKey(path: string, configured: Buffer | undefined): Promise<Buffer> {
  if (configured !== undefined) return configured
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
