/**
 * Every change of a recorded sandbox. Its state changes by a transition only: the table says where an event leads, and the
 * state, the generation and the event are written in one transaction. All are for whoever holds the sandbox's queue.
 */
import type { EndReason, Event } from '@cay/core/sandbox/state.ts'
import { endEventOf, transitionOf } from '@cay/core/sandbox/transition.ts'
import type { SandboxChange, SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'

export type ChangeDeps = Pick<Deps, 'store' | 'clock' | 'writers' | 'log'>

export interface SandboxCause {
  readonly sandboxId: string
  readonly event: Event
  /** The key that requested it; absent: no key did. */
  readonly keyId?: string | undefined
}

type Change = Omit<SandboxChange, 'changedAtMs'>

/**
 * Takes a sandbox to the state where the event leads, and writes what changes with it. Where the event leads to no other
 * state nothing is written. Returns the record as it is then; undefined when there is none any more.
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
  /** The key that requested it; absent: no key did. */
  readonly keyId?: string | undefined
}

/** Every end of a sandbox is recorded here, with the reason that was known first. */
export async function recordEnd(
  deps: ChangeDeps,
  sandboxId: string,
  { reason, endedAtMs, keyId }: End,
): Promise<void> {
  const cause = { sandboxId, event: endEventOf(reason), keyId }
  await applyEvent(deps, cause, { endReason: reason, endedAtMs })
}

/** Writes what changes while the state stays; nothing of a sandbox that has ended. */
export function amendSandbox(
  { store, clock }: Pick<ChangeDeps, 'store' | 'clock'>,
  sandboxId: string,
  change: Change,
): Promise<SandboxRecord | undefined> {
  return store.changeSandbox(sandboxId, ({ state }) =>
    state === 'ended' ? undefined : { change: { ...change, changedAtMs: clock.nowMs() } },
  )
}
