import { timingSafeEqual } from 'node:crypto'
import { apiKeyPrefix } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { parseApiKey } from '@cay/core/ids.ts'
import type { Clock } from '../../ports/host.ts'
import type { Store } from '../../ports/store.ts'
import type { ApiKeyRecord } from '../../ports/team.ts'
import { checkExpiry, hashApiKey } from './api-keys.ts'
import type { Caller } from './caller.ts'

/**
 * Minimum interval in milliseconds between two writes of a key's last use, because a write per request would cost too
 * much.
 */
const lastUseEveryMs = 60_000

/**
 * Returns the team of an API key. The key is looked up by hash and nevertheless compared in constant time. Throws
 * credential_missing, credential_malformed, credential_unknown, credential_expired.
 */
export async function authenticate(
  { store, clock }: { store: Store; clock: Clock },
  header: string | undefined,
): Promise<Caller> {
  const hash = hashApiKey(parseHeader(header))
  const key = await store.findApiKey(hash)
  const team = key !== undefined && isSame(key.hash, hash) ? await store.findTeam(key.teamId) : undefined
  if (key === undefined || team === undefined) {
    throw new ServiceError(
      'credential_unknown',
      'Invalid API key: the first key of an installation is in the file api-key of its data directory.\nno team has this key',
    )
  }
  const nowMs = clock.nowMs()
  checkExpiry(key, nowMs)
  await noteUse(store, key, nowMs)
  return { team, keyId: key.keyId, scope: key.scope, keyExpiresAtMs: key.expiresAtMs }
}

function parseHeader(header: string | undefined): Uint8Array {
  if (header === undefined || header === '') {
    throw new ServiceError(
      'credential_missing',
      'authorization header is missing: send the API key in X-API-Key',
    )
  }
  const bytes = parseApiKey(header)
  if (bytes !== undefined) return bytes
  throw new ServiceError(
    'credential_malformed',
    `authorization header is malformed: an API key is ${apiKeyPrefix} and 40 hex digits`,
  )
}

async function noteUse(store: Store, { keyId, lastUsedAtMs }: ApiKeyRecord, nowMs: number): Promise<void> {
  if (lastUsedAtMs !== null && nowMs - lastUsedAtMs < lastUseEveryMs) return
  await store.markApiKeyUsed(keyId, nowMs)
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
