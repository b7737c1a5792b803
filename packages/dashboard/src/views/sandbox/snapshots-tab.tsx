import { useState } from 'preact/hooks'
import { take } from '../../api/api.ts'
import { useApi } from '../../api/context.ts'
import { Allowed } from '../../parts/allowed.tsx'
import { Field, FormDialog, textOf } from '../../parts/form.tsx'
import { notify } from '../../parts/notices.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { useLive } from '../../use-live.ts'
import { SnapshotTable } from '../snapshots/snapshot-table.tsx'
import type { TabProps } from './tab.ts'

const everyMs = 10_000

export function SnapshotsTab({ sandbox: { sandboxID, state } }: TabProps) {
  const api = useApi()
  const [isCreating, setCreating] = useState(false)
  const query = { sandboxID }
  const live = useLive((signal) => take(api.GET('/snapshots', { params: { query }, signal })), {
    everyMs,
    key: sandboxID,
  })
  return (
    <>
      <Allowed to="createSnapshot">
        <div class="filters">
          <button type="button" disabled={state !== 'running'} onClick={() => setCreating(true)}>
            Create snapshot
          </button>
          {state === 'running' ? null : <p class="hint">Only a running sandbox can be captured.</p>}
        </div>
      </Allowed>
      <Loaded live={live}>
        {(snapshots) =>
          snapshots.length === 0 ? (
            <Empty title="No snapshots of this sandbox" />
          ) : (
            <SnapshotTable snapshots={snapshots} onChanged={live.refresh} />
          )
        }
      </Loaded>
      {isCreating ? (
        <CreateSnapshot sandboxID={sandboxID} onCreated={live.refresh} onClose={() => setCreating(false)} />
      ) : null}
    </>
  )
}

interface CreateSnapshotProps {
  readonly sandboxID: string
  readonly onCreated: () => void
  readonly onClose: () => void
}

function CreateSnapshot({ sandboxID, onCreated, onClose }: CreateSnapshotProps) {
  const api = useApi()
  const create = async (values: FormData) => {
    const name = textOf(values, 'name')
    const params = { path: { sandboxID } }
    const body = name === '' ? {} : { name }
    const { snapshotID } = await take(api.POST('/sandboxes/{sandboxID}/snapshots', { params, body }))
    notify('done', `Created ${snapshotID}`)
    onCreated()
    onClose()
  }
  return (
    <FormDialog title="Create snapshot" submit="Create" onSubmit={create} onClose={onClose}>
      <Field label="Name (optional)" hint="alias or alias:tag; a name that is there gets one more build.">
        {(id) => <input id={id} name="name" spellcheck={false} />}
      </Field>
    </FormDialog>
  )
}
