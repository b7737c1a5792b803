/** The API keys of a team. Only the hash of a key is stored; its text is returned once, when it is created. */
import { hash, randomUUID } from 'node:crypto'
import { apiKeyPrefix } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { apiKeyBytes, makeApiKey, parseApiKey } from '@cay/core/ids.ts'
import type { KeyScope } from '@cay/core/team/key-scope.ts'
import type { Clock } from '../../ports/host.ts'
import type { Store } from '../../ports/store.ts'
import type { ApiKeyRecord, Team } from '../../ports/team.ts'

export interface KeyDeps {
  readonly store: Store
  readonly clock: Clock
  readonly randomBytes: (count: number) => Uint8Array
}

export interface CreatedKey {
  readonly record: ApiKeyRecord
  readonly key: string
}

export async function createApiKey(
  deps: KeyDeps,
  team: Team,
  { name, scope }: { name: string; scope: KeyScope },
): Promise<CreatedKey> {
  const key = makeApiKey(deps.randomBytes(apiKeyBytes))
  return { key, record: await registerApiKey(deps, team, { key, name, scope }) }
}

/** Leaves a key that is already registered unchanged. Throws TypeError for a malformed key. */
export async function registerApiKey(
  { store, clock }: Pick<KeyDeps, 'store' | 'clock'>,
  team: Team,
  { key, name, scope }: { key: string; name: string; scope: KeyScope },
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

export function hashApiKey(bytes: Uint8Array): string {
  return `$sha256$${hash('sha256', bytes, 'base64').replace(/=+$/, '')}`
}

function keyNotFound(keyId: string): ServiceError {
  return new ServiceError('not_found', `API key '${keyId}' not found`)
}
