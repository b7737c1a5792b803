import { describeDuration, renderTable } from './sandbox-table.ts'
import { fieldIn, listOf, textIn } from './team-answers.ts'

/** One event of the audit log, as much of it as the command shows; texts are empty where there are none. */
export interface ShownEvent {
  readonly timestamp: string
  readonly kind: string
  readonly actor: string
  readonly keyId: string
  readonly sandboxId: string
  readonly subject: string
  readonly outcome: string
  readonly status: string
  readonly reason: string
}

/** Throws when the body is no list. */
export function parseEvents(body: unknown): ShownEvent[] {
  return listOf(body, 'events').map((item) => ({
    timestamp: textIn(item, 'timestamp'),
    kind: textIn(item, 'kind'),
    actor: textIn(item, 'actor'),
    keyId: textIn(item, 'keyID'),
    sandboxId: textIn(item, 'sandboxID'),
    subject: textIn(item, 'subject'),
    outcome: textIn(item, 'outcome'),
    status: String(fieldIn(item, 'status') ?? ''),
    reason: textIn(item, 'reason'),
  }))
}

export function renderEventTable(events: readonly ShownEvent[], nowMs: number): string {
  const rows = events.map((event) => [
    `${describeDuration(nowMs - Date.parse(event.timestamp))} ago`,
    event.kind,
    event.sandboxId || event.subject || '-',
    event.actor === 'key' ? `key ${event.keyId}` : event.actor,
    event.status === '' ? event.outcome : `${event.outcome} ${event.status}`,
    event.reason || '-',
  ])
  return renderTable(['WHEN', 'KIND', 'ABOUT', 'BY', 'OUTCOME', 'REASON'], rows)
}
