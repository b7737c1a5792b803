/** Lifecycle events of sandboxes, as clients list them and webhooks get them. */
import { formatInstant } from '../instant.ts'
import type { EndReason } from '../sandbox/state.ts'
import type { Transition } from '../sandbox/transition.ts'

export const lifecycleTypes = [
  'sandbox.lifecycle.created',
  'sandbox.lifecycle.killed',
  'sandbox.lifecycle.paused',
  'sandbox.lifecycle.resumed',
  'sandbox.lifecycle.updated',
  'sandbox.lifecycle.checkpointed',
] as const
export type LifecycleType = (typeof lifecycleTypes)[number]

/** The field names are those of the wire. */
export interface LifecycleData {
  readonly sandbox_metadata?: Readonly<Record<string, string>>
  readonly execution?: Execution
  readonly kill_reason?: string
  /** The instant of the new end. */
  readonly set_timeout?: string
  readonly network_egress?: unknown
}

export interface Execution {
  readonly started_at: string
  readonly vcpu_count: number
  readonly memory_mb: number
  /** Milliseconds. */
  readonly execution_time: number
}

export interface LifecycleEvent {
  readonly type: LifecycleType
  readonly atMs: number
  readonly teamId: string
  readonly sandboxId: string
  readonly templateId: string
  readonly buildId: string
  /** The same for all events of one run: from a create or resume to the next pause or end. */
  readonly executionId: string
  readonly data: LifecycleData
}

/**
 * Undefined for transitions between which nothing has happened that a client could see. A sandbox that ends before its
 * create has succeeded was never announced.
 */
export function lifecycleTypeOf({ from, to, event }: Transition): LifecycleType | undefined {
  if (event === 'created') return 'sandbox.lifecycle.created'
  if (to === 'ended') return from === 'creating' ? undefined : 'sandbox.lifecycle.killed'
  if (to === 'paused') return 'sandbox.lifecycle.paused'
  return from === 'paused' && to === 'running' ? 'sandbox.lifecycle.resumed' : undefined
}

export function killReasonOf(reason: EndReason): string {
  if (reason === 'killed') return 'request'
  return reason === 'expired' ? 'timeout' : reason
}

export interface DeliveredEvent extends LifecycleEvent {
  readonly eventId: string
}

/** The body that a webhook gets. The same event always has the same bytes. */
export function renderDelivery(event: DeliveredEvent): string {
  return JSON.stringify({
    id: event.eventId,
    version: 'v2',
    type: event.type,
    timestamp: formatInstant(event.atMs),
    event_data: event.data,
    sandbox_id: event.sandboxId,
    sandbox_team_id: event.teamId,
    sandbox_template_id: event.templateId,
    sandbox_build_id: event.buildId,
    sandbox_execution_id: event.executionId,
  })
}
