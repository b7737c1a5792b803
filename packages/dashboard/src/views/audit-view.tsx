import { useEffect, useRef, useState } from 'preact/hooks'
import { type Schema, takePage } from '../api/api.ts'
import { useConnections } from '../api/context.ts'
import { Action } from '../parts/action.tsx'
import { EventTable } from '../parts/event-table.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Loaded } from '../parts/states.tsx'
import { type Trail, withNewest, withOlder } from '../rules/event-trail.ts'
import { useShortcuts } from '../shortcuts.ts'
import { useLive } from '../use-live.ts'

const everyMs = 5000

interface Filter {
  readonly sandboxID?: string
  readonly kind?: string
}

interface KeptTrail extends Trail<Schema<'Event'>> {
  /** Of the list that it is of. */
  readonly key: string
}

/** Of the team; of everybody with the admin token. */
export function AuditView() {
  const { team, admin } = useConnections()
  const [filter, setFilter] = useState<Filter>({})
  const [kept, setKept] = useState<KeptTrail>()
  const search = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => search.current?.focus() })
  const read = async (place: { nextToken?: string }, signal?: AbortSignal) => {
    const params = { query: { ...filter, ...place } }
    const init = signal === undefined ? { params } : { params, signal }
    const page = takePage(admin === undefined ? team.GET('/events', init) : admin.GET('/admin/events', init))
    const { data: events, nextToken } = await page
    return { events, nextToken }
  }
  const key = JSON.stringify({ ...filter, isOfAll: admin !== undefined })
  const live = useLive((signal) => read({}, signal), { everyMs, key })
  const { data: newest } = live
  useEffect(() => {
    if (newest === undefined) return
    setKept((last) => ({ ...withNewest(last?.key === key ? last : undefined, newest), key }))
  }, [newest, key])
  const change = (next: Filter) =>
    setFilter(Object.fromEntries(Object.entries({ ...filter, ...next }).filter(([, value]) => value !== '')))
  const trail = kept?.key === key ? kept : undefined
  const readOlder = async () => {
    if (trail?.nextToken === undefined) return
    const page = await read({ nextToken: trail.nextToken })
    // Meanwhile events may have come, and the filter may be another one.
    setKept((last) => (last?.key === key ? { ...withNewest(withOlder(trail, page), last), key } : last))
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
        {({ events }) => <EventTable events={trail?.events ?? events} hasTeams={admin !== undefined} />}
      </Loaded>
      {trail?.nextToken === undefined ? null : (
        <div class="buttons section">
          <Action run={readOlder}>Older events</Action>
        </div>
      )}
    </>
  )
}
