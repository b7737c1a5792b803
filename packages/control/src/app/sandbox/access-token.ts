import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { Store } from '../../ports/store.ts'

/**
 * Tokens are derived from a seed that is made once and kept in the store, so that a sandbox has one token for life and
 * none has to be stored.
 */
export async function createAccessTokens(store: Store): Promise<(sandboxId: string) => string> {
  const seed = await store.getOrCreateSecret('access-token-seed', () => randomBytes(32).toString('hex'))
  const key = createSecretKey(seed, 'hex')
  return (sandboxId) => createHmac('sha256', key).update(sandboxId).digest('hex')
}
