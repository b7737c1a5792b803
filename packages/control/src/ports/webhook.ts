/** Webhooks of teams, and what is delivered to them. */
import type { DeliveredEvent, LifecycleType } from '@cay/core/event/lifecycle.ts'

export interface WebhookRecord {
  readonly webhookId: string
  readonly teamId: string
  readonly name: string
  readonly url: string
  readonly isEnabled: boolean
  readonly events: readonly LifecycleType[]
  readonly sealedSecret: string
  readonly secretMask: string
  readonly createdAtMs: number
}

export type WebhookChange = Partial<
  Pick<WebhookRecord, 'name' | 'url' | 'isEnabled' | 'events' | 'sealedSecret' | 'secretMask'>
>

/** `dead`: all attempts have failed. */
export const deliveryStates = ['pending', 'delivered', 'dead'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a delivery is dead whose event went before it could be sent. */
export const eventGone = 'its event is no longer kept'

export interface Delivery {
  readonly number: number
  readonly deliveryId: string
  readonly webhookId: string
  readonly sandboxId: string
  readonly state: DeliveryState
  /** Attempts that have ended. */
  readonly attempts: number
  /** When the next attempt is due. */
  readonly nextAtMs: number
  readonly createdAtMs: number
  /** When its event happened, or it was asked for again by hand: the day of its attempts begins then. */
  readonly sinceMs: number
  readonly changedAtMs: number
  /** HTTP status of the last response. */
  readonly status: number | null
  /** Why the last attempt failed. */
  readonly error: string | null
  /** Undefined: it is no longer kept. */
  readonly event: DeliveredEvent | undefined
}

export interface DeliveryResult {
  readonly number: number
  readonly state: DeliveryState
  readonly attempts: number
  /** Of a pending one; any other has no next attempt. */
  readonly nextAtMs: number
  readonly status: number | null
  readonly error: string | null
}

export interface DeliveryQuery {
  readonly webhookId: string
  readonly state?: DeliveryState | undefined
  /** Number of the last delivery on the previous page. */
  readonly before?: number | undefined
  readonly limit: number
}

/** A control process delivers to a webhook alone until this lease ends. */
export interface SenderLease {
  readonly senderId: string
  readonly nowMs: number
  readonly untilMs: number
}

export interface WebhookStore {
  /** Events that were not relayed yet, and deliveries that are pending. */
  countWaiting(): Promise<{ readonly events: number; readonly deliveries: number }>
  /** Returns false when the team has `countMax` webhooks. */
  insertWebhook(webhook: WebhookRecord, countMax: number): Promise<boolean>
  findWebhook(teamId: string, webhookId: string): Promise<WebhookRecord | undefined>
  /** Oldest first. */
  listWebhooks(teamId: string): Promise<WebhookRecord[]>
  /**
   * Undefined when it does not exist. Where its deliveries go or how they are signed is changed, or it is enabled: what is
   * pending is due at once.
   */
  updateWebhook(
    teamId: string,
    webhookId: string,
    change: WebhookChange,
    nowMs: number,
  ): Promise<WebhookRecord | undefined>
  /** With its deliveries. Returns false when it does not exist. */
  removeWebhook(teamId: string, webhookId: string): Promise<boolean>
  hasWebhooks(): Promise<boolean>
  /** Enabled webhooks with a delivery that is due and without another sender. `dueAtMs` is of the common clock. */
  findDueWebhooks(dueAtMs: number, lease: Omit<SenderLease, 'untilMs'>): Promise<WebhookRecord[]>
  /** Undefined when another process has it, or it does not exist or is disabled. */
  takeWebhook(webhookId: string, lease: SenderLease): Promise<WebhookRecord | undefined>
  releaseWebhook(webhookId: string, senderId: string): Promise<void>
  /** Deliveries that are due: of each sandbox the first that is pending, and no other one. */
  listDue(webhookId: string, dueAtMs: number, limit: number): Promise<Delivery[]>
  /**
   * Writes how attempts ended. Later deliveries of a sandbox whose delivery is tried again are not due before it is. A
   * delivery that was removed meanwhile stays so.
   */
  recordResults(webhookId: string, results: readonly DeliveryResult[], nowMs: number): Promise<void>
  /** Newest first. */
  listDeliveries(query: DeliveryQuery): Promise<Delivery[]>
  /** Makes a delivery due at once, with all its attempts. Undefined when it or its event is not kept. */
  redeliver(webhookId: string, deliveryId: string, nowMs: number): Promise<Delivery | undefined>
  /** Makes pending ones of older events dead; returns their number. */
  expireDeliveries(beforeMs: number, nowMs: number): Promise<number>
  /** Deletes delivered and dead ones that ended before; returns their number. */
  pruneDeliveries(beforeMs: number): Promise<number>
}

export interface PostRequest {
  /** Whose lookups and connections count. */
  readonly teamId: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type PostOutcome =
  | { readonly status: number }
  /** The request was not made, or there was no response. */
  | { readonly error: string }

/** Sends a request to an address that may be connected to, within a bounded time. Never throws. */
export type PostWebhook = (request: PostRequest, signal: AbortSignal) => Promise<PostOutcome>

/** What requests want of the sender of this process. */
export interface EventSender {
  /** Looks for due deliveries without waiting for the next turn. */
  poke(): void
  /** Ends what is being sent to the webhook. */
  stop(webhookId: string): void
  /** One attempt, of which no record is kept. */
  sendTest(webhook: WebhookRecord, signal: AbortSignal): Promise<PostOutcome>
}
