import { printable } from '@cay/core/terminal-text.ts'
import { listParser, numberIn, textIn } from '../output/fields.ts'
import { type Columns, describeAge, orDash, renderRow } from '../output/table.ts'

/** The fields of an audit event that the command shows. */
export interface ShownEvent {
  readonly id: string
  readonly timestamp: string | null
  /** Null: of the installation. */
  readonly teamId: string | null
  readonly kind: string | null
  readonly actor: string | null
  readonly keyId: string | null
  /** Null once the key is deleted. */
  readonly keyName: string | null
  readonly sandboxId: string | null
  readonly subject: string | null
  readonly outcome: string | null
  readonly status: number | null
  readonly reason: string | null
}

export const parseEvents = listParser(
  'events',
  (item): ShownEvent => ({
    id: textIn(item, 'id') ?? '',
    timestamp: textIn(item, 'timestamp'),
    teamId: textIn(item, 'teamID'),
    kind: textIn(item, 'kind'),
    actor: textIn(item, 'actor'),
    keyId: textIn(item, 'keyID'),
    keyName: textIn(item, 'keyName'),
    sandboxId: textIn(item, 'sandboxID'),
    subject: textIn(item, 'subject'),
    outcome: textIn(item, 'outcome'),
    status: numberIn(item, 'status'),
    reason: textIn(item, 'reason'),
  }),
)

export function eventColumns(nowMs: number): Columns<ShownEvent> {
  return {
    head: ['WHEN', 'KIND', 'ABOUT', 'BY', 'OUTCOME', 'REASON'],
    row: (event) => [describeAge(event.timestamp, nowMs), ...whatHappened(event)],
  }
}

/** An event as a line of a list that grows: with its time, and columns that were made wide enough beforehand. */
export function renderEventLine(event: ShownEvent): string {
  return renderRow([event.timestamp ?? '-', ...whatHappened(event)].map(printable), lineWidths)
}

/** Of a time, a long operation, a sandbox's id, a key's name and part of its id, and an outcome with its status. */
const lineWidths = [24, 18, 21, 52, 11]

function whatHappened(event: ShownEvent): string[] {
  return [
    orDash(event.kind),
    event.sandboxId ?? event.subject ?? '-',
    describeActor(event),
    event.status === null ? orDash(event.outcome) : `${orDash(event.outcome)} ${event.status}`,
    orDash(event.reason),
  ]
}

function describeActor({ actor, keyId, keyName }: ShownEvent): string {
  if (actor !== 'key') return orDash(actor)
  return keyName === null ? `key ${orDash(keyId)}` : `key ${keyName} (${orDash(keyId)})`
}
