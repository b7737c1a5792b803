import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { WebhookChange, WebhookRecord, WebhookStore } from '../../../ports/webhook.ts'
import type { RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'
import { createDeliveryStore } from './deliveries.ts'

/** A literal, so that the partial indexes of pending deliveries apply. */
const pending = sql.lit<'pending'>('pending')

/** Whatever decides which deliveries exist holds the lock of the relay, which adds them. */
export function createWebhookStore(db: Kysely<Tables>, locks: Pick<RowLocks, 'outbox'>): WebhookStore {
  return {
    insertWebhook: (webhook, countMax) =>
      db.transaction().execute(async (transaction) => {
        await locks.outbox(transaction)
        const { count } = await transaction
          .selectFrom('webhooks')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('team_id', '=', webhook.teamId)
          .executeTakeFirstOrThrow()
        if (Number(count) >= countMax) return false
        await transaction
          .insertInto('webhooks')
          .values({
            webhook_id: webhook.webhookId,
            team_id: webhook.teamId,
            name: webhook.name,
            url: webhook.url,
            is_enabled: Number(webhook.isEnabled),
            events: JSON.stringify(webhook.events),
            sealed_secret: webhook.sealedSecret,
            secret_mask: webhook.secretMask,
            created_at_ms: webhook.createdAtMs,
          })
          .execute()
        return true
      }),

    async findWebhook(teamId, webhookId) {
      const row = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .where('team_id', '=', teamId)
        .executeTakeFirst()
      return row === undefined ? undefined : toWebhook(row)
    },

    async listWebhooks(teamId) {
      const rows = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('team_id', '=', teamId)
        .orderBy('created_at_ms')
        .orderBy('webhook_id')
        .execute()
      return rows.map(toWebhook)
    },

    updateWebhook: (teamId, webhookId, change, nowMs) =>
      db.transaction().execute(async (transaction) => {
        const ofWebhook = transaction
          .updateTable('webhooks')
          .set({ ...toUpdate(change), webhook_id: webhookId })
          .where('webhook_id', '=', webhookId)
          .where('team_id', '=', teamId)
        const row = await ofWebhook.returningAll().executeTakeFirst()
        if (row === undefined) return undefined
        const { url, sealedSecret, isEnabled } = change
        if (url !== undefined || sealedSecret !== undefined || isEnabled === true)
          await transaction
            .updateTable('deliveries')
            .set({ next_at_ms: nowMs })
            .where('webhook_id', '=', webhookId)
            .where('state', '=', pending)
            .where('next_at_ms', '>', nowMs)
            .execute()
        return toWebhook(row)
      }),

    removeWebhook: (teamId, webhookId) =>
      db.transaction().execute(async (transaction) => {
        await locks.outbox(transaction)
        const { numDeletedRows } = await transaction
          .deleteFrom('webhooks')
          .where('webhook_id', '=', webhookId)
          .where('team_id', '=', teamId)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return false
        await transaction.deleteFrom('deliveries').where('webhook_id', '=', webhookId).execute()
        return true
      }),

    async hasWebhooks() {
      return (await db.selectFrom('webhooks').select('webhook_id').limit(1).executeTakeFirst()) !== undefined
    },

    async findDueWebhooks(dueAtMs, { senderId, nowMs }) {
      const rows = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('is_enabled', '=', 1)
        .where(({ or, eb }) => or([eb('sender_until_ms', '<=', nowMs), eb('sender_id', '=', senderId)]))
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('deliveries')
              .select('number')
              .whereRef('deliveries.webhook_id', '=', 'webhooks.webhook_id')
              .where('state', '=', pending)
              .where('next_at_ms', '<=', dueAtMs),
          ),
        )
        .execute()
      return rows.map(toWebhook)
    },

    async takeWebhook(webhookId, { senderId, nowMs, untilMs }) {
      const row = await db
        .updateTable('webhooks')
        .set({ sender_id: senderId, sender_until_ms: untilMs })
        .where('webhook_id', '=', webhookId)
        .where('is_enabled', '=', 1)
        .where(({ or, eb }) => or([eb('sender_until_ms', '<=', nowMs), eb('sender_id', '=', senderId)]))
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? undefined : toWebhook(row)
    },

    async releaseWebhook(webhookId, senderId) {
      await db
        .updateTable('webhooks')
        .set({ sender_id: null, sender_until_ms: 0 })
        .where('webhook_id', '=', webhookId)
        .where('sender_id', '=', senderId)
        .execute()
    },

    ...createDeliveryStore(db),
  }
}

function toUpdate(change: WebhookChange): Updateable<Tables['webhooks']> {
  const { name, url, isEnabled, events, sealedSecret, secretMask } = change
  return {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(isEnabled === undefined ? {} : { is_enabled: Number(isEnabled) }),
    ...(events === undefined ? {} : { events: JSON.stringify(events) }),
    ...(sealedSecret === undefined ? {} : { sealed_secret: sealedSecret }),
    ...(secretMask === undefined ? {} : { secret_mask: secretMask }),
  }
}

function toWebhook(row: Selectable<Tables['webhooks']>): WebhookRecord {
  return {
    webhookId: row.webhook_id,
    teamId: row.team_id,
    name: row.name,
    url: row.url,
    isEnabled: row.is_enabled === 1,
    events: JSON.parse(row.events) as WebhookRecord['events'],
    sealedSecret: row.sealed_secret,
    secretMask: row.secret_mask,
    createdAtMs: row.created_at_ms,
  }
}
