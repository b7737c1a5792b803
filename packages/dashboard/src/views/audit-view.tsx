import { useRef, useState } from 'preact/hooks'
import { type Schema, takePage } from '../api/api.ts'
import { useConnections } from '../api/context.ts'
import { Action } from '../parts/action.tsx'
import { EventTable } from '../parts/event-table.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Loaded } from '../parts/states.tsx'
import { useShortcuts } from '../shortcuts.ts'
import { useLive } from '../use-live.ts'

const everyMs = 5000

interface Filter {
  readonly sandboxID?: string
  readonly kind?: string
}

/** Of the team; of everybody with the admin token. */
export function AuditView() {
  const { team, admin } = useConnections()
  const [filter, setFilter] = useState<Filter>({})
  const [older, setOlder] = useState<Older>({ events: [] })
  const search = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => search.current?.focus() })
  const read = (place: { nextToken?: string }, signal?: AbortSignal) => {
    const params = { query: { ...filter, ...place } }
    const init = signal === undefined ? { params } : { params, signal }
    return takePage(admin === undefined ? team.GET('/events', init) : admin.GET('/admin/events', init))
  }
  const live = useLive((signal) => read({}, signal), { everyMs, key: JSON.stringify(filter) })
  const change = (next: Filter) => {
    setFilter(Object.fromEntries(Object.entries({ ...filter, ...next }).filter(([, value]) => value !== '')))
    setOlder({ events: [] })
  }
  const nextToken = older.nextToken ?? (older.events.length === 0 ? live.data?.nextToken : undefined)
  const readOlder = async () => {
    if (nextToken === undefined) return
    const page = await read({ nextToken })
    setOlder({
      events: [...(older.events.length === 0 ? (live.data?.data ?? []) : older.events), ...page.data],
      ...(page.nextToken === undefined ? {} : { nextToken: page.nextToken }),
    })
  }
  return (
    <>
      <PageHead title="Audit log" />
      <div class="filters">
        <input
          ref={search}
          type="search"
          placeholder="Sandbox id"
          aria-label="Sandbox id"
          onChange={({ currentTarget }) => change({ sandboxID: currentTarget.value.trim() })}
        />
        <input
          type="search"
          placeholder="Event, such as createSandbox"
          aria-label="Event"
          onChange={({ currentTarget }) => change({ kind: currentTarget.value.trim() })}
        />
      </div>
      <Loaded live={live}>
        {({ data }) => <EventTable events={join(data, older.events)} hasTeams={admin !== undefined} />}
      </Loaded>
      {nextToken === undefined ? null : (
        <div class="buttons section">
          <Action run={readOlder}>Older events</Action>
        </div>
      )}
    </>
  )
}

interface Older {
  readonly events: readonly Schema<'Event'>[]
  readonly nextToken?: string
}

/** New ones come before those that were read before. */
function join(
  newest: readonly Schema<'Event'>[],
  older: readonly Schema<'Event'>[],
): readonly Schema<'Event'>[] {
  const known = new Set(newest.map(({ id }) => id))
  return [...newest, ...older.filter(({ id }) => !known.has(id))]
}
