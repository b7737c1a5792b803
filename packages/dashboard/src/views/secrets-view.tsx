import { useState } from 'preact/hooks'
import { take, takePage } from '../api/api.ts'
import { useApi, useMay } from '../api/context.ts'
import { readPages } from '../api/pages.ts'
import { Action } from '../parts/action.tsx'
import { Allowed } from '../parts/allowed.tsx'
import { Field, FormDialog, textOf } from '../parts/form.tsx'
import { notify } from '../parts/notices.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { formatAgo } from '../rules/format.ts'
import { useShortcuts } from '../shortcuts.ts'
import { useLive } from '../use-live.ts'

const everyMs = 10_000

export function SecretsView() {
  const api = useApi()
  const may = useMay()
  const [edited, setEdited] = useState<Edited>()
  const load = (signal: AbortSignal) =>
    readPages((query) => takePage(api.GET('/secrets', { params: { query }, signal })))
  const live = useLive(load, { everyMs, key: '' })
  useShortcuts(may('createSecret') ? { c: () => setEdited({}) } : {})
  const remove = (secretID: string, name: string) => async () => {
    await take(api.DELETE('/secrets/{secretID}', { params: { path: { secretID } } }))
    notify('done', `Deleted ${name}`)
    live.refresh()
  }
  const nowMs = Date.now()
  return (
    <>
      <PageHead title="Secrets">
        <Allowed to="createSecret">
          <button type="button" class="primary" onClick={() => setEdited({})}>
            Create secret
          </button>
        </Allowed>
      </PageHead>
      <Loaded live={live}>
        {(secrets) =>
          secrets.length === 0 ? (
            <Empty title="No secrets">
              <p>Header rules fill a secret into requests of sandboxes, which never hold it themselves.</p>
            </Empty>
          ) : (
            <Table
              label="Secrets"
              head={['Name', 'Version', 'Metadata', 'Changed', '']}
              items={secrets}
              keyOf={({ secretID }) => secretID}
              row={({ secretID, name, currentVersion, metadata, updatedAt }) => [
                name,
                currentVersion,
                Object.entries(metadata)
                  .map(([key, value]) => `${key}=${value}`)
                  .join(' '),
                formatAgo(updatedAt, nowMs),
                <div key="actions" class="buttons">
                  <Allowed to="updateSecret">
                    <button
                      type="button"
                      aria-label={`New value of ${name}`}
                      onClick={() => setEdited({ secretID, name })}
                    >
                      New value
                    </button>
                  </Allowed>
                  <Action
                    run={remove(secretID, name)}
                    needs="deleteSecret"
                    class="danger"
                    label={`Delete ${name}`}
                    confirm={`This deletes ${name}; rules that name it refuse their requests.`}
                  >
                    Delete
                  </Action>
                </div>,
              ]}
            />
          )
        }
      </Loaded>
      {edited === undefined ? null : (
        <SecretDialog edited={edited} onSaved={live.refresh} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

/** Without an id: a new one. */
interface Edited {
  readonly secretID?: string
  readonly name?: string
}

interface SecretDialogProps {
  readonly edited: Edited
  readonly onSaved: () => void
  readonly onClose: () => void
}

function SecretDialog({ edited: { secretID, name }, onSaved, onClose }: SecretDialogProps) {
  const api = useApi()
  const save = async (values: FormData) => {
    // A value may begin or end with a space.
    const value = String(values.get('value') ?? '')
    if (secretID === undefined)
      await take(api.POST('/secrets', { body: { name: textOf(values, 'name'), value } }))
    else await take(api.POST('/secrets/{secretID}', { params: { path: { secretID } }, body: { value } }))
    notify('done', secretID === undefined ? 'Created the secret' : `${name} has a new value`)
    onSaved()
    onClose()
  }
  return (
    <FormDialog title={name ?? 'Create secret'} submit="Save" onSubmit={save} onClose={onClose}>
      {secretID === undefined ? (
        <Field label="Name">{(id) => <input id={id} name="name" required spellcheck={false} />}</Field>
      ) : null}
      <Field label="Value" hint="It is never shown again.">
        {(id) => <input id={id} name="value" type="password" autocomplete="off" required />}
      </Field>
    </FormDialog>
  )
}
