import { type Schema, take } from '../api/api.ts'
import { useAdminApi } from '../api/use-admin.ts'
import { Action } from '../parts/action.tsx'
import { Badge } from '../parts/badge.tsx'
import { notify } from '../parts/notices.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { formatBytes } from '../rules/format.ts'
import { useLive } from '../use-live.ts'

const everyMs = 3000

export function NodesView() {
  const admin = useAdminApi()
  const live = useLive((signal) => take(admin.GET('/nodes', { signal })), { everyMs, key: '' })
  const set = (nodeID: string, status: Schema<'NodeStatus'>) => async () => {
    await take(admin.POST('/nodes/{nodeID}', { params: { path: { nodeID } }, body: { status } }))
    notify('done', `${nodeID} is ${status}`)
    live.refresh()
  }
  return (
    <>
      <PageHead title="Nodes" />
      <Loaded live={live}>
        {(nodes) =>
          nodes.length === 0 ? (
            <Empty title="No nodes" />
          ) : (
            <Table
              label="Nodes"
              head={['Node', 'Status', 'Sandboxes', 'CPU', 'Memory', 'Disk', 'Creates', 'Version', '']}
              items={nodes}
              keyOf={({ id }) => id}
              row={({ id, status, sandboxCount, metrics, createSuccesses, createFails, version }) => [
                id,
                <Badge key="status" state={status} />,
                sandboxCount,
                `${metrics.cpuPercent} % of ${metrics.cpuCount}`,
                `${formatBytes(metrics.memoryUsedBytes)} of ${formatBytes(metrics.memoryTotalBytes)}`,
                metrics.disks
                  .map(
                    ({ usedBytes, totalBytes }) => `${formatBytes(usedBytes)} of ${formatBytes(totalBytes)}`,
                  )
                  .join(', '),
                `${createSuccesses} done, ${createFails} failed`,
                version,
                status === 'ready' ? (
                  <Action
                    key="change"
                    run={set(id, 'draining')}
                    label={`Drain ${id}`}
                    confirm={`Nothing starts on ${id} from then on; what runs goes on.`}
                  >
                    Drain
                  </Action>
                ) : (
                  <Action key="change" run={set(id, 'ready')} label={`Make ready ${id}`}>
                    Make ready
                  </Action>
                ),
              ]}
            />
          )
        }
      </Loaded>
    </>
  )
}
