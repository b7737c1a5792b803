/** Webhooks and deliveries in responses of the API, and as tables. */
import { fieldIn, listParser, numberIn, textIn } from '../output/fields.ts'
import { type Columns, describeAge, orDash } from '../output/table.ts'

export interface ShownWebhook {
  readonly webhookId: string
  readonly name: string | null
  readonly url: string | null
  readonly enabled: boolean
  readonly events: readonly string[]
  readonly createdAt: string | null
}

export const parseWebhooks = listParser('webhooks', parseWebhook)

export function parseWebhook(item: unknown): ShownWebhook {
  const events = fieldIn(item, 'events')
  return {
    webhookId: textIn(item, 'id') ?? '',
    name: textIn(item, 'name'),
    url: textIn(item, 'url'),
    enabled: fieldIn(item, 'enabled') === true,
    events: Array.isArray(events) ? events.map(String) : [],
    createdAt: textIn(item, 'createdAt'),
  }
}

export const webhookColumns: Columns<ShownWebhook> = {
  head: ['WEBHOOK ID', 'NAME', 'URL', 'ENABLED', 'EVENTS'],
  row: ({ webhookId, name, url, enabled, events }) => [
    ...[webhookId, orDash(name), orDash(url), enabled ? 'yes' : 'no'],
    events.map((type) => type.split('.').at(-1)).join(','),
  ],
}

export interface ShownDelivery {
  readonly deliveryId: string
  readonly state: string | null
  readonly attempts: number | null
  readonly createdAt: string | null
  readonly nextAttemptAt: string | null
  readonly status: number | null
  readonly error: string | null
  readonly type: string | null
  readonly sandboxId: string | null
}

export const parseDeliveries = listParser('deliveries', (item): ShownDelivery => {
  const event = fieldIn(item, 'event')
  return {
    deliveryId: textIn(item, 'id') ?? '',
    state: textIn(item, 'state'),
    attempts: numberIn(item, 'attempts'),
    createdAt: textIn(item, 'createdAt'),
    nextAttemptAt: textIn(item, 'nextAttemptAt'),
    status: numberIn(item, 'status'),
    error: textIn(item, 'error'),
    type: textIn(event, 'type'),
    sandboxId: textIn(event, 'sandboxId'),
  }
})

export function deliveryColumns(nowMs: number): Columns<ShownDelivery> {
  return {
    head: ['DELIVERY ID', 'CREATED', 'EVENT', 'SANDBOX', 'STATE', 'ATTEMPTS', 'LAST'],
    row: (delivery) => [
      ...[delivery.deliveryId, describeAge(delivery.createdAt, nowMs)],
      ...[delivery.type?.split('.').at(-1) ?? '-', orDash(delivery.sandboxId), orDash(delivery.state)],
      ...[orDash(delivery.attempts), delivery.error ?? orDash(delivery.status)],
    ],
  }
}
