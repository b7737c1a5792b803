/** The API keys of a team. Only the hash of a key is stored; its text is returned once, when it is created. */
import { hash, randomUUID } from 'node:crypto'
import { apiKeyPrefix } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { apiKeyBytes, makeApiKey, parseApiKey } from '@cay/core/ids.ts'
import { formatInstant } from '@cay/core/instant.ts'
import type { KeyScope } from '@cay/core/team/key-scope.ts'
import type { Clock } from '../../ports/host.ts'
import type { Store } from '../../ports/store.ts'
import type { ApiKeyRecord, LoginKey, Team } from '../../ports/team.ts'
import type { Caller } from './caller.ts'

export interface KeyDeps {
  readonly store: Store
  readonly clock: Clock
  readonly randomBytes: (count: number) => Uint8Array
}

export interface NewKey {
  readonly name: string
  readonly scope: KeyScope
  /** Absent: it does not expire. */
  readonly expiresAtMs?: number
  readonly login?: LoginKey
}

export interface CreatedKey {
  readonly record: ApiKeyRecord
  readonly key: string
}

export async function createApiKey(
  deps: KeyDeps,
  team: Team,
  { expiresAtMs, ...request }: NewKey,
): Promise<CreatedKey> {
  if (expiresAtMs !== undefined && expiresAtMs <= deps.clock.nowMs())
    throw new ServiceError('request_invalid', 'validation error: body.expiresAt: must be in the future')
  const key = makeApiKey(deps.randomBytes(apiKeyBytes))
  const expiry = expiresAtMs === undefined ? {} : { expiresAtMs }
  return { key, record: await registerApiKey(deps, team, { key, ...request, ...expiry }) }
}

/**
 * As `createApiKey`, for a caller whose own key may expire: what it creates lives no longer than itself, so that a key cannot
 * renew itself. Throws forbidden.
 */
export async function createTeamKey(
  deps: KeyDeps,
  { team, keyExpiresAtMs }: Caller,
  request: NewKey,
): Promise<CreatedKey> {
  if (keyExpiresAtMs === null) return await createApiKey(deps, team, request)
  const { expiresAtMs = keyExpiresAtMs } = request
  if (expiresAtMs > keyExpiresAtMs)
    throw new ServiceError(
      'forbidden',
      `this API key expires at ${formatInstant(keyExpiresAtMs)}: a key that it creates cannot expire later`,
    )
  return await createApiKey(deps, team, { ...request, expiresAtMs })
}

/** Leaves a key that is already registered unchanged. Throws TypeError for a malformed key. */
export async function registerApiKey(
  { store, clock }: Pick<KeyDeps, 'store' | 'clock'>,
  team: Team,
  { key, name, scope, expiresAtMs, login }: NewKey & { readonly key: string },
): Promise<ApiKeyRecord> {
  const bytes = parseApiKey(key)
  if (bytes === undefined) throw new TypeError('not the shape of an API key')
  const value = key.slice(apiKeyPrefix.length)
  const record: ApiKeyRecord = {
    keyId: randomUUID(),
    teamId: team.teamId,
    name,
    hash: hashApiKey(bytes),
    maskedStart: value.slice(0, 2),
    maskedEnd: value.slice(-4),
    scope,
    createdAtMs: clock.nowMs(),
    lastUsedAtMs: null,
    expiresAtMs: expiresAtMs ?? null,
    ...(login === undefined ? {} : { login }),
  }
  await store.addApiKey(record)
  return record
}

/** Throws not_found, also for another team's key. */
export async function renameApiKey(
  { store }: Pick<KeyDeps, 'store'>,
  team: Team,
  { keyId, name }: { keyId: string; name: string },
): Promise<ApiKeyRecord> {
  const renamed = await store.renameApiKey(team.teamId, keyId, name)
  if (renamed === undefined) throw keyNotFound(keyId)
  return renamed
}

/** The key is rejected from the next request on. Throws not_found, also for another team's key. */
export async function deleteApiKey(
  { store }: Pick<KeyDeps, 'store'>,
  team: Team,
  keyId: string,
): Promise<void> {
  if (!(await store.removeApiKey(team.teamId, keyId))) throw keyNotFound(keyId)
}

/** Throws credential_expired, with the name of the key. */
export function checkExpiry({ name, expiresAtMs, login }: ApiKeyRecord, nowMs: number): void {
  if (expiresAtMs === null || nowMs < expiresAtMs) return
  const next = login === undefined ? 'create another one' : 'sign in again'
  throw new ServiceError(
    'credential_expired',
    `API key '${name}' expired at ${formatInstant(expiresAtMs)}: ${next}`,
  )
}

export function hashApiKey(bytes: Uint8Array): string {
  return `$sha256$${hash('sha256', bytes, 'base64').replace(/=+$/, '')}`
}

function keyNotFound(keyId: string): ServiceError {
  return new ServiceError('not_found', `API key '${keyId}' not found`)
}
