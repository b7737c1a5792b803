import type { Kysely } from 'kysely'
import type { EventLog } from '../../../ports/event.ts'
import type { RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'
import { toEvent } from './event-row.ts'
import { createLedger } from './ledger.ts'
import { addToOutbox } from './outbox.ts'

export function createEventLog(
  db: Kysely<Tables>,
  { locks, relay }: { locks: Pick<RowLocks, 'outbox'>; relay: () => Promise<number> },
): EventLog {
  return {
    appendEvents: (events) =>
      addToOutbox(
        db,
        events.map((event) => ({ kind: 'audit', event })),
      ),

    relayEvents: relay,

    async listEvents({ teamId, sandboxId, kind, before, limit }) {
      await relay()
      let found = db
        .selectFrom('events')
        .leftJoin('api_keys', 'api_keys.key_id', 'events.key_id')
        .selectAll('events')
        .select('api_keys.name as key_name')
      if (teamId !== undefined) found = found.where('events.team_id', '=', teamId)
      if (sandboxId !== undefined) found = found.where('sandbox_id', '=', sandboxId)
      if (kind !== undefined) found = found.where('kind', '=', kind)
      if (before !== undefined) found = found.where('number', '<', before)
      const rows = await found.orderBy('number', 'desc').limit(limit).execute()
      return rows.map(toEvent)
    },

    ...createLedger(db, { locks, relay }),
  }
}
