import { useState } from 'preact/hooks'
import { type Schema, take } from '../api/api.ts'
import { useApi, useMay } from '../api/context.ts'
import { Action } from '../parts/action.tsx'
import { Allowed } from '../parts/allowed.tsx'
import { Field, FormDialog, textOf } from '../parts/form.tsx'
import { notify } from '../parts/notices.tsx'
import { Outdated } from '../parts/outdated.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { formatBytes } from '../rules/format.ts'
import { useShortcuts } from '../shortcuts.ts'
import { useLive } from '../use-live.ts'

const everyMs = 10_000
const mebibyte = 1024 * 1024

export function VolumesView() {
  const api = useApi()
  const may = useMay()
  const [isCreating, setCreating] = useState(false)
  const live = useLive((signal) => take(api.GET('/volumes', { signal })), { everyMs, key: '' })
  useShortcuts(may('createVolume') ? { c: () => setCreating(true) } : {})
  const create = async (values: FormData) => {
    const body = { name: textOf(values, 'name'), sizeMB: Number(textOf(values, 'sizeMB')) }
    await take(api.POST('/volumes', { body }))
    notify('done', `Created ${body.name}`)
    live.refresh()
    setCreating(false)
  }
  return (
    <>
      <PageHead title="Volumes">
        <Allowed to="createVolume">
          <button type="button" class="primary" onClick={() => setCreating(true)}>
            Create volume
          </button>
        </Allowed>
      </PageHead>
      <Loaded live={live}>
        {(volumes) =>
          volumes.length === 0 ? (
            <Empty title="No volumes">
              <p>A volume is a directory that outlives sandboxes and can be mounted in several of them.</p>
            </Empty>
          ) : (
            <Volumes volumes={volumes} onChanged={live.refresh} />
          )
        }
      </Loaded>
      {isCreating ? (
        <FormDialog
          title="Create volume"
          submit="Create"
          onSubmit={create}
          onClose={() => setCreating(false)}
        >
          <Field label="Name">{(id) => <input id={id} name="name" required spellcheck={false} />}</Field>
          <Field label="Quota in MiB">
            {(id) => <input id={id} name="sizeMB" type="number" min="64" defaultValue="10240" required />}
          </Field>
        </FormDialog>
      ) : null}
    </>
  )
}

interface VolumesProps {
  readonly volumes: readonly Schema<'ListedVolume'>[]
  readonly onChanged: () => void
}

function Volumes({ volumes, onChanged }: VolumesProps) {
  const api = useApi()
  const remove = (volumeID: string, name: string) => async () => {
    await take(api.DELETE('/volumes/{volumeID}', { params: { path: { volumeID } } }))
    notify('done', `Deleted ${name}`)
    onChanged()
  }
  return (
    <Table
      label="Volumes"
      head={['Name', 'Id', 'Quota', 'Used', '']}
      items={volumes}
      keyOf={({ volumeID }) => volumeID}
      row={({ volumeID, name, sizeMB }) => [
        name,
        <code key="id">{volumeID}</code>,
        formatBytes(sizeMB * mebibyte),
        <Usage key="usage" volumeID={volumeID} />,
        <Action
          key="remove"
          run={remove(volumeID, name)}
          needs="deleteVolume"
          class="danger"
          label={`Delete ${name}`}
          confirm={`This deletes ${name} with its content.`}
        >
          Delete
        </Action>,
      ]}
    />
  )
}

/** Measured by the node, so each volume is asked for by itself. */
function Usage({ volumeID }: { readonly volumeID: string }) {
  const api = useApi()
  const params = { path: { volumeID } }
  const live = useLive((signal) => take(api.GET('/volumes/{volumeID}', { params, signal })), {
    everyMs,
    key: volumeID,
  })
  return (
    <>
      <Outdated error={live.data === undefined ? undefined : live.error} />
      {live.data?.usage === undefined ? '…' : formatBytes(live.data.usage.usedBytes)}
    </>
  )
}
