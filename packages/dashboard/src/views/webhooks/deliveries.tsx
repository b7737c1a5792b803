import { take } from '../../api/api.ts'
import { useApi } from '../../api/context.ts'
import { Action } from '../../parts/action.tsx'
import { Badge } from '../../parts/badge.tsx'
import { notify } from '../../parts/notices.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { formatTime } from '../../rules/format.ts'
import { hrefOf } from '../../rules/route.ts'
import { useLive } from '../../use-live.ts'

const everyMs = 3000

export function Deliveries({ webhookID }: { readonly webhookID: string }) {
  const api = useApi()
  const params = { path: { webhookID } }
  const load = (signal: AbortSignal) =>
    Promise.all([
      take(api.GET('/events/webhooks/{webhookID}', { params, signal })),
      take(api.GET('/events/webhooks/{webhookID}/deliveries', { params, signal })),
    ])
  const live = useLive(load, { everyMs, key: webhookID })
  const redeliver = (deliveryID: string) => async () => {
    const path = { webhookID, deliveryID }
    await take(
      api.POST('/events/webhooks/{webhookID}/deliveries/{deliveryID}/redeliver', { params: { path } }),
    )
    notify('done', 'Sent again')
    live.refresh()
  }
  const nowMs = Date.now()
  return (
    <>
      <PageHead title={live.data?.[0].name ?? 'Webhook'}>
        <a class="button" href={hrefOf('webhooks')}>
          All webhooks
        </a>
      </PageHead>
      <Loaded live={live}>
        {([, deliveries]) =>
          deliveries.length === 0 ? (
            <Empty title="Nothing was sent yet" />
          ) : (
            <Table
              label="Deliveries"
              head={['Time', 'Event', 'Sandbox', 'State', 'Attempts', 'Result', '']}
              items={deliveries}
              keyOf={({ id }) => id}
              row={({ id, createdAt, event, state, attempts, status, error }) => [
                formatTime(createdAt, nowMs),
                event?.type ?? '',
                <code key="sandbox">{event?.sandboxId ?? ''}</code>,
                <Badge key="state" state={state} />,
                attempts,
                [status, error].filter(Boolean).join(' '),
                <Action key="again" run={redeliver(id)} needs="redeliver" label={`Send again delivery ${id}`}>
                  Send again
                </Action>,
              ]}
            />
          )
        }
      </Loaded>
    </>
  )
}
