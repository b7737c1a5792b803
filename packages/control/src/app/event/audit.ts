/** The audit log: writing, listing and pruning of events. */
import { type ErrorCode, ServiceError } from '@cay/core/errors.ts'
import { describeProblem } from '@cay/core/event/verify-ledger.ts'
import { cutPage, decodeToken, type Page } from '@cay/core/page.ts'
import { sandboxNotFound } from '@cay/core/sandbox/state.ts'
import type { AuditSubject } from '../../dialect/audited-call.ts'
import type { AuditEvent, EventOutcome } from '../../ports/event.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { observerOf } from '../node/node-of.ts'

/** Maximum number of events kept per team, and for the installation. */
const eventsPerTeamMax = 100_000
/** Retention of lifecycle events and of deliveries, as in the hosted product. */
const sandboxEventDays = 7
const dayMs = 24 * 3_600_000

/** The caller: an API key of a team, or the holder of the admin token. */
export type AuditActor =
  | {
      readonly kind: 'key'
      readonly teamId: string
      /** Null for a token of a volume that does not say whose it is: one of an earlier version. */
      readonly keyId: string | null
    }
  | { readonly kind: 'admin' }

export interface CallRecord {
  readonly kind: string
  readonly actor: AuditActor
  readonly about: readonly AuditSubject[]
  readonly status: number
  /** Present when the request was rejected or failed. */
  readonly code?: ErrorCode | undefined
}

/** A failed write of the event is logged and does not fail the request, whose effect cannot be undone. */
export async function recordCall(
  { store, clock, log }: Pick<Deps, 'store' | 'clock' | 'log'>,
  call: CallRecord,
): Promise<void> {
  const { kind, actor, about, status, code } = call
  const atMs = clock.nowMs()
  try {
    await store.appendEvents(
      about.map((each) => ({
        atMs,
        kind,
        status,
        ...each,
        actor: actor.kind,
        teamId: actor.kind === 'key' ? actor.teamId : null,
        keyId: actor.kind === 'key' ? actor.keyId : null,
        outcome: outcomeOf(status),
        reason: code ?? null,
      })),
    )
  } catch (error) {
    log.error({ event: 'audit.write.failed', err: error, kind, status }, 'failed to write an audit event')
  }
}

function outcomeOf(status: number): EventOutcome {
  if (status < 400) return 'done'
  return status < 500 ? 'refused' : 'failed'
}

export interface EventRequest {
  readonly sandboxId?: string | undefined
  readonly kind?: string | undefined
  readonly nextToken?: string | undefined
  readonly limit: number
}

/** Newest first; an undefined team selects all teams. Throws request_invalid for an invalid page token. */
export async function listEvents(
  { store }: Pick<Deps, 'store'>,
  team: Pick<Team, 'teamId'> | undefined,
  { sandboxId, kind, nextToken, limit }: EventRequest,
): Promise<Page<AuditEvent>> {
  const before = nextToken === undefined ? undefined : numberOf(nextToken)
  const found = await store.listEvents({ teamId: team?.teamId, sandboxId, kind, before, limit: limit + 1 })
  return cutPage(found, limit, ({ atMs, number }) => ({ atMs, id: String(number) }))
}

function numberOf(token: string): number {
  const number = Number(decodeToken(token).id)
  if (Number.isSafeInteger(number)) return number
  throw new ServiceError('request_invalid', 'Invalid next token: it is of another list')
}

/**
 * Connections that the egress gateway denied to a sandbox, newest first. Throws sandbox_not_found, also for another
 * team's sandbox.
 */
export async function listRefusedFlows(
  deps: Pick<Deps, 'store' | 'nodeRegistry'>,
  { team, sandboxId }: { team: Team; sandboxId: string },
  { nextToken, limit }: Pick<EventRequest, 'nextToken' | 'limit'>,
): Promise<Page<AuditEvent>> {
  const sandbox = await deps.store.findSandbox(sandboxId)
  if (sandbox === undefined || sandbox.teamId !== team.teamId) throw sandboxNotFound(sandboxId)
  const { entries, nextCursor } = await observerOf(deps, sandbox).readLogs(sandboxId, {
    direction: 'backward',
    // All denials are warnings, and most log entries are not.
    level: 'warn',
    limit,
    ...(nextToken === undefined ? {} : { cursor: nextToken }),
  })
  const items = entries
    .filter(({ fields }) => fields.logger === 'egress')
    .map(
      ({ number, atMs, message }): AuditEvent => ({
        number,
        atMs,
        teamId: team.teamId,
        kind: 'networkRefused',
        actor: 'system',
        keyId: null,
        keyName: null,
        sandboxId,
        subject: null,
        outcome: 'refused',
        status: null,
        reason: message,
      }),
    )
  return { items, ...(nextCursor === undefined ? {} : { nextToken: nextCursor }) }
}

/** Called periodically to keep the outbox short. Listing does not depend on it, because it relays the outbox first. */
export async function relayEvents({ store }: Pick<Deps, 'store'>): Promise<void> {
  await store.relayEvents()
}

/** Called periodically. */
export async function pruneOldEvents({
  store,
  clock,
  eventDays,
  ledgerKey,
  log,
}: Pick<Deps, 'store' | 'clock' | 'eventDays' | 'ledgerKey' | 'log'>): Promise<void> {
  const nowMs = clock.nowMs()
  const retention = { beforeMs: nowMs - eventDays * dayMs, perTeamMax: eventsPerTeamMax, nowMs }
  const { broken } = await store.pruneEvents(retention, ledgerKey)
  for (const { teamId, problem } of broken)
    log.error(
      { event: 'ledger.broken', teamID: teamId, problem: describeProblem(problem) },
      'removed no old events of a ledger that is not intact',
    )
  const keptSinceMs = nowMs - sandboxEventDays * dayMs
  const count = await store.expireDeliveries(keptSinceMs, nowMs)
  if (count > 0)
    log.warn(
      { event: 'webhook.delivery.expired', count },
      'gave up deliveries whose events are no longer kept',
    )
  await store.pruneDeliveries(keptSinceMs)
  await store.pruneSandboxEvents(keptSinceMs)
}

/** Called periodically: an event that is in no signed head could still be altered without a trace. */
export async function signLedgers({
  store,
  clock,
  ledgerKey,
}: Pick<Deps, 'store' | 'clock' | 'ledgerKey'>): Promise<void> {
  await store.relayEvents()
  await store.signLedgers(ledgerKey.sign, clock.nowMs())
}
