import { SettingError } from '@cay/kit/settings.ts'
import type { Deps } from '../deps.ts'

/**
 * Checks at startup that the key matches the store: with another key, existing secrets could not be decrypted, and new
 * ones would be lost when the right key returns.
 */
export async function checkSealer({ store, sealer }: Pick<Deps, 'store' | 'sealer'>): Promise<void> {
  const text = 'the key fits'
  const kept = await store.getOrCreateSecret('vault-key-check', () => sealer.seal(text, text))
  try {
    sealer.open(kept, text)
  } catch (cause) {
    throw new SettingError(
      'CAY_SECRETS_KEY',
      '(not shown)',
      'the database was written with another key: that of CAY_SECRETS_KEY or of the file control/secrets-key then',
      { cause },
    )
  }
}
