/** The keys of users: programs that cannot renew a token, such as the command line, get one of the user's scope that expires. */
import { apiKeyBytes, makeApiKey } from '@cay/core/ids.ts'
import type { ApiKeyRecord } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { recordCall } from '../event/audit.ts'
import { registerApiKey } from './api-keys.ts'
import type { User, UserTeam } from './caller.ts'

export type LoginKeyDeps = Pick<Deps, 'store' | 'clock' | 'sealer' | 'randomBytes' | 'log' | 'issuer'>

const dayMs = 86_400_000
/** Where no setting says it. */
const usualDays = 30

/**
 * The key of the user in the team: the same one until half of its life is over, so that a sign-in on another machine ends none. Keys
 * of another role, and expired ones, are removed.
 */
export async function findLoginKey(
  deps: LoginKeyDeps,
  user: User,
  { team, scope }: UserTeam,
): Promise<string> {
  const { store, clock, sealer } = deps
  const lifeMs = (deps.issuer?.settings.keyDays ?? usualDays) * dayMs
  const nowMs = clock.nowMs()
  const known = await store.listLoginKeys(team.teamId, user.subject)
  const isAlive = (key: ApiKeyRecord, atMs: number) =>
    key.scope === scope && (key.expiresAtMs === null || key.expiresAtMs > atMs)
  for (const { keyId } of known.filter((key) => !isAlive(key, nowMs)))
    await store.removeApiKey(team.teamId, keyId)
  const fresh = known.find((key) => isAlive(key, nowMs + lifeMs / 2))
  if (fresh?.login !== undefined) return sealer.open(fresh.login.sealedKey, purposeOf(user))
  const key = makeApiKey(deps.randomBytes(apiKeyBytes))
  const record = await registerApiKey(deps, team, {
    ...{ key, scope, name: `login of ${user.name}`, expiresAtMs: nowMs + lifeMs },
    login: { subject: user.subject, sealedKey: sealer.seal(key, purposeOf(user)) },
  })
  await recordCall(deps, {
    kind: 'createApiKey',
    actor: { kind: 'key', teamId: team.teamId, keyId: user.actor },
    about: [{ sandboxId: null, subject: record.keyId }],
    status: 201,
  })
  return key
}

const purposeOf = (user: User) => `login key of ${user.subject}`
