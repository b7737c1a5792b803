import { randomUUID } from 'node:crypto'
import { apiKeyBytes, makeApiKey, parseApiKey } from '@cay/core/ids.ts'
import type { Clock, KeyFile } from '../../ports/host.ts'
import type { Store } from '../../ports/store.ts'
import type { Team } from '../../ports/team.ts'
import { registerApiKey } from '../key/api-keys.ts'

export interface FirstTeamDeps {
  readonly store: Store
  readonly clock: Clock
  readonly keyFile: KeyFile
  readonly randomBytes: (count: number) => Uint8Array
}

/**
 * Creates the team `default` and its key when there are none. The key is the configured one, else the one in the key
 * file (left by a start that did not complete), else a new one. A key that is configured later is added to that team.
 */
export async function ensureFirstTeam(deps: FirstTeamDeps, configuredKey: string | undefined): Promise<Team> {
  const { store, clock, keyFile } = deps
  const defaultTeam = { teamId: randomUUID(), slug: 'default', name: 'Default' }
  const team = await store.ensureTeam(defaultTeam, clock.nowMs())
  if (!(await store.hasApiKeys(team.teamId))) {
    const key = configuredKey ?? (await findOrMakeKey(deps))
    if (configuredKey !== undefined) await keyFile.write(configuredKey)
    await registerApiKey(deps, team, { key, name: 'first key', scope: 'full' })
  } else if (configuredKey !== undefined) {
    await registerApiKey(deps, team, { key: configuredKey, name: 'CAY_API_KEY', scope: 'full' })
  }
  return team
}

async function findOrMakeKey({ keyFile, randomBytes }: FirstTeamDeps): Promise<string> {
  const kept = await keyFile.read()
  // Another process of this installation may be starting for the first time, too.
  if (kept === undefined) return await keyFile.create(makeApiKey(randomBytes(apiKeyBytes)))
  const key = parseApiKey(kept) === undefined ? makeApiKey(randomBytes(apiKeyBytes)) : kept
  await keyFile.write(key)
  return key
}
