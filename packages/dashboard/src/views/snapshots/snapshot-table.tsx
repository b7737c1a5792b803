import { type Schema, take } from '../../api/api.ts'
import { useApi } from '../../api/context.ts'
import { Action } from '../../parts/action.tsx'
import { notify } from '../../parts/notices.tsx'
import { Table } from '../../parts/table.tsx'
import { goTo } from '../../routing.ts'
import { hrefOf } from '../../rules/route.ts'

interface SnapshotTableProps {
  readonly snapshots: readonly Schema<'SnapshotInfo'>[]
  readonly onChanged: () => void
}

const timeoutSeconds = 300

export function SnapshotTable({ snapshots, onChanged }: SnapshotTableProps) {
  const api = useApi()
  const remove = (templateID: string) => async () => {
    await take(api.DELETE('/templates/{templateID}', { params: { path: { templateID } } }))
    notify('done', `Deleted ${templateID}`)
    onChanged()
  }
  const start = (templateID: string) => async () => {
    const body = { templateID, timeout: timeoutSeconds, autoPause: false, autoPauseMemory: true }
    const { sandboxID } = await take(api.POST('/v2/sandboxes', { body }))
    goTo(hrefOf('sandboxes', sandboxID))
  }
  return (
    <Table
      label="Snapshots"
      head={['Snapshot', 'Names', '']}
      items={snapshots}
      keyOf={({ snapshotID }) => snapshotID}
      row={({ snapshotID, names }) => [
        <code key="id">{snapshotID}</code>,
        names.join(', '),
        <div key="actions" class="buttons">
          <Action run={start(snapshotID)} needs="createSandboxV2" label={`Create sandbox from ${snapshotID}`}>
            Create sandbox
          </Action>
          <Action
            run={remove(snapshotID)}
            needs="deleteTemplate"
            class="danger"
            confirm={`This deletes ${snapshotID} with all its builds.`}
            label={`Delete ${snapshotID}`}
          >
            Delete
          </Action>
        </div>,
      ]}
    />
  )
}
