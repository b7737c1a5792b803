/** Events of the audit log as rows. */
import type { Insertable, Selectable } from 'kysely'
import type { AuditEvent, NewEvent } from '../../../ports/event.ts'
import type { Tables } from '../schema.ts'

/** The stored team id of events without a team: not null, so that one index covers both. */
export const nobodys = ''

export type EventRow = Selectable<Tables['events']> & { key_name: string | null }

export function toEvent(row: EventRow): AuditEvent {
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

export function toRow(event: NewEvent): Omit<Insertable<Tables['events']>, 'seq' | 'hash'> {
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
