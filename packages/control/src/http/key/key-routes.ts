/** Routes of the API keys of the caller's team. They decode, call and encode; they decide nothing. */
import type { components } from '@cay/contract/gen/control/api.js'
import { operations } from '@cay/contract/gen/control/operations.js'
import { apiKeyPrefix, headers as sent } from '@cay/contract/names.ts'
import { apiKeyBytes } from '@cay/core/ids.ts'
import { formatInstant } from '@cay/core/instant.ts'
import { allowsOperation, type KeyScope } from '@cay/core/team/key-scope.ts'
import type { Deps } from '../../app/deps.ts'
import { createTeamKey, deleteApiKey, type NewKey, renameApiKey } from '../../app/key/api-keys.ts'
import type { Caller, User, UserTeam } from '../../app/key/caller.ts'
import { findLoginKey } from '../../app/key/login-keys.ts'
import type { ApiKeyRecord } from '../../ports/team.ts'
import type { Routes } from '../add-operation.ts'
import { instantOf } from '../decode.ts'

type KeyRoutes = Pick<
  Routes,
  'getCaller' | 'listTeams' | 'listApiKeys' | 'createApiKey' | 'renameApiKey' | 'deleteApiKey'
>

export function createKeyRoutes(deps: Deps): KeyRoutes {
  return {
    getCaller: async ({ caller }) => ({ status: 200, body: renderCaller(caller) }),
    listTeams: async ({ caller, team: { teamId, name }, headers }) => {
      if (caller.user !== undefined) return { status: 200, body: await teamsOf(deps, caller, caller.user) }
      const apiKey = String(headers[sent.apiKey])
      return { status: 200, body: [{ teamID: teamId, name, apiKey, isDefault: true }] }
    },
    listApiKeys: async ({ team }) => {
      return { status: 200, body: (await deps.store.listApiKeys(team.teamId)).map(renderKey) }
    },
    createApiKey: async ({ caller, body }) => {
      const { record, key } = await createTeamKey(deps, caller, newKeyOf(body))
      return { status: 201, body: { ...renderKey(record), key } }
    },
    renameApiKey: async ({ team, params, body }) => {
      const renamed = await renameApiKey(deps, team, { keyId: params.apiKeyID, name: body.name })
      return { status: 200, body: renderKey(renamed) }
    },
    deleteApiKey: async ({ team, params }) => {
      await deleteApiKey(deps, team, params.apiKeyID)
      return { status: 204 }
    },
  }
}

async function teamsOf(deps: Deps, { team }: Caller, user: User): Promise<components['schemas']['Team'][]> {
  const listed: components['schemas']['Team'][] = []
  for (const one of user.teams)
    listed.push({
      ...{ teamID: one.team.teamId, name: one.team.name },
      ...{ apiKey: await findLoginKey(deps, user, one), isDefault: one.team.teamId === team.teamId },
    })
  return listed
}

function renderCaller({ user, keyId, scope, keyExpiresAtMs, team }: Caller): components['schemas']['Caller'] {
  return {
    keyID: user === undefined ? keyId : null,
    userName: user?.name ?? null,
    scope,
    operations: allowedOperations(scope),
    expiresAt: keyExpiresAtMs === null ? null : formatInstant(keyExpiresAtMs),
    team: renderTeam({ team, scope }),
    teams: (user?.teams ?? [{ team, scope }]).map(renderTeam),
  }
}

/** Those that take the credential of a team. */
function allowedOperations(scope: KeyScope): string[] {
  const ofTeams = Object.values(operations).filter(({ isPublic, isAdmin }) => !isPublic && !isAdmin)
  return ofTeams.filter((operation) => allowsOperation(scope, operation)).map(({ id }) => id)
}

function renderTeam({ team: { teamId, slug, name }, scope }: UserTeam): components['schemas']['CallerTeam'] {
  return { teamID: teamId, slug, name, scope }
}

/** Throws request_invalid. */
export function newKeyOf({ name, scope, expiresAt }: components['schemas']['NewTeamAPIKey']): NewKey {
  const expiry = expiresAt === undefined ? {} : { expiresAtMs: instantOf('body.expiresAt', expiresAt) }
  return { name, scope: scope ?? 'full', ...expiry }
}

export function renderKey(key: ApiKeyRecord): components['schemas']['TeamAPIKey'] {
  return {
    id: key.keyId,
    name: key.name,
    mask: {
      prefix: apiKeyPrefix,
      valueLength: apiKeyBytes * 2,
      maskedValuePrefix: key.maskedStart,
      maskedValueSuffix: key.maskedEnd,
    },
    scope: key.scope,
    createdAt: formatInstant(key.createdAtMs),
    createdBy: null,
    expiresAt: key.expiresAtMs === null ? null : formatInstant(key.expiresAtMs),
    lastUsed: key.lastUsedAtMs === null ? null : formatInstant(key.lastUsedAtMs),
  }
}
