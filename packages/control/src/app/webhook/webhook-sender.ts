/**
 * Sends what is due. Each control process does; a lease of the webhook keeps two of them from sending to it at once. A
 * process that dies between a response and its record leaves the delivery due: it is sent again, never lost.
 *
 * A receiver that is slow or fails gets fewer requests at once, and no receiver gets all: it delays its own events only.
 */
import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cay/core/errors.ts'
import { renderDelivery } from '@cay/core/event/lifecycle.ts'
import { nextAttemptAt, type RetryMode } from '@cay/core/event/webhook.ts'
import { formatInstant } from '@cay/core/instant.ts'
import { FairSemaphore } from '@cay/kit/flow/fair-semaphore.ts'
import {
  type Delivery,
  type DeliveryResult,
  type EventSender,
  eventGone,
  type PostOutcome,
  type PostWebhook,
  type WebhookRecord,
} from '../../ports/webhook.ts'
import { attempt } from '../attempt.ts'
import type { Deps } from '../deps.ts'
import { RateBuckets } from '../team/rate-buckets.ts'
import { signDelivery } from './sign-delivery.ts'
import { openWebhookSecret } from './webhook-secret.ts'

export type SenderDeps = Pick<Deps, 'sealer' | 'clock' | 'leaseClock' | 'log'> & {
  readonly store: Pick<
    Deps['store'],
    | 'hasWebhooks'
    | 'relayEvents'
    | 'findDueWebhooks'
    | 'takeWebhook'
    | 'releaseWebhook'
    | 'listDue'
    | 'recordResults'
  >
  readonly operations: Pick<Deps['operations'], 'processId'>
  /** Live control processes: each sends its share of test deliveries. */
  readonly replicas: Pick<Deps['replicas'], 'count'>
  readonly post: PostWebhook
  readonly retries: RetryMode
  /** At least 0 and below 1. */
  readonly random: () => number
}

/** Interval between two looks for due deliveries, with webhooks and without. */
const pollMs = 250
const idlePollMs = 10_000
/**
 * Concurrent requests to all receivers, and to those of one team. A team has no more waiting than its webhooks and its
 * test deliveries start.
 */
const requests = { permits: 256, permitsPerKey: 64, waitingPerKeyMax: 1024 }
/** Concurrent requests to one receiver; to one that took long; to one that failed last: one. */
const perWebhookMax = 8
const slowMax = 2
const slowMs = 1_000
/** Test deliveries of one team: concurrent ones, and a minute. */
const testsMax = 4
const testsPerMinuteMax = 30
/** Deliveries that are read and recorded together. */
const batchMax = 64
const failingBatchMax = 4
const leaseMs = 30_000
/** The lease is taken again after this, which also shows that the webhook was deleted, disabled or changed. */
const renewMs = 1_000
/** An attempt takes less. */
const attemptMsMax = 15_000

export class WebhookSender implements EventSender {
  readonly #deps: SenderDeps
  readonly #room = new FairSemaphore(requests)
  readonly #testRate: RateBuckets
  /** Test deliveries in progress, by team. */
  readonly #tests = new Map<string, number>()
  /** What is being sent to, by id. */
  readonly #active = new Map<string, AbortController>()
  readonly #paces = new Map<string, 'slow' | 'failing'>()
  #wake = new AbortController()

  constructor(deps: SenderDeps) {
    this.#deps = deps
    this.#testRate = new RateBuckets(deps.clock, deps.replicas)
  }

  /** Looks for due deliveries without waiting for the next turn. */
  poke(): void {
    this.#wake.abort()
  }

  /** Ends what is being sent to the webhook. */
  stop(webhookId: string): void {
    this.#active.get(webhookId)?.abort()
    this.#paces.delete(webhookId)
  }

