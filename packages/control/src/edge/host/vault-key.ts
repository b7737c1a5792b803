/**
 * The key that encrypts secret values. It is kept outside the database, so that a copy of the database alone reveals
 * nothing.
 */
import { randomBytes } from 'node:crypto'
import { parseVaultKey } from '@cay/kit/vault-key.ts'
import { keyFileAt } from './key-file.ts'

const keyBytes = 32

/**
 * Returns the configured key, or the one in the file, which is generated when missing. Throws for a file with other
 * content.
 */
export async function readVaultKey(path: string, configured: Buffer | undefined): Promise<Buffer> {
  if (configured !== undefined) return configured
  const file = keyFileAt(path)
  const kept = (await file.read()) ?? (await file.create(randomBytes(keyBytes).toString('hex')))
  const key = parseVaultKey(kept)
  if (key === undefined) throw new Error(`${path} does not hold a key: ${keyBytes * 2} hex digits`)
  return key
}
