/** Webhooks of a team. The secret is stored sealed, and never shown again. */
import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cay/core/errors.ts'
import type { LifecycleType } from '@cay/core/event/lifecycle.ts'
import {
  checkSecret,
  checkTarget,
  maskSecret,
  webhookBounds,
  webhookNotFound,
} from '@cay/core/event/webhook.ts'
import { cutPage, decodeToken, type Page } from '@cay/core/page.ts'
import type { Team } from '../../ports/team.ts'
import type {
  Delivery,
  DeliveryState,
  PostOutcome,
  WebhookChange,
  WebhookRecord,
} from '../../ports/webhook.ts'
import type { Deps } from '../deps.ts'
import { purposeOf } from './webhook-secret.ts'

type WebhookDeps = Pick<Deps, 'store' | 'sealer' | 'clock' | 'log' | 'webhooks'>

export interface WebhookRequest {
  readonly name: string
  readonly url: string
  readonly enabled: boolean
  readonly events: readonly LifecycleType[]
  readonly signatureSecret: string
}

/** Throws request_invalid, quota_exceeded. */
export async function createWebhook(
  deps: WebhookDeps,
  { teamId }: Team,
  request: WebhookRequest,
): Promise<WebhookRecord> {
  checkUrl(deps, request.url)
  checkSecret(request.signatureSecret)
  const webhookId = randomUUID()
  const webhook: WebhookRecord = {
    ...{ webhookId, teamId, name: request.name, url: request.url, isEnabled: request.enabled },
    ...{ events: request.events, createdAtMs: deps.clock.nowMs() },
    ...secretColumns(deps, webhookId, request.signatureSecret),
  }
  if (!(await deps.store.insertWebhook(webhook, webhookBounds.countMax)))
    throw new ServiceError('quota_exceeded', `A team has at most ${webhookBounds.countMax} webhooks`)
  deps.log.info({ event: 'webhook.created', webhookID: webhookId }, 'created a webhook')
  deps.webhooks.sender.poke()
  return webhook
}

/** Throws not_found. */
export async function findWebhook(
  { store }: Pick<Deps, 'store'>,
  { teamId }: Team,
  webhookId: string,
): Promise<WebhookRecord> {
  const webhook = await store.findWebhook(teamId, webhookId)
  if (webhook === undefined) throw webhookNotFound()
  return webhook
}

/** Fields that are not given stay as they are. A new URL or secret gets what waits for its next attempt at once. Throws request_invalid, not_found. */
export async function updateWebhook(
  deps: WebhookDeps,
  { team, webhookId }: { team: Team; webhookId: string },
  { name, url, enabled, events, signatureSecret }: Partial<WebhookRequest>,
): Promise<WebhookRecord> {
  if (url !== undefined) checkUrl(deps, url)
  if (signatureSecret !== undefined) checkSecret(signatureSecret)
  const change: WebhookChange = {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(enabled === undefined ? {} : { isEnabled: enabled }),
    ...(events === undefined ? {} : { events }),
    ...(signatureSecret === undefined ? {} : secretColumns(deps, webhookId, signatureSecret)),
  }
  const changed = await deps.store.updateWebhook(team.teamId, webhookId, change, deps.clock.nowMs())
  if (changed === undefined) throw webhookNotFound()
  const { sender } = deps.webhooks
  // The failure of a request that still goes to the old place would make its delivery wait again.
  if (url !== undefined || signatureSecret !== undefined) sender.stop(webhookId)
  sender.poke()
  return changed
}

/** Nothing is sent to it any more when this returns, by this process. Throws not_found. */
export async function deleteWebhook(
  { store, webhooks, log }: WebhookDeps,
  { teamId }: Team,
  webhookId: string,
): Promise<void> {
  if (!(await store.removeWebhook(teamId, webhookId))) throw webhookNotFound()
  webhooks.sender.stop(webhookId)
  log.info({ event: 'webhook.deleted', webhookID: webhookId }, 'deleted a webhook')
}

/** Sends one event that tells of nothing, once. Throws not_found, rate_limited. */
export async function testWebhook(
  deps: WebhookDeps,
  { team, webhookId }: { team: Team; webhookId: string },
  signal: AbortSignal,
): Promise<PostOutcome> {
  const webhook = await findWebhook(deps, team, webhookId)
  return await deps.webhooks.sender.sendTest(webhook, signal)
}

export interface DeliveryRequest {
  readonly state?: DeliveryState | undefined
  readonly nextToken?: string | undefined
  readonly limit: number
}

/** Newest first. Throws not_found, request_invalid for an invalid page token. */
export async function listDeliveries(
  deps: Pick<Deps, 'store'>,
  { team, webhookId }: { team: Team; webhookId: string },
  { state, nextToken, limit }: DeliveryRequest,
): Promise<Page<Delivery>> {
  await findWebhook(deps, team, webhookId)
  const before = nextToken === undefined ? undefined : numberOf(nextToken)
  const found = await deps.store.listDeliveries({ webhookId, state, before, limit: limit + 1 })
  return cutPage(found, limit, ({ createdAtMs, number }) => ({ atMs: createdAtMs, id: String(number) }))
}

function numberOf(token: string): number {
  const number = Number(decodeToken(token).id)
  if (Number.isSafeInteger(number)) return number
  throw new ServiceError('request_invalid', 'Invalid next token: it is of another list')
}

/** Throws not_found, also for a delivery whose event is no longer kept. */
export async function redeliver(
  deps: WebhookDeps,
  { team, webhookId }: { team: Team; webhookId: string },
  deliveryId: string,
): Promise<Delivery> {
  await findWebhook(deps, team, webhookId)
  const delivery = await deps.store.redeliver(webhookId, deliveryId, deps.clock.nowMs())
  if (delivery === undefined) throw new ServiceError('not_found', 'Delivery not found, or its event is gone')
  deps.webhooks.sender.poke()
  return delivery
}

function checkUrl({ webhooks }: Pick<Deps, 'webhooks'>, text: string): void {
  checkTarget(URL.parse(text) ?? undefined, webhooks.allowed)
}

function secretColumns({ sealer }: Pick<Deps, 'sealer'>, webhookId: string, secret: string) {
  return { sealedSecret: sealer.seal(secret, purposeOf(webhookId)), secretMask: maskSecret(secret) }
}
