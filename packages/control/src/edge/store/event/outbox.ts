/**
 * The outbox: events that are not yet in the log. A row is written in the transaction of the change it reports; a
 * single relay moves rows to the log in the order of their numbers, in a separate transaction. Events of one sandbox
 * keep the order of its changes, because a change locks the sandbox's row until the commit.
 */
import type { LifecycleEvent } from '@cay/core/event/lifecycle.ts'
import { auditKindOf, type SandboxEvent } from '@cay/core/sandbox/transition.ts'
import type { Kysely, Transaction } from 'kysely'
import type { NewEvent } from '../../../ports/event.ts'
import type { RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'

/** Rows per relay transaction. */
const batchMax = 500

/** The JSON content of a row. */
type Message =
  | {
      readonly kind: 'sandbox'
      readonly event: SandboxEvent
      /** Absent for transitions that clients do not see. */
      readonly lifecycle?: LifecycleEvent | undefined
    }
  | { readonly kind: 'lifecycle'; readonly lifecycle: LifecycleEvent }
  | { readonly kind: 'audit'; readonly event: NewEvent }

export function toOutbox(db: Kysely<Tables>, messages: readonly Message[]) {
  return db.insertInto('outbox').values(messages.map((message) => ({ message: JSON.stringify(message) })))
}

export async function addToOutbox(db: Kysely<Tables>, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  await toOutbox(db, messages).execute()
}

export interface RelayedEvents {
  readonly audited: readonly NewEvent[]
  readonly lifecycle: readonly LifecycleEvent[]
}

type Pass = (db: Transaction<Tables>, events: RelayedEvents) => Promise<void>

/** Relays all committed rows; returns their number. */
export async function relayOutbox(
  db: Kysely<Tables>,
  locks: Pick<RowLocks, 'outbox'>,
  pass: Pass,
): Promise<number> {
  for (let count = 0; ; ) {
    const relayed = await db.transaction().execute((transaction) => relayBatch(transaction, locks, pass))
    count += relayed
    if (relayed < batchMax) return count
  }
}

async function relayBatch(
  db: Transaction<Tables>,
  locks: Pick<RowLocks, 'outbox'>,
  pass: Pass,
): Promise<number> {
  await locks.outbox(db)
  const rows = await db.selectFrom('outbox').selectAll().orderBy('number').limit(batchMax).execute()
  const last = rows.at(-1)
  if (last === undefined) return 0
  const messages = rows.map(({ message }) => JSON.parse(message) as Message)
  await pass(db, {
    audited: messages.flatMap((message) => toAuditEvent(message) ?? []),
    lifecycle: messages.flatMap((message) => ('lifecycle' in message ? (message.lifecycle ?? []) : [])),
  })
  const numbers = rows.map(({ number }) => number)
  await db.deleteFrom('outbox').where('number', 'in', numbers).execute()
  return rows.length
}

function toAuditEvent(message: Message): NewEvent | undefined {
  if (message.kind === 'lifecycle') return undefined
  if (message.kind === 'audit') return message.event
  const { atMs, teamId, sandboxId, keyId, reason } = message.event
  const kind = auditKindOf(message.event)
  if (kind === undefined) return undefined
  return {
    ...{ atMs, teamId, kind, actor: keyId === null ? 'system' : 'key', keyId, sandboxId },
    ...{ subject: null, outcome: 'done', status: null, reason },
  }
}
