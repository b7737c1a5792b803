/** Events of the audit log, as they come: newest first. */
import type { Schema } from '../api/api.ts'
import { hrefOf } from '../rules/route.ts'
import { Badge } from './badge.tsx'
import { Empty } from './states.tsx'
import { Table } from './table.tsx'
import { Time } from './time.tsx'

type Event = Schema<'Event'>

export interface EventTableProps {
  readonly events: readonly Event[]
  /** The events are of several teams. */
  readonly hasTeams?: boolean
}

export function EventTable({ events, hasTeams = false }: EventTableProps) {
  if (events.length === 0) return <Empty title="No events" />
  return (
    <Table
      label="Events"
      head={['Time', 'Event', 'About', 'By', ...(hasTeams ? ['Team'] : []), 'Outcome', 'Reason']}
      items={events}
      keyOf={({ id }) => id}
      row={(event) => [
        <Time key="time" iso={event.timestamp} />,
        <span key="kind" class="whole">
          {event.kind}
        </span>,
        about(event),
        actorOf(event),
        ...(hasTeams ? [event.teamID ?? 'the installation'] : []),
        <Badge key="outcome" state={event.outcome} />,
        [event.status, event.reason].filter(Boolean).join(' '),
      ]}
    />
  )
}

function about({ sandboxID, subject }: Event) {
  if (sandboxID === undefined) return subject ?? ''
  return <a href={hrefOf('sandboxes', sandboxID)}>{sandboxID}</a>
}

function actorOf({ actor, keyName, keyID }: Event): string {
  if (actor !== 'key') return actor === 'admin' ? 'the admin token' : 'the installation'
  // Of somebody who signed in, the id says so.
  if (keyID?.startsWith('user:') === true) return keyID.slice('user:'.length)
  return keyName === undefined ? `key ${keyID ?? ''} (deleted)` : `key ${keyName}`
}
