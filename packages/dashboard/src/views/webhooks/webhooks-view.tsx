import { useState } from 'preact/hooks'
import { take } from '../../api/api.ts'
import { useApi, useMay } from '../../api/context.ts'
import { Action } from '../../parts/action.tsx'
import { Allowed } from '../../parts/allowed.tsx'
import { Badge } from '../../parts/badge.tsx'
import { notify } from '../../parts/notices.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { hrefOf, type Route } from '../../rules/route.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { useLive } from '../../use-live.ts'
import { CreateWebhook } from './create-webhook.tsx'
import { Deliveries } from './deliveries.tsx'

const everyMs = 10_000

export function WebhooksView({ route: { item } }: { readonly route: Route }) {
  return item === undefined ? <WebhookList /> : <Deliveries key={item} webhookID={item} />
}

function WebhookList() {
  const api = useApi()
  const may = useMay()
  const [isCreating, setCreating] = useState(false)
  const live = useLive((signal) => take(api.GET('/events/webhooks', { signal })), { everyMs, key: '' })
  useShortcuts(may('createWebhook') ? { c: () => setCreating(true) } : {})
  const at = (webhookID: string) => ({ params: { path: { webhookID } } })
  const test = (id: string) => async () => {
    const { delivered, status, error } = await take(api.POST('/events/webhooks/{webhookID}/test', at(id)))
    if (!delivered) throw new Error(`The test was not delivered: ${error ?? `status ${status}`}`)
    notify('done', `Delivered: status ${status}`)
  }
  const enable = (id: string, enabled: boolean) => async () => {
    await take(api.PATCH('/events/webhooks/{webhookID}', { ...at(id), body: { enabled } }))
    live.refresh()
  }
  const remove = (id: string) => async () => {
    await take(api.DELETE('/events/webhooks/{webhookID}', at(id)))
    live.refresh()
  }
  return (
    <>
      <PageHead title="Webhooks">
        <Allowed to="createWebhook">
          <button type="button" class="primary" onClick={() => setCreating(true)}>
            Create webhook
          </button>
        </Allowed>
      </PageHead>
      <Loaded live={live}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty title="No webhooks">
              <p>A webhook is a URL that lifecycle events of sandboxes are sent to, signed.</p>
            </Empty>
          ) : (
            <Table
              label="Webhooks"
              head={['Name', 'URL', 'Events', 'State', '']}
              items={webhooks}
              keyOf={({ id }) => id}
              row={({ id, name, url, events, enabled }) => [
                <a key="name" href={hrefOf('webhooks', id)}>
                  {name}
                </a>,
                url,
                events.map((type) => type.split('.').at(-1)).join(', '),
                <Badge key="state" state={enabled ? 'enabled' : 'disabled'} />,
                <div key="actions" class="buttons">
                  <Action run={test(id)} needs="testWebhook" label={`Test ${name}`}>
                    Test
                  </Action>
                  <Action
                    run={enable(id, !enabled)}
                    needs="updateWebhook"
                    label={`${enabled ? 'Disable' : 'Enable'} ${name}`}
                  >
                    {enabled ? 'Disable' : 'Enable'}
                  </Action>
                  <Action
                    run={remove(id)}
                    needs="deleteWebhook"
                    class="danger"
                    label={`Delete ${name}`}
                    confirm={`This deletes ${name} with its deliveries.`}
                  >
                    Delete
                  </Action>
                </div>,
              ]}
            />
          )
        }
      </Loaded>
      {isCreating ? <CreateWebhook onCreated={live.refresh} onClose={() => setCreating(false)} /> : null}
    </>
  )
}
