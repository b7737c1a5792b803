import { useRef, useState } from 'preact/hooks'
import { useApi, useMay } from '../../api/context.ts'
import { type ListedSandbox, listSandboxes } from '../../api/sandboxes.ts'
import { Allowed } from '../../parts/allowed.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { filterSandboxes, type SandboxFilter } from '../../rules/filter-sandboxes.ts'
import { plural } from '../../rules/format.ts'
import type { Route } from '../../rules/route.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { type Live, useLive } from '../../use-live.ts'
import { SandboxView } from '../sandbox/sandbox-view.tsx'
import { CreateSandbox } from './create-sandbox.tsx'
import { sandboxCells, sandboxColumns } from './sandbox-row.tsx'

const everyMs = 3000

export function SandboxesView({ route: { item, part } }: { readonly route: Route }) {
  return item === undefined ? <SandboxList /> : <SandboxView key={item} id={item} part={part} />
}

function SandboxList() {
  const api = useApi()
  const may = useMay()
  const live = useLive((signal) => listSandboxes(api, signal), { everyMs, key: '' })
  const [filter, setFilter] = useState<SandboxFilter>({ text: '', state: undefined })
  const [isCreating, setCreating] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  useShortcuts({
    '/': () => search.current?.focus(),
    ...(may('createSandboxV2') ? { c: () => setCreating(true) } : {}),
  })
  return (
    <>
      <PageHead title="Sandboxes">
        <Allowed to="createSandboxV2">
          <button type="button" class="primary" onClick={() => setCreating(true)}>
            Create sandbox
          </button>
        </Allowed>
      </PageHead>
      <div class="filters">
        <input
          ref={search}
          type="search"
          placeholder="Filter by id, template or key=value"
          aria-label="Filter sandboxes"
          onInput={({ currentTarget }) => setFilter({ ...filter, text: currentTarget.value })}
        />
        <select
          aria-label="State"
          onChange={({ currentTarget }) => setFilter({ ...filter, state: currentTarget.value || undefined })}
        >
          <option value="">All states</option>
          <option value="running">Running</option>
          <option value="paused">Paused</option>
        </select>
        <Counts sandboxes={live.data} />
      </div>
      <Loaded live={live}>{(all) => <Sandboxes all={all} filter={filter} live={live} />}</Loaded>
      {isCreating ? <CreateSandbox onClose={() => setCreating(false)} /> : null}
    </>
  )
}

interface SandboxesProps {
  readonly all: readonly ListedSandbox[]
  readonly filter: SandboxFilter
  readonly live: Live<unknown>
}

function Sandboxes({ all, filter, live }: SandboxesProps) {
  const shown = filterSandboxes(all, filter)
  if (all.length === 0)
    return (
      <Empty title="No sandboxes">
        <p>Create one here, or with a client: the API key you signed in with is all it needs.</p>
      </Empty>
    )
  if (shown.length === 0) return <Empty title="No sandbox matches the filter" />
  return (
    <VirtualList
      label="Sandboxes"
      kind="sandboxes"
      items={shown}
      keyOf={({ sandboxID }) => sandboxID}
      head={sandboxColumns}
      row={(sandbox) => sandboxCells(sandbox, live.refresh)}
    />
  )
}

function Counts({ sandboxes }: { readonly sandboxes: readonly ListedSandbox[] | undefined }) {
  if (sandboxes === undefined) return null
  const running = sandboxes.filter(({ state }) => state === 'running').length
  return (
    <p class="counts">
      {plural(sandboxes.length, 'sandbox')}, {running} running
    </p>
  )
}
