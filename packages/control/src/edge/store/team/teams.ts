import type { Kysely, Selectable } from 'kysely'
import type { Store } from '../../../ports/store.ts'
import type { ApiKeyRecord, Team } from '../../../ports/team.ts'
import type { Tables } from '../schema.ts'
import { toLimits } from './team-limits.ts'

type Part = Pick<
  Store,
  | 'ensureTeam'
  | 'findTeam'
  | 'findTeamsBySlug'
  | 'addTeam'
  | 'listTeams'
  | 'setTeamLimits'
  | 'setTeamNodeLabels'
  | 'addApiKey'
  | 'findApiKey'
  | 'listLoginKeys'
  | 'hasApiKeys'
  | 'listApiKeys'
  | 'renameApiKey'
  | 'removeApiKey'
  | 'markApiKeyUsed'
  | 'getOrCreateSecret'
>

export function createTeamStore(db: Kysely<Tables>): Part {
  return {
    async ensureTeam(team, nowMs) {
      await db
        .insertInto('teams')
        .values({ team_id: team.teamId, slug: team.slug, name: team.name, created_at_ms: nowMs })
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .execute()
      const row = await db
        .selectFrom('teams')
        .selectAll()
        .where('slug', '=', team.slug)
        .executeTakeFirstOrThrow()
      return toTeam(row)
    },

    async findTeam(teamId) {
      const row = await db.selectFrom('teams').selectAll().where('team_id', '=', teamId).executeTakeFirst()
      return row === undefined ? undefined : toTeam(row)
    },

    async findTeamsBySlug(slugs) {
      if (slugs.length === 0) return []
      const rows = await db
        .selectFrom('teams')
        .selectAll()
        .where('slug', 'in', [...slugs])
        .execute()
      return rows.map(toTeam)
    },

    async addTeam(team, nowMs) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('teams')
        .values({ team_id: team.teamId, slug: team.slug, name: team.name, created_at_ms: nowMs })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    async listTeams() {
      const rows = await db.selectFrom('teams').selectAll().orderBy('created_at_ms').orderBy('slug').execute()
      return rows.map(toTeam)
    },

    async setTeamLimits(teamId, limits) {
      const row = await db
        .updateTable('teams')
        .set({
          max_running: limits.runningSandboxes,
          max_cpus: limits.cpus,
          max_memory_mb: limits.memoryMb,
          max_disk_mb: limits.diskMb,
          max_volume_mb: limits.volumeMb,
          requests_per_minute: limits.requestsPerMinute,
        })
        .where('team_id', '=', teamId)
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? undefined : toTeam(row)
    },

    async setTeamNodeLabels(teamId, labels) {
      const row = await db
        .updateTable('teams')
        .set({ node_labels: labels.length === 0 ? null : JSON.stringify(labels) })
        .where('team_id', '=', teamId)
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? undefined : toTeam(row)
    },

    async addApiKey(key) {
      await db
        .insertInto('api_keys')
        .values({
          key_id: key.keyId,
          team_id: key.teamId,
          name: key.name,
          hash: key.hash,
          masked_start: key.maskedStart,
          masked_end: key.maskedEnd,
          scope: key.scope,
          created_at_ms: key.createdAtMs,
          last_used_at_ms: key.lastUsedAtMs,
          expires_at_ms: key.expiresAtMs,
          subject: key.login?.subject ?? null,
          sealed_key: key.login?.sealedKey ?? null,
        })
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .execute()
    },

    async findApiKey(hash) {
      const row = await db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst()
      return row === undefined ? undefined : toApiKey(row)
    },

    async listLoginKeys(teamId, subject) {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('subject', '=', subject)
        .execute()
      return rows.map(toApiKey)
    },

    async hasApiKeys(teamId) {
      const row = await db
        .selectFrom('api_keys')
        .select('key_id')
        .where('team_id', '=', teamId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    async listApiKeys(teamId) {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('team_id', '=', teamId)
        .orderBy('created_at_ms')
        .orderBy('key_id')
        .execute()
      return rows.map(toApiKey)
    },

    async renameApiKey(teamId, keyId, name) {
      const row = await db
        .updateTable('api_keys')
        .set({ name })
        .where('key_id', '=', keyId)
        .where('team_id', '=', teamId)
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? undefined : toApiKey(row)
    },

    async removeApiKey(teamId, keyId) {
      const { numDeletedRows } = await db
        .deleteFrom('api_keys')
        .where('key_id', '=', keyId)
        .where('team_id', '=', teamId)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    async markApiKeyUsed(keyId, atMs) {
      await db.updateTable('api_keys').set({ last_used_at_ms: atMs }).where('key_id', '=', keyId).execute()
    },

    async getOrCreateSecret(name, make) {
      await db
        .insertInto('secrets')
        .values({ name, value: make() })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      const row = await db
        .selectFrom('secrets')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      return row.value
    },
  }
}

function toTeam(row: Selectable<Tables['teams']>): Team {
  const limits = toLimits(row)
  const hasLimits = Object.values(limits).some((limit) => limit !== null)
  return {
    ...{ teamId: row.team_id, slug: row.slug, name: row.name },
    ...(hasLimits ? { limits } : {}),
    ...(row.node_labels === null ? {} : { nodeLabels: JSON.parse(row.node_labels) as string[] }),
  }
}

function toApiKey(row: Selectable<Tables['api_keys']>): ApiKeyRecord {
  return {
    keyId: row.key_id,
    teamId: row.team_id,
    name: row.name,
    hash: row.hash,
    maskedStart: row.masked_start,
    maskedEnd: row.masked_end,
    scope: row.scope,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
    expiresAtMs: row.expires_at_ms,
    ...(row.subject === null || row.sealed_key === null
      ? {}
      : { login: { subject: row.subject, sealedKey: row.sealed_key } }),
  }
}
