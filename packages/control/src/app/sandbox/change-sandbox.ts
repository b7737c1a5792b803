/**
 * All changes of recorded sandboxes. The state changes only by a transition: the state table decides the next state,
 * and state, generation and event are written in one transaction. Every function here requires that the caller holds
 * the sandbox's queue.
 */
import { isServiceError } from '@cay/core/errors.ts'
import { isSameOperation, type Operation, type OperationVerb } from '@cay/core/sandbox/operation.ts'
import type { EndReason, Event } from '@cay/core/sandbox/state.ts'
import { endEventOf, transitionOf } from '@cay/core/sandbox/transition.ts'
import type { SandboxChange, SandboxDecision, SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { claimOf } from '../node/claim-node.ts'

export type ChangeDeps = Pick<
  Deps,
  'store' | 'clock' | 'leaseClock' | 'writers' | 'log' | 'operations' | 'nodeRegistry'
>

export interface SandboxCause {
  readonly sandboxId: string
  readonly event: Event
  /** The API key that made the request; absent for requests without a key. */
  readonly keyId?: string | undefined
}

/** `notice`: a lifecycle event that no transition tells. */
type Change = Omit<SandboxChange, 'changedAtMs'> & Pick<SandboxDecision, 'notice'>

/** Decides on the locked record whether the change still applies; another process may have changed it. */
export type Guard = (locked: SandboxRecord) => boolean

const always: Guard = () => true

/**
 * Applies an event: moves the sandbox to the next state and writes the changes that belong to it. The operation in
 * progress is over with it, unless the change says otherwise. Writes nothing when the event does not change the state.
 * Returns the updated record; undefined when it no longer exists.
 */
export async function applyEvent(
  deps: ChangeDeps,
  cause: SandboxCause,
  { notice, ...change }: Change = {},
  guard: Guard = always,
): Promise<SandboxRecord | undefined> {
  const { store, clock, nodeRegistry } = deps
  let isChanged = false
  const sandbox = await store.changeSandbox(cause.sandboxId, (locked) => {
    const transition = guard(locked) ? transitionOf(locked.state, cause.event) : undefined
    isChanged = transition !== undefined
    if (transition === undefined) return undefined
    const { event, keyId } = cause
    return {
      change: { operation: operationAfter(locked, event), ...change, changedAtMs: clock.nowMs() },
      transition: { event, to: transition.to, keyId: keyId ?? null },
      notice,
      // The node has placed it by itself, for traffic. In a cluster it did so under the epoch of the consent.
      ...(event === 'resumed' && locked.operation?.verb !== 'resume' && !nodeRegistry.isCluster
        ? { isPlacement: true }
        : {}),
    }
  })
  if (isChanged && sandbox !== undefined) announce(deps, sandbox, cause.event)
  return sandbox
}

/** Traffic may resume the sandbox as soon as the node has paused it, before control hears of the pause. */
function operationAfter({ operation }: SandboxRecord, event: Event): Operation | null {
  return event === 'paused' && operation?.verb === 'traffic' ? operation : null
}

export interface Begin {
  readonly verb: OperationVerb
  /** The record that the operation was decided on. */
  readonly decided: SandboxRecord
  /** Moves the sandbox to the state of the operation, if it has one. */
  readonly event?: Event
  readonly keyId?: string | undefined
  readonly change?: Omit<SandboxChange, 'changedAtMs'>
  /** The sandbox is placed on a node: within the quotas of its team, and under a new epoch. */
  readonly isPlacement?: boolean
  /** The node that it is placed on, if that is another one. */
  readonly nodeId?: string
}

/**
 * Records that this process begins a long operation, in the transaction that moves the sandbox to its state. Returns
 * the record, which is the fence of the result; undefined when the sandbox has changed since the decision or another
 * process works on it: then decide again. Throws quota_exceeded.
 */
export async function beginOperation(
  deps: ChangeDeps,
  { verb, decided, event, keyId, change = {}, isPlacement = false, nodeId }: Begin,
): Promise<SandboxRecord | undefined> {
  const { store, clock, operations } = deps
  let isBegun = false
  const operation = operations.begin(verb)
  const claim = nodeId === undefined ? undefined : claimOf(deps, nodeId, decided)
  const decide = (locked: SandboxRecord) => {
    const transition = event === undefined ? undefined : transitionOf(locked.state, event)
    isBegun = operations.mayBegin(verb, decided, locked) && (event === undefined || transition !== undefined)
    if (!isBegun) return undefined
    return {
      change: {
        ...change,
        ...(nodeId === undefined ? {} : { nodeId }),
        operation,
        changedAtMs: clock.nowMs(),
      },
      ...(event === undefined || transition === undefined
        ? {}
        : { transition: { event, to: transition.to, keyId: keyId ?? null } }),
      ...(isPlacement ? { isPlacement, needsAdmission: true } : {}),
    }
  }
  const { sandboxId } = decided
  const sandbox = await store.changeSandbox(sandboxId, decide, claim).catch((error: unknown) => {
    if (isServiceError(error, 'database_unavailable')) withdrawLater(deps, { sandboxId, operation })
    throw error
  })
  if (!isBegun || sandbox === undefined) return undefined
  if (event !== undefined) announce(deps, sandbox, event)
  return sandbox
}

/**
 * For an operation that may be recorded though nobody does it, as the answer to a commit was lost: it would keep all others off
 * until its lease has expired.
 */
export function withdrawLater(
  { store, writers, log }: ChangeDeps,
  { sandboxId, operation }: Pick<SandboxRecord, 'sandboxId' | 'operation'>,
): void {
  const withdraw = () =>
    writers.run(sandboxId, () =>
      store.changeSandbox(sandboxId, (locked) =>
        !writers.isBusy(sandboxId) && isSameOperation(locked.operation, operation)
          ? { change: { operation: null, changedAtMs: locked.changedAtMs } }
          : undefined,
      ),
    )
  writers.persist(withdraw).catch((error: unknown) => {
    log.debug(
      { event: 'operation.withdraw.failed', sandboxID: sandboxId, err: error },
      'failed to withdraw an operation; its lease expires',
    )
  })
}

/**
 * Places a sandbox on another node within the operation that has begun, under a new epoch. Returns the record that the
 * operation goes on with; undefined when another process has taken the sandbox over. Throws no_capacity.
 */
export async function placeAgain(
  { store, clock, operations, ...deps }: ChangeDeps,
  begun: SandboxRecord,
  nodeId: string,
): Promise<SandboxRecord | undefined> {
  let isPlaced = false
  const decide = (locked: SandboxRecord) => {
    isPlaced = operations.isOurs(begun, locked)
    return isPlaced ? { change: { nodeId, changedAtMs: clock.nowMs() }, isPlacement: true } : undefined
  }
  const sandbox = await store.changeSandbox(begun.sandboxId, decide, claimOf(deps, nodeId, begun))
  return isPlaced ? sandbox : undefined
}

/**
 * For an operation that a node may have done, or may yet do: the sandbox stays where it is, and others may go on with it
 * there, until the node has been asked.
 */
export async function leaveUndecided(
  { store, operations, leaseClock }: ChangeDeps,
  begun: SandboxRecord,
): Promise<void> {
  await store.changeSandbox(begun.sandboxId, (locked) =>
    operations.isOurs(begun, locked) && locked.operation !== null
      ? {
          change: {
            operation: { ...locked.operation, untilMs: leaseClock.nowMs() },
            changedAtMs: locked.changedAtMs,
          },
        }
      : undefined,
  )
}

/** For an operation whose outcome the node has still to report: leaves the sandbox to the reconciler. */
export async function endOperation(
  { store, operations }: ChangeDeps,
  begun: SandboxRecord,
  change: Pick<SandboxChange, 'nodeId'> = {},
): Promise<void> {
  await store.changeSandbox(begun.sandboxId, (locked) =>
    operations.isOurs(begun, locked)
      ? { change: { ...change, operation: null, changedAtMs: locked.changedAtMs } }
      : undefined,
  )
}

function announce({ log, writers }: ChangeDeps, sandbox: SandboxRecord, cause: Event): void {
  const { sandboxId, state, generation, endReason } = sandbox
  const why = endReason === null ? {} : { reason: endReason }
  log.info(
    { event: 'sandbox.state.changed', sandboxID: sandboxId, cause, state, generation, ...why },
    'sandbox changed its state',
  )
  writers.announce(sandboxId)
}

export interface End {
  readonly reason: EndReason
  readonly endedAtMs: number
  /** The API key that made the request; absent for requests without a key. */
  readonly keyId?: string | undefined
}

/** The only place that records the end of a sandbox; the first known reason is kept. */
export async function recordEnd(
  deps: ChangeDeps,
  sandboxId: string,
  { reason, endedAtMs, keyId }: End,
  guard: Guard = always,
): Promise<void> {
  const cause = { sandboxId, event: endEventOf(reason), keyId }
  await applyEvent(deps, cause, { endReason: reason, endedAtMs }, guard)
}

/** Writes changes that leave the state as it is. An ended sandbox is not changed. */
export function amendSandbox(
  { store, clock }: Pick<ChangeDeps, 'store' | 'clock'>,
  sandboxId: string,
  { notice, ...change }: Change,
  guard: Guard = always,
): Promise<SandboxRecord | undefined> {
  return store.changeSandbox(sandboxId, (locked) =>
    locked.state !== 'ended' && guard(locked)
      ? { change: { ...change, changedAtMs: clock.nowMs() }, notice }
      : undefined,
  )
}
