/**
 * All changes of recorded sandboxes. The state changes only by a transition: the state table decides the next state,
 * and state, generation and event are written in one transaction. Every function here requires that the caller holds
 * the sandbox's queue.
 */
import type { EndReason, Event } from '@cay/core/sandbox/state.ts'
import { endEventOf, transitionOf } from '@cay/core/sandbox/transition.ts'
import type { SandboxChange, SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'

export type ChangeDeps = Pick<Deps, 'store' | 'clock' | 'writers' | 'log'>

export interface SandboxCause {
  readonly sandboxId: string
  readonly event: Event
  /** The API key that made the request; absent for requests without a key. */
  readonly keyId?: string | undefined
}

type Change = Omit<SandboxChange, 'changedAtMs'>

/**
 * Applies an event: moves the sandbox to the next state and writes the changes that belong to it. Writes nothing when
 * the event does not change the state. Returns the updated record; undefined when it no longer exists.
 */
export async function applyEvent(
  { store, clock, writers, log }: ChangeDeps,
  { sandboxId, event, keyId = undefined }: SandboxCause,
  change: Change = {},
): Promise<SandboxRecord | undefined> {
  let isChanged = false
  const sandbox = await store.changeSandbox(sandboxId, ({ state }) => {
    const transition = transitionOf(state, event)
    isChanged = transition !== undefined
    if (transition === undefined) return undefined
    return {
      change: { ...change, changedAtMs: clock.nowMs() },
      transition: { event, to: transition.to, keyId: keyId ?? null },
    }
  })
  if (!isChanged || sandbox === undefined) return sandbox
  const { state, generation, endReason } = sandbox
  const why = endReason === null ? {} : { reason: endReason }
  log.info(
    { event: 'sandbox.state.changed', sandboxID: sandboxId, cause: event, state, generation, ...why },
    'sandbox changed its state',
  )
  writers.announce(sandboxId)
  return sandbox
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
): Promise<void> {
  const cause = { sandboxId, event: endEventOf(reason), keyId }
  await applyEvent(deps, cause, { endReason: reason, endedAtMs })
}

/** Writes changes that leave the state as it is. An ended sandbox is not changed. */
export function amendSandbox(
  { store, clock }: Pick<ChangeDeps, 'store' | 'clock'>,
  sandboxId: string,
  change: Change,
): Promise<SandboxRecord | undefined> {
  return store.changeSandbox(sandboxId, ({ state }) =>
    state === 'ended' ? undefined : { change: { ...change, changedAtMs: clock.nowMs() } },
  )
}
