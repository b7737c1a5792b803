/**
 * API keys: of a key only its hash is kept. A key is looked up by hash, and compared in constant time all the same.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { apiKeyPrefix } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { parseApiKey } from '@cay/core/ids.ts'
import type { ApiKeyRecord, Store, Team } from '../ports.ts'

/** The team that a key belongs to. Throws credential_missing, credential_malformed, credential_unknown. */
export async function authenticate(store: Store, header: string | undefined): Promise<Team> {
  if (header === undefined || header === '') {
    throw new ServiceError(
      'credential_missing',
      'authorization header is missing: send the API key in X-API-Key',
    )
  }
  const bytes = parseApiKey(header)
  if (bytes === undefined) {
    throw new ServiceError(
      'credential_malformed',
      `authorization header is malformed: an API key is ${apiKeyPrefix} and 40 hex digits`,
    )
  }
  const hash = hashApiKey(bytes)
  const key = await store.findApiKey(hash)
  const team = key !== undefined && isSame(key.hash, hash) ? await store.findTeam(key.teamId) : undefined
  if (team === undefined) {
    throw new ServiceError(
      'credential_unknown',
      'Invalid API key: the first key of an installation is in the file api-key of its data directory.\nno team has this key',
    )
  }
  return team
}

export function describeApiKey(
  key: string,
  bytes: Uint8Array,
): Pick<ApiKeyRecord, 'hash' | 'maskedStart' | 'maskedEnd'> {
  const value = key.slice(apiKeyPrefix.length)
  return { hash: hashApiKey(bytes), maskedStart: value.slice(0, 2), maskedEnd: value.slice(-4) }
}

function hashApiKey(bytes: Uint8Array): string {
  return `$sha256$${createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '')}`
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
