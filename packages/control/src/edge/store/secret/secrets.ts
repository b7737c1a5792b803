import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { SecretRecord, SigningKeyRecord } from '../../../ports/secret.ts'
import type { Store } from '../../../ports/store.ts'
import type { Tables } from '../schema.ts'

type Part = Pick<
  Store,
  | 'insertSecret'
  | 'findSecret'
  | 'updateSecret'
  | 'removeSecret'
  | 'listSecrets'
  | 'countSecrets'
  | 'listSigningKeys'
  | 'addSigningKey'
>

export function createSecretStore(db: Kysely<Tables>): Part {
  return {
    async insertSecret(secret) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('team_secrets')
        .values({
          secret_id: secret.secretId,
          team_id: secret.teamId,
          name: secret.name,
          sealed: secret.sealed,
          version: secret.version,
          metadata: JSON.stringify(secret.metadata),
          created_at_ms: secret.createdAtMs,
          updated_at_ms: secret.updatedAtMs,
        })
        .onConflict((conflict) => conflict.columns(['team_id', 'name']).doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    },

    async findSecret(teamId, selector) {
      const found = db.selectFrom('team_secrets').selectAll().where('team_id', '=', teamId)
      const row = await ('name' in selector
        ? found.where('name', '=', selector.name)
        : found.where('secret_id', '=', selector.secretId)
      ).executeTakeFirst()
      return row === undefined ? undefined : toSecret(row)
    },

    async updateSecret(secretId, { sealed, metadata, updatedAtMs }) {
      const row = await db
        .updateTable('team_secrets')
        .set({
          sealed,
          updated_at_ms: updatedAtMs,
          version: sql`version + 1`,
          ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
        })
        .where('secret_id', '=', secretId)
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? undefined : toSecret(row)
    },

    async removeSecret(secretId) {
      const { numDeletedRows } = await db
        .deleteFrom('team_secrets')
        .where('secret_id', '=', secretId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async listSecrets(teamId, { limit, after }) {
      let found = db.selectFrom('team_secrets').selectAll().where('team_id', '=', teamId)
      if (after !== undefined) {
        found = found.where(({ and, eb, or }) =>
          or([
            eb('created_at_ms', '<', after.atMs),
            and([eb('created_at_ms', '=', after.atMs), eb('secret_id', '>', after.id)]),
          ]),
        )
      }
      const rows = await found.orderBy('created_at_ms', 'desc').orderBy('secret_id').limit(limit).execute()
      return rows.map(toSecret)
    },

    async countSecrets(teamId) {
      const { count } = await db
        .selectFrom('team_secrets')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('team_id', '=', teamId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async listSigningKeys() {
      return (await db.selectFrom('signing_keys').selectAll().execute()).map(toSigningKey)
    },

    async addSigningKey({ keyId, sealed, publicKey, createdAtMs }, forgetBeforeMs) {
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('signing_keys').where('created_at_ms', '<', forgetBeforeMs).execute()
        await transaction
          .insertInto('signing_keys')
          .values({
            key_id: keyId,
            sealed,
            public_key: JSON.stringify(publicKey),
            created_at_ms: createdAtMs,
          })
          .execute()
      })
    },
  }
}

function toSecret(row: Selectable<Tables['team_secrets']>): SecretRecord {
  return {
    secretId: row.secret_id,
    teamId: row.team_id,
    name: row.name,
    sealed: row.sealed,
    version: row.version,
    metadata: JSON.parse(row.metadata) as SecretRecord['metadata'],
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toSigningKey(row: Selectable<Tables['signing_keys']>): SigningKeyRecord {
  return {
    keyId: row.key_id,
    sealed: row.sealed,
    publicKey: JSON.parse(row.public_key) as SigningKeyRecord['publicKey'],
    createdAtMs: row.created_at_ms,
  }
}