  /** Until the signal is aborted. Never throws. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, store } = this.#deps
    const sending = new Set<Promise<void>>()
    while (!signal.aborted) {
      this.#wake = new AbortController()
      let waitMs = idlePollMs
      await attempt(this.#deps, 'send to webhooks', async () => {
        if (!(await store.hasWebhooks())) return
        waitMs = pollMs
        await store.relayEvents()
        for (const started of await this.#startDue(signal)) {
          sending.add(started)
          void started.finally(() => sending.delete(started))
        }
      })
      await clock.sleep(waitMs, AbortSignal.any([signal, this.#wake.signal]))
    }
    await Promise.all(sending)
  }

  /** One attempt, of which no record is kept. Throws rate_limited. */
  async sendTest(webhook: WebhookRecord, signal: AbortSignal): Promise<PostOutcome> {
    const { teamId } = webhook
    this.#admitTest(teamId)
    try {
      return await this.#room.run(teamId, () => this.#postTest(webhook, signal))
    } finally {
      const rest = (this.#tests.get(teamId) ?? 1) - 1
      if (rest === 0) this.#tests.delete(teamId)
      else this.#tests.set(teamId, rest)
    }
  }

  #admitTest(teamId: string): void {
    const count = this.#tests.get(teamId) ?? 0
    if (count >= testsMax)
      throw new ServiceError(
        'rate_limited',
        `A team has at most ${testsMax} test deliveries in progress; retry`,
        { retryAfterSeconds: 1 },
      )
    const { isAllowed, retryAfterSeconds } = this.#testRate.take(teamId, testsPerMinuteMax)
    if (!isAllowed)
      throw new ServiceError(
        'rate_limited',
        `A team has at most ${testsPerMinuteMax} test deliveries a minute`,
        {
          retryAfterSeconds,
        },
      )
    this.#tests.set(teamId, count + 1)
  }

  async #postTest(webhook: WebhookRecord, signal: AbortSignal): Promise<PostOutcome> {
    const { clock, post } = this.#deps
    const [eventId, nowMs] = [randomUUID(), clock.nowMs()]
    const event = { id: eventId, version: 'v2', type: 'webhook.test', timestamp: formatInstant(nowMs) }
    const body = JSON.stringify({ ...event, event_data: {}, sandbox_team_id: webhook.teamId })
    const secret = openWebhookSecret(this.#deps, webhook)
    const { webhookId, teamId, url } = webhook
    const signed = signDelivery({ webhookId, deliveryId: randomUUID(), eventId, secret, body, nowMs })
    return await post({ teamId, url, ...signed }, signal)
  }

  async #startDue(signal: AbortSignal): Promise<Promise<void>[]> {
    const { store, clock, leaseClock, operations } = this.#deps
    const lease = { senderId: operations.processId, nowMs: leaseClock.nowMs() }
    const due = await store.findDueWebhooks(clock.nowMs(), lease)
    return due
      .filter(({ webhookId }) => !this.#active.has(webhookId))
      .map(({ webhookId }) => {
        const stopped = new AbortController()
        this.#active.set(webhookId, stopped)
        const sending = attempt(this.#deps, 'send to a webhook', () =>
          this.#sendTo(webhookId, AbortSignal.any([signal, stopped.signal])),
        )
        return sending.finally(() => this.#active.delete(webhookId))
      })
  }

  /** Sends what is due to one webhook, while there is more. */
  async #sendTo(webhookId: string, signal: AbortSignal): Promise<void> {
    const { store, clock, operations } = this.#deps
    try {
      while (!signal.aborted) {
        const hold = new WebhookHold(this.#deps, webhookId)
        if (!(await hold.renew())) return
        const limit = this.#paces.get(webhookId) === 'failing' ? failingBatchMax : batchMax
        const due = await store.listDue(webhookId, clock.nowMs(), limit)
        if (due.length === 0) return
        if ((await this.#sendBatch(hold, due, signal)) === 0) return
      }
    } finally {
      await store.releaseWebhook(webhookId, operations.processId)
    }
  }

  /** Returns the number of results, which are recorded: the rest is still due. */
  async #sendBatch(hold: WebhookHold, due: readonly Delivery[], signal: AbortSignal): Promise<number> {
    const { store, clock } = this.#deps
    const results: DeliveryResult[] = []
    const waiting = [...due]
    const work = async (place: number) => {
      while (!signal.aborted && place < this.#widthOf(hold.webhookId) && (await hold.isHeld())) {
        const delivery = waiting.shift()
        if (delivery === undefined) return
        // The turn may have come late.
        const result = await this.#room.run(hold.webhook?.teamId ?? '', async () =>
          (await hold.isHeld()) ? await this.#sendOne(hold, delivery, signal) : undefined,
        )
        if (result !== undefined) results.push(result)
      }
    }
    const working = Array.from({ length: perWebhookMax }, (_, place) => work(place))
    // Also when one of them fails: whoever sends next must find neither an open request nor a result that nobody knows.
    await Promise.allSettled(working)
    await store.recordResults(hold.webhookId, results, clock.nowMs())
    await Promise.all(working)
    return results.length
  }

  #widthOf(webhookId: string): number {
    const pace = this.#paces.get(webhookId)
    if (pace === undefined) return perWebhookMax
    return pace === 'slow' ? slowMax : 1
  }

