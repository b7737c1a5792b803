import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { AuditEvent, EventLog, NewEvent } from '../../../ports/event.ts'
import type { RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'
import { addToOutbox, relayOutbox } from './outbox.ts'

/** The stored team id of events without a team: not null, so that one index covers both. */
const nobodys = ''

export function createEventLog(db: Kysely<Tables>, locks: Pick<RowLocks, 'outbox'>): EventLog {
  const relay = () => relayOutbox(db, locks, insertEvents)
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

    async pruneEvents(beforeMs, perTeamMax) {
      await relay()
      const { numDeletedRows } = await db
        .deleteFrom('events')
        .where('at_ms', '<', beforeMs)
        .executeTakeFirst()
      const teams = await db.selectFrom('events').select('team_id').distinct().execute()
      const cut = await Promise.all(teams.map(({ team_id }) => keepNewest(db, team_id, perTeamMax)))
      return cut.reduce((sum, count) => sum + count, Number(numDeletedRows))
    },
  }
}

async function insertEvents(db: Transaction<Tables>, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await db.insertInto('events').values(events.map(toRow)).execute()
}

async function keepNewest(db: Kysely<Tables>, teamId: string, max: number): Promise<number> {
  const ofTeam = db.selectFrom('events').select('number').where('team_id', '=', teamId)
  const last = await ofTeam.orderBy('number', 'desc').limit(1).offset(max).executeTakeFirst()
  if (last === undefined) return 0
  const { numDeletedRows } = await db
    .deleteFrom('events')
    .where('team_id', '=', teamId)
    .where('number', '<=', last.number)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function toRow(event: NewEvent): Insertable<Tables['events']> {
  return {
    at_ms: event.atMs,
    team_id: event.teamId ?? nobodys,
    kind: event.kind,
    actor: event.actor,
    key_id: event.keyId,
    sandbox_id: event.sandboxId,
    subject: event.subject,
    outcome: event.outcome,
    status: event.status,
    reason: event.reason,
  }
}

function toEvent(row: Selectable<Tables['events']> & { key_name: string | null }): AuditEvent {
  return {
    number: row.number,
    atMs: row.at_ms,
    teamId: row.team_id === nobodys ? null : row.team_id,
    kind: row.kind,
    actor: row.actor,
    keyId: row.key_id,
    keyName: row.key_name,
    sandboxId: row.sandbox_id,
    subject: row.subject,
    outcome: row.outcome,
    status: row.status,
    reason: row.reason,
  }
}
