import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Delivery, type DeliveryResult, eventGone, type WebhookStore } from '../../../ports/webhook.ts'
import { toDelivered } from '../event/sandbox-events.ts'
import type { Tables } from '../schema.ts'

type Part = Pick<
  WebhookStore,
  | 'countWaiting'
  | 'listDue'
  | 'recordResults'
  | 'listDeliveries'
  | 'redeliver'
  | 'expireDeliveries'
  | 'pruneDeliveries'
>

/** A literal, so that the partial indexes of pending deliveries apply. */
const pending = sql.lit<'pending'>('pending')

export function createDeliveryStore(db: Kysely<Tables>): Part {
  return {
    async countWaiting() {
      const events = await db
        .selectFrom('outbox')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const deliveries = await db
        .selectFrom('deliveries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', pending)
        .executeTakeFirstOrThrow()
      return { events: Number(events.count), deliveries: Number(deliveries.count) }
    },

    async listDue(webhookId, dueAtMs, limit) {
      for (;;) {
        const rows = await readDue(db, { webhookId, dueAtMs, limit })
        const first = rows.filter(({ number, first_number }) => number === first_number)
        const known = new Set(first.map(({ sandbox_id }) => sandbox_id))
        const blocked = rows.filter(({ sandbox_id }) => !known.has(sandbox_id))
        if (first.length > 0 || blocked.length === 0) return await withEvents(db, first)
        // They came after a failure, and would hide other sandboxes from the next page.
        for (const sandboxId of new Set(blocked.map(({ sandbox_id }) => sandbox_id)))
          await alignToFirst(db, webhookId, sandboxId)
      }
    },

    recordResults: (webhookId, results, nowMs) =>
      db.transaction().execute(async (transaction) => {
        const { ended = [], failed = [] } = Object.groupBy(results, ({ state }) =>
          state === 'pending' ? 'failed' : 'ended',
        )
        for (const alike of Map.groupBy(ended, endOf).values())
          await recordEnds(transaction, webhookId, { alike, nowMs })
        for (const result of failed) await recordFailure(transaction, webhookId, { result, nowMs })
      }),

    async listDeliveries({ webhookId, state, before, limit }) {
      let found = db.selectFrom('deliveries').selectAll().where('webhook_id', '=', webhookId)
      if (state !== undefined) found = found.where('state', '=', sql.lit(state))
      if (before !== undefined) found = found.where('number', '<', before)
      return await withEvents(db, await found.orderBy('number', 'desc').limit(limit).execute())
    },

    async redeliver(webhookId, deliveryId, nowMs) {
      const row = await db
        .updateTable('deliveries')
        .set({
          state: 'pending',
          attempts: 0,
          next_at_ms: nowMs,
          redelivered_at_ms: nowMs,
          changed_at_ms: nowMs,
        })
        .where('delivery_id', '=', deliveryId)
        .where('webhook_id', '=', webhookId)
        .where('event_number', 'in', (inner) =>
          inner
            .selectFrom('sandbox_events')
            .select('number')
            .whereRef('sandbox_events.number', '=', 'deliveries.event_number'),
        )
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? undefined : (await withEvents(db, [row]))[0]
    },

    async expireDeliveries(beforeMs, nowMs) {
      const { numUpdatedRows } = await db
        .updateTable('deliveries')
        .set({ state: 'dead', changed_at_ms: nowMs, error: eventGone })
        .where('state', '=', pending)
        .where('created_at_ms', '<', beforeMs)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    async pruneDeliveries(beforeMs) {
      const { numDeletedRows } = await db
        .deleteFrom('deliveries')
        // As the index has it.
        .where('state', '!=', pending)
        .where('changed_at_ms', '<', beforeMs)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

interface DueQuery {
  readonly webhookId: string
  readonly dueAtMs: number
  readonly limit: number
}

/** Each with the number of the first pending delivery of its sandbox. */
function readDue(db: Kysely<Tables>, { webhookId, dueAtMs, limit }: DueQuery) {
  return db
    .selectFrom('deliveries')
    .selectAll('deliveries')
    .select(({ selectFrom }) =>
      selectFrom('deliveries as earlier')
        .select('earlier.number')
        .whereRef('earlier.webhook_id', '=', 'deliveries.webhook_id')
        .whereRef('earlier.sandbox_id', '=', 'deliveries.sandbox_id')
        .where('earlier.state', '=', pending)
        .orderBy('earlier.number')
        .limit(1)
        .as('first_number'),
    )
    .where('webhook_id', '=', webhookId)
    .where('state', '=', pending)
    .where('next_at_ms', '<=', dueAtMs)
    .orderBy('next_at_ms')
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** No delivery of the sandbox is due before its first one. */
async function alignToFirst(db: Kysely<Tables>, webhookId: string, sandboxId: string): Promise<void> {
  const first = await db
    .selectFrom('deliveries')
    .select('next_at_ms')
    .where('webhook_id', '=', webhookId)
    .where('sandbox_id', '=', sandboxId)
    .where('state', '=', pending)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  if (first !== undefined) await postpone(db, { webhookId, sandboxId, untilMs: first.next_at_ms })
}

async function postpone(
  db: Kysely<Tables>,
  { webhookId, sandboxId, untilMs }: { webhookId: string; sandboxId: string; untilMs: number },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ next_at_ms: untilMs })
    .where('webhook_id', '=', webhookId)
    .where('sandbox_id', '=', sandboxId)
    .where('state', '=', pending)
    .where('next_at_ms', '<', untilMs)
    .execute()
}

/** The same for results that one statement records. */
function endOf({ state, attempts, status, error }: DeliveryResult): string {
  return JSON.stringify([state, attempts, status, error])
}

/** A receiver that works gives one result to all of a batch: it is one statement, not one for each delivery. */
async function recordEnds(
  db: Transaction<Tables>,
  webhookId: string,
  { alike, nowMs }: { alike: readonly DeliveryResult[]; nowMs: number },
): Promise<void> {
  const [first] = alike
  if (first === undefined) return
  const { state, attempts, status, error } = first
  const numbers = alike.map(({ number }) => number)
  await db
    .updateTable('deliveries')
    .set({ state, attempts, changed_at_ms: nowMs, status, error })
    .where('number', 'in', numbers)
    .where('webhook_id', '=', webhookId)
    .execute()
}

async function recordFailure(
  db: Transaction<Tables>,
  webhookId: string,
  { result, nowMs }: { result: DeliveryResult; nowMs: number },
): Promise<void> {
  const { number, state, attempts, nextAtMs, status, error } = result
  const row = await db
    .updateTable('deliveries')
    .set({ state, attempts, next_at_ms: nextAtMs, changed_at_ms: nowMs, status, error })
    .where('number', '=', number)
    .where('webhook_id', '=', webhookId)
    .returning('sandbox_id')
    .executeTakeFirst()
  if (row !== undefined) await postpone(db, { webhookId, sandboxId: row.sandbox_id, untilMs: nextAtMs })
}

type DeliveryRow = Selectable<Tables['deliveries']>

async function withEvents(db: Kysely<Tables>, rows: readonly DeliveryRow[]): Promise<Delivery[]> {
  if (rows.length === 0) return []
  const numbers = [...new Set(rows.map(({ event_number }) => event_number))]
  const found = await db.selectFrom('sandbox_events').selectAll().where('number', 'in', numbers).execute()
  const events = new Map(found.map((row) => [row.number, toDelivered(row)]))
  return rows.map((row) => ({
    number: row.number,
    deliveryId: row.delivery_id,
    webhookId: row.webhook_id,
    sandboxId: row.sandbox_id,
    state: row.state,
    attempts: row.attempts,
    nextAtMs: row.next_at_ms,
    createdAtMs: row.created_at_ms,
    sinceMs: row.redelivered_at_ms ?? row.created_at_ms,
    changedAtMs: row.changed_at_ms,
    status: row.status,
    error: row.error,
    event: events.get(row.event_number),
  }))
}
