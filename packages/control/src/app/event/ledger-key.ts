/** The key that signs the ledger: made once, kept in the database, sealed with the key of the secrets. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto'
import type { LedgerKey } from '../../ports/event.ts'
import type { Deps } from '../deps.ts'

const secretName = 'ledger-key'
const keyIdLength = 16

export async function ensureLedgerKey({ store, sealer }: Pick<Deps, 'store' | 'sealer'>): Promise<LedgerKey> {
  const kept = await store.getOrCreateSecret(secretName, () => sealer.seal(makeKey(), secretName))
  const key = createPrivateKey(sealer.open(kept, secretName))
  const ownPublic = createPublicKey(key)
  const publicKey = ownPublic.export({ type: 'spki', format: 'pem' }).toString()
  return {
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
    isSigned: (text, signature) =>
      verify(null, Buffer.from(text), ownPublic, Buffer.from(signature, 'base64url')),
    publicKey,
    keyId: hash('sha256', publicKey).slice(0, keyIdLength),
  }
}

function makeKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
