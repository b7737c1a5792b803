import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { Store } from '../../ports/store.ts'

/**
 * Tokens are derived from a seed that is generated once and kept in the store. A sandbox keeps one token for its whole
 * life, and no token has to be stored.
 */
export async function createAccessTokens(store: Store): Promise<(sandboxId: string) => string> {
  const seed = await store.getOrCreateSecret('access-token-seed', () => randomBytes(32).toString('hex'))
  const key = createSecretKey(seed, 'hex')
  return (sandboxId) => createHmac('sha256', key).update(sandboxId).digest('hex')
}
