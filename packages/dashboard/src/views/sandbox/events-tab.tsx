import { take } from '../../api/api.ts'
import { useApi } from '../../api/context.ts'
import { EventTable } from '../../parts/event-table.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useLive } from '../../use-live.ts'
import type { TabProps } from './tab.ts'

const everyMs = 4000

export function EventsTab({ sandbox: { sandboxID } }: TabProps) {
  const api = useApi()
  const query = { sandboxID }
  const live = useLive((signal) => take(api.GET('/events', { params: { query }, signal })), {
    everyMs,
    key: sandboxID,
  })
  return <Loaded live={live}>{(events) => <EventTable events={events} />}</Loaded>
}
