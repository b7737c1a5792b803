/**
 * Lifecycle events of sandboxes. The relay writes them, and in the same transaction a delivery for each webhook that gets
 * them: so an event is delivered however soon afterwards a process dies, in the order of the sandbox's changes.
 */
import { hash, randomUUID } from 'node:crypto'
import {
  type DeliveredEvent,
  killReasonOf,
  type LifecycleData,
  type LifecycleEvent,
  type LifecycleType,
  lifecycleTypeOf,
} from '@cay/core/event/lifecycle.ts'
import { formatInstant } from '@cay/core/instant.ts'
import type { SandboxEvent } from '@cay/core/sandbox/transition.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { SandboxEventLog } from '../../../ports/event.ts'
import type { SandboxNotice, SandboxRecord } from '../../../ports/sandbox.ts'
import type { Tables } from '../schema.ts'

export function createSandboxEventLog(
  db: Kysely<Tables>,
  { relay }: { relay: () => Promise<number> },
): SandboxEventLog {
  return {
    async listSandboxEvents({ teamId, sandboxId, offset, limit, order }) {
      await relay()
      let found = db.selectFrom('sandbox_events').selectAll().where('team_id', '=', teamId)
      if (sandboxId !== undefined) found = found.where('sandbox_id', '=', sandboxId)
      const rows = await found.orderBy('number', order).limit(limit).offset(offset).execute()
      return rows.map(toDelivered)
    },

    async pruneSandboxEvents(beforeMs) {
      const { numDeletedRows } = await db
        .deleteFrom('sandbox_events')
        .where('at_ms', '<', beforeMs)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

export type SandboxEventRow = Selectable<Tables['sandbox_events']>

export function toDelivered(row: SandboxEventRow): DeliveredEvent {
  return {
    eventId: row.event_id,
    type: row.type,
    atMs: row.at_ms,
    teamId: row.team_id,
    sandboxId: row.sandbox_id,
    templateId: row.template_id,
    buildId: row.build_id,
    executionId: row.execution_id,
    data: JSON.parse(row.data) as LifecycleData,
  }
}

/** In the transaction of the relay, which is the only writer. */
export async function insertSandboxEvents(
  db: Transaction<Tables>,
  events: readonly LifecycleEvent[],
): Promise<void> {
  if (events.length === 0) return
  const rows = await db
    .insertInto('sandbox_events')
    .values(events.map(toRow))
    .returning(['number', 'team_id', 'sandbox_id', 'type', 'at_ms'])
    .execute()
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['webhook_id', 'team_id', 'events'])
    .where('team_id', 'in', [...new Set(events.map(({ teamId }) => teamId))])
    .where('is_enabled', '=', 1)
    .execute()
  const receivers = webhooks.map(({ events: types, ...webhook }) => ({
    ...webhook,
    types: new Set(JSON.parse(types) as LifecycleType[]),
  }))
  const deliveries = rows
    .toSorted((a, b) => a.number - b.number)
    .flatMap((row) =>
      receivers
        .filter(({ team_id, types }) => team_id === row.team_id && types.has(row.type))
        .map(({ webhook_id }) => newDelivery(webhook_id, row)),
    )
  // SQLite takes 32,766 parameters in a statement.
  for (let start = 0; start < deliveries.length; start += 1000)
    await db
      .insertInto('deliveries')
      .values(deliveries.slice(start, start + 1000))
      .execute()
}

type NewRow = Pick<SandboxEventRow, 'number' | 'sandbox_id' | 'at_ms'>

function newDelivery(webhook_id: string, { number, sandbox_id, at_ms }: NewRow) {
  return {
    ...{ delivery_id: randomUUID(), webhook_id, event_number: number, sandbox_id, state: 'pending' as const },
    ...{ attempts: 0, next_at_ms: at_ms, created_at_ms: at_ms, changed_at_ms: at_ms },
  }
}

function toRow(event: LifecycleEvent) {
  return {
    event_id: randomUUID(),
    team_id: event.teamId,
    sandbox_id: event.sandboxId,
    type: event.type,
    at_ms: event.atMs,
    template_id: event.templateId,
    build_id: event.buildId,
    execution_id: event.executionId,
    data: JSON.stringify(event.data),
  }
}

/** What is told of a change of a sandbox; undefined when clients do not see it. */
export function lifecycleOf(
  before: SandboxRecord,
  after: SandboxRecord,
  { event, notice }: { readonly event: SandboxEvent | undefined; readonly notice: SandboxNotice | undefined },
): LifecycleEvent | undefined {
  const type = notice?.type ?? (event === undefined ? undefined : lifecycleTypeOf(event))
  if (type === undefined) return undefined
  const { sandboxId, teamId, templateId, buildId, metadata, changedAtMs } = after
  return {
    ...{ type, atMs: changedAtMs, teamId, sandboxId, templateId, buildId },
    executionId: executionOf(before, after, type),
    data: {
      ...(Object.keys(metadata).length === 0 ? {} : { sandbox_metadata: { ...metadata } }),
      ...(event === undefined ? {} : dataOf(before, event)),
      ...notice?.data,
    },
  }
}

function dataOf(before: SandboxRecord, { to, reason, atMs }: SandboxEvent): LifecycleData {
  if (to !== 'ended' && to !== 'paused') return {}
  const { runsSinceMs, resources, pausedFilesOnly } = before
  // A sandbox that ends while it is paused has no run that ends with it.
  const isRun = to === 'paused' || pausedFilesOnly === null
  const execution = {
    started_at: formatInstant(runsSinceMs),
    vcpu_count: resources.cpuCount,
    memory_mb: resources.memoryMb,
    execution_time: Math.max(atMs - runsSinceMs, 0),
  }
  return {
    ...(isRun ? { execution } : {}),
    ...(to === 'ended' && reason !== null ? { kill_reason: killReasonOf(reason) } : {}),
  }
}

/** A UUID of the run, which is the same in every process. */
function executionOf(before: SandboxRecord, after: SandboxRecord, type: LifecycleType): string {
  const { sandboxId, epoch } = type === 'sandbox.lifecycle.resumed' ? after : before
  const digits = hash('sha256', `${sandboxId}/${epoch}`)
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
  ]
  return [...parts, digits.slice(20, 32)].join('-')
}