  async #sendOne(
    { webhook, secret }: WebhookHold,
    delivery: Delivery,
    signal: AbortSignal,
  ): Promise<DeliveryResult | undefined> {
    const { clock, post } = this.#deps
    const { deliveryId, event } = delivery
    if (webhook === undefined) return undefined
    if (event === undefined) return this.#giveUp(delivery)
    const startedAtMs = clock.nowMs()
    const { webhookId, teamId, url } = webhook
    const facts = { webhookId, deliveryId, eventId: event.eventId, secret, nowMs: startedAtMs }
    const signed = signDelivery({ ...facts, body: renderDelivery(event) })
    const outcome = await post({ teamId, url, ...signed }, signal)
    if (signal.aborted) return undefined
    return this.#judge(delivery, outcome, clock.nowMs() - startedAtMs)
  }

  /** Retention makes a delivery dead before it removes its event: this one was asked for again by hand at that moment. */
  #giveUp({ number, webhookId, deliveryId, attempts, nextAtMs, status }: Delivery): DeliveryResult {
    this.#logDead({ webhookId, deliveryId }, eventGone)
    return { number, state: 'dead', attempts, nextAtMs, status, error: eventGone }
  }

  #logDead({ webhookId, deliveryId }: Pick<Delivery, 'webhookId' | 'deliveryId'>, reason: string): void {
    this.#deps.log.warn(
      { event: 'webhook.delivery.dead', webhookID: webhookId, deliveryID: deliveryId, reason },
      'gave a delivery up',
    )
  }

  #judge(delivery: Delivery, outcome: PostOutcome, tookMs: number): DeliveryResult {
    const { clock, retries, random } = this.#deps
    const { number, webhookId } = delivery
    const attempts = delivery.attempts + 1
    const status = 'status' in outcome ? outcome.status : null
    if (status !== null && status >= 200 && status < 300) {
      if (tookMs >= slowMs) this.#paces.set(webhookId, 'slow')
      else this.#paces.delete(webhookId)
      return { number, state: 'delivered', attempts, nextAtMs: delivery.nextAtMs, status, error: null }
    }
    this.#paces.set(webhookId, 'failing')
    const error = 'error' in outcome ? outcome.error : `the receiver answered ${outcome.status}`
    const { sinceMs } = delivery
    const nextAtMs = nextAttemptAt(retries, { attempts, sinceMs, nowMs: clock.nowMs(), random: random() })
    if (nextAtMs === undefined) this.#logDead(delivery, error)
    const state = nextAtMs === undefined ? 'dead' : 'pending'
    return { number, state, attempts, nextAtMs: nextAtMs ?? delivery.nextAtMs, status, error }
  }
}

/** The lease of a webhook, and the webhook as it was when the lease was taken. */
class WebhookHold {
  readonly webhookId: string
  webhook: WebhookRecord | undefined
  secret = ''
  readonly #deps: SenderDeps
  #takenAtMs = 0
  #taking: Promise<boolean> | undefined

  constructor(deps: SenderDeps, webhookId: string) {
    this.#deps = deps
    this.webhookId = webhookId
  }

  /** Returns false when it is another process's, deleted or disabled. */
  async renew(): Promise<boolean> {
    const { store, leaseClock, operations } = this.#deps
    const nowMs = leaseClock.nowMs()
    const lease = { senderId: operations.processId, nowMs, untilMs: nowMs + leaseMs }
    this.webhook = await store.takeWebhook(this.webhookId, lease)
    this.#takenAtMs = nowMs
    if (this.webhook !== undefined) this.secret = openWebhookSecret(this.#deps, this.webhook)
    return this.webhook !== undefined
  }

  /** Whether one more attempt may begin. */
  async isHeld(): Promise<boolean> {
    const ageMs = this.#deps.leaseClock.nowMs() - this.#takenAtMs
    if (this.webhook === undefined || ageMs > leaseMs - attemptMsMax) return false
    if (ageMs < renewMs) return true
    this.#taking ??= this.renew().finally(() => {
      this.#taking = undefined
    })
    return await this.#taking
  }
}
