import type { OperationId } from '@cay/contract/gen/control/operations.js'
import type { FunctionComponent } from 'preact'
import { take } from '../../api/api.ts'
import { ApiError } from '../../api/api-error.ts'
import { useApi, useMay } from '../../api/context.ts'
import { Badge } from '../../parts/badge.tsx'
import { Outdated } from '../../parts/outdated.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { goTo } from '../../routing.ts'
import { hrefOf } from '../../rules/route.ts'
import { drafts } from '../../sandbox/drafts.ts'
import { useStore } from '../../store.ts'
import { type Live, useLive } from '../../use-live.ts'
import { SandboxActions } from '../sandboxes/sandbox-row.tsx'
import { EventsTab } from './events-tab.tsx'
import { UnsavedText } from './file-editor.tsx'
import { FilesTab } from './files-tab.tsx'
import { LogsTab } from './logs-tab.tsx'
import { MetricsTab } from './metrics-tab.tsx'
import { NetworkTab } from './network-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { ProcessesTab } from './processes-tab.tsx'
import { SnapshotsTab } from './snapshots-tab.tsx'
import type { SandboxDetail, TabProps } from './tab.ts'
import { TerminalTab } from './terminal-tab.tsx'

interface Tab {
  readonly name: string
  readonly title: string
  readonly Component: FunctionComponent<TabProps>
  /** Shows what only a running sandbox has. */
  readonly needsRunning?: true
  /** The call that it makes; of what is in a sandbox, one that gives its token. */
  readonly needs?: OperationId
}

const inside = { needsRunning: true, needs: 'connectSandboxV2' } as const

const tabs: readonly Tab[] = [
  { name: 'overview', title: 'Overview', Component: OverviewTab },
  { name: 'terminal', title: 'Terminal', Component: TerminalTab, ...inside },
  { name: 'files', title: 'Files', Component: FilesTab, ...inside },
  { name: 'processes', title: 'Processes', Component: ProcessesTab, ...inside },
  { name: 'logs', title: 'Logs', Component: LogsTab },
  { name: 'metrics', title: 'Metrics', Component: MetricsTab },
  { name: 'network', title: 'Network', Component: NetworkTab },
  { name: 'events', title: 'Events', Component: EventsTab, needs: 'listEvents' },
  { name: 'snapshots', title: 'Snapshots', Component: SnapshotsTab, needs: 'listSnapshots' },
]

const everyMs = 3000

interface SandboxViewProps {
  readonly id: string
  readonly part: string | undefined
}

export function SandboxView({ id, part }: SandboxViewProps) {
  const api = useApi()
  const may = useMay()
  const params = { path: { sandboxID: id } }
  const live = useLive((signal) => take(api.GET('/sandboxes/{sandboxID}', { params, signal })), {
    everyMs,
    key: id,
  })
  const isGone = live.error instanceof ApiError && live.error.status === 404
  const isRunning = live.data?.state === 'running' && !isGone
  const allowed = tabs.filter(({ needs }) => needs === undefined || may(needs))
  const tab = allowed.find(({ name }) => name === part) ?? allowed[0]
  return (
    <>
      <PageHead
        title={
          <>
            <span class="mono">{id}</span>{' '}
            {live.data === undefined && !isGone ? null : (
              <Badge state={isGone ? 'ended' : (live.data?.state ?? '')} />
            )}
          </>
        }
      >
        {live.data === undefined || isGone ? null : (
          <SandboxActions
            sandbox={live.data}
            onChanged={live.refresh}
            onKilled={() => goTo(hrefOf('sandboxes'))}
          />
        )}
      </PageHead>
      <Tabs
        label="Parts of the sandbox"
        tabs={allowed.map(({ name, title }) => ({
          title,
          href: hrefOf('sandboxes', id, name),
          isCurrent: name === tab?.name,
        }))}
      />
      {live.data === undefined || isGone ? null : <Outdated error={live.error} />}
      {tab === undefined ? null : (
        <Part id={id} tab={tab} live={live} isGone={isGone} isRunning={isRunning} />
      )}
    </>
  )
}

interface PartProps {
  readonly id: string
  readonly tab: Tab
  readonly live: Live<SandboxDetail>
  readonly isGone: boolean
  readonly isRunning: boolean
}

function Part({ id, tab: { Component, title, needsRunning, name }, live, isGone, isRunning }: PartProps) {
  const draft = useStore(drafts).get(id)
  const unsaved = name === 'files' ? draft : undefined
  const { data: sandbox, error, refresh } = live
  if (isGone && (sandbox === undefined || needsRunning === true))
    return (
      <>
        <Empty title="This sandbox has ended, or there never was one of this id">
          <a href={hrefOf('sandboxes')}>All sandboxes</a>
        </Empty>
        {unsaved === undefined ? null : <UnsavedText sandboxID={id} draft={unsaved} />}
      </>
    )
  if (sandbox === undefined)
    return error === undefined ? <Loading /> : <Failure error={error} onRetry={refresh} />
  if (needsRunning === true && !isRunning && unsaved === undefined)
    return (
      <Empty title="The sandbox is paused">
        <p>{title} can be seen when it runs: resume it above.</p>
      </Empty>
    )
  return <Component key={`${name} ${id}`} sandbox={sandbox} onChanged={refresh} />
}
