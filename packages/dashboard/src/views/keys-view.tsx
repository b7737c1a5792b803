import { useState } from 'preact/hooks'
import { take } from '../api/api.ts'
import { useApi, useCaller, useMay } from '../api/context.ts'
import { Action } from '../parts/action.tsx'
import { Allowed } from '../parts/allowed.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { textOf } from '../parts/form.tsx'
import { notify } from '../parts/notices.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { formatAgo, formatDuration } from '../rules/format.ts'
import { expiryOf } from '../rules/key-expiry.ts'
import { useShortcuts } from '../shortcuts.ts'
import { useLive } from '../use-live.ts'
import { CreateKey, scopes } from './create-key.tsx'

const everyMs = 10_000
export function KeysView() {
  const api = useApi()
  const may = useMay()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<string>()
  const { team, expiresAt: callerExpiresAt } = useCaller()
  const live = useLive((signal) => take(api.GET('/api-keys', { signal })), { everyMs, key: '' })
  useShortcuts(may('createApiKey') ? { c: () => setCreating(true) } : {})
  const create = async (values: FormData) => {
    const scope = scopes.find(({ value }) => value === values.get('scope'))?.value ?? 'full'
    const expiresAt = expiryOf({ life: textOf(values, 'life'), day: textOf(values, 'day') }, Date.now())
    const expiry = expiresAt === undefined ? {} : { expiresAt }
    const body = { name: textOf(values, 'name'), scope, ...expiry }
    const { key } = await take(api.POST('/api-keys', { body }))
    live.refresh()
    setCreating(false)
    setCreated(key)
  }
  const remove = (apiKeyID: string, name: string) => async () => {
    await take(api.DELETE('/api-keys/{apiKeyID}', { params: { path: { apiKeyID } } }))
    notify('done', `Revoked ${name}`)
    live.refresh()
  }
  const nowMs = Date.now()
  return (
    <>
      <PageHead title={`API keys of ${team.name}`}>
        <Allowed to="createApiKey">
          <button type="button" class="primary" onClick={() => setCreating(true)}>
            Create key
          </button>
        </Allowed>
      </PageHead>
      <Loaded live={live}>
        {(keys) => (
          <Table
            label="API keys"
            head={['Name', 'Key', 'Allows', 'Created', 'Expires', 'Last used', '']}
            items={keys}
            keyOf={({ id }) => id}
            row={({ id, name, mask, scope, createdAt, expiresAt, lastUsed }) => [
              name,
              <code key="mask">{`${mask.prefix}${mask.maskedValuePrefix}…${mask.maskedValueSuffix}`}</code>,
              scopes.find(({ value }) => value === scope)?.title ?? scope,
              formatAgo(createdAt, nowMs),
              describeExpiry(expiresAt ?? null, nowMs),
              lastUsed == null ? 'never' : formatAgo(lastUsed, nowMs),
              <Action
                key="revoke"
                run={remove(id, name)}
                needs="deleteApiKey"
                class="danger"
                label={`Revoke ${name}`}
                confirm={`Programs that use ${name} are refused from then on.`}
              >
                Revoke
              </Action>,
            ]}
          />
        )}
      </Loaded>
      {isCreating ? (
        <CreateKey expiresAt={callerExpiresAt} onCreate={create} onClose={() => setCreating(false)} />
      ) : null}
      {created === undefined ? null : <ShownOnce text={created} onClose={() => setCreated(undefined)} />}
    </>
  )
}

function describeExpiry(expiresAt: string | null, nowMs: number): string {
  if (expiresAt === null) return 'never'
  const leftMs = Date.parse(expiresAt) - nowMs
  return leftMs > 0 ? `in ${formatDuration(leftMs)}` : 'expired'
}

export function ShownOnce({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    notify('done', 'Copied')
  }
  return (
    <Dialog title="The new key" onClose={onClose}>
      <p>Keep it now: it is not shown again.</p>
      <p class="section">
        <code>{text}</code>
      </p>
      <div class="buttons">
        <Action run={copy}>Copy</Action>
      </div>
    </Dialog>
  )
}
