/** Routes of webhooks. They decode, call and encode; they decide nothing. Responses hold no secrets. */
import type { components } from '@cay/contract/gen/control/api.js'
import { limits } from '@cay/contract/limits.ts'
import { formatInstant } from '@cay/core/instant.ts'
import type { Deps } from '../../app/deps.ts'
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  listDeliveries,
  redeliver,
  testWebhook,
  updateWebhook,
} from '../../app/webhook/webhooks.ts'
import type { Delivery, PostOutcome, WebhookRecord } from '../../ports/webhook.ts'
import type { Routes } from '../add-operation.ts'
import { renderPage } from '../decode.ts'
import { renderSandboxEvent } from '../event/render-events.ts'

type WebhookRoutes = Pick<
  Routes,
  | 'createWebhook'
  | 'listWebhooks'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'testWebhook'
  | 'listDeliveries'
  | 'redeliver'
>

export function createWebhookRoutes(deps: Deps): WebhookRoutes {
  return {
    createWebhook: async ({ team, body: { enabled = true, ...body } }) => {
      return { status: 201, body: renderWebhook(await createWebhook(deps, team, { ...body, enabled })) }
    },
    listWebhooks: async ({ team }) => {
      return { status: 200, body: (await deps.store.listWebhooks(team.teamId)).map(renderWebhook) }
    },
    getWebhook: async ({ team, params }) => {
      return { status: 200, body: renderWebhook(await findWebhook(deps, team, params.webhookID)) }
    },
    updateWebhook: async ({ team, params, body }) => {
      const webhook = await updateWebhook(deps, { team, webhookId: params.webhookID }, body)
      return { status: 200, body: renderWebhook(webhook) }
    },
    deleteWebhook: async ({ team, params }) => {
      await deleteWebhook(deps, team, params.webhookID)
      return { status: 200 }
    },
    testWebhook: async ({ team, params, signal }) => {
      const outcome = await testWebhook(deps, { team, webhookId: params.webhookID }, signal)
      return { status: 200, body: renderTest(outcome) }
    },
    listDeliveries: async ({ team, params, query }) => {
      const { state, nextToken, limit = limits.listPageSizeDefault } = query
      const target = { team, webhookId: params.webhookID }
      const page = await listDeliveries(deps, target, { state, nextToken, limit })
      return renderPage({ ...page, items: page.items.map(renderDelivery) })
    },
    redeliver: async ({ team, params }) => {
      const delivery = await redeliver(deps, { team, webhookId: params.webhookID }, params.deliveryID)
      return { status: 200, body: renderDelivery(delivery) }
    },
  }
}

function renderWebhook(webhook: WebhookRecord): components['schemas']['Webhook'] {
  return {
    id: webhook.webhookId,
    teamID: webhook.teamId,
    name: webhook.name,
    url: webhook.url,
    enabled: webhook.isEnabled,
    events: [...webhook.events],
    createdAt: formatInstant(webhook.createdAtMs),
    signatureSecretMask: webhook.secretMask,
  }
}

function renderTest(outcome: PostOutcome): components['schemas']['WebhookTest'] {
  if ('error' in outcome) return { delivered: false, error: outcome.error }
  return { delivered: outcome.status >= 200 && outcome.status < 300, status: outcome.status }
}

function renderDelivery(delivery: Delivery): components['schemas']['Delivery'] {
  const { deliveryId, state, attempts, status, error, event } = delivery
  return {
    ...{ id: deliveryId, state, attempts, createdAt: formatInstant(delivery.createdAtMs) },
    ...(state === 'pending'
      ? { nextAttemptAt: formatInstant(delivery.nextAtMs) }
      : { endedAt: formatInstant(delivery.changedAtMs) }),
    ...(status === null ? {} : { status }),
    ...(error === null ? {} : { error }),
    ...(event === undefined ? {} : { event: renderSandboxEvent(event) }),
  }
}
