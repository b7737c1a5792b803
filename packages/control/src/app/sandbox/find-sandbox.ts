import { isOver } from '@cay/core/sandbox/lifetime.ts'
import { decide, type Event, type Outcome, sandboxNotFound } from '@cay/core/sandbox/state.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { trafficTokenOf } from './ingress.ts'
import type { Change } from './sandbox-writers.ts'

export type DecideDeps = Pick<Deps, 'store' | 'clock'>
export type WaitDeps = DecideDeps & Pick<Deps, 'writers' | 'operations'>
export type ViewDeps = Pick<Deps, 'accessTokenOf' | 'domain'>

/** The sandbox and the team that requests it. */
export interface SandboxTarget {
  readonly team: Team
  readonly sandboxId: string
  /** The API key that makes the request; absent for requests without a key. */
  readonly keyId?: string
}

/** A sandbox as its team sees it. */
export interface SandboxView {
  readonly sandbox: SandboxRecord
  /** Absent when the sandbox is not secured. */
  readonly accessToken?: string
  /** Absent when the sandbox's ports are public. */
  readonly trafficToken?: string
  /** Null when the sandbox is not reachable now, or when the client uses its own setting. */
  readonly domain: string | null
}

export interface Decided {
  readonly sandbox: SandboxRecord
  readonly outcome: Exclude<Outcome, { kind: 'refuse' }>
}

/**
 * Loads the sandbox and decides the event by the state table. Throws sandbox_not_found, also for another team's
 * sandbox, and the errors of the table.
 */
export async function loadAndDecide(
  deps: DecideDeps,
  { team, sandboxId }: SandboxTarget,
  event: Event,
): Promise<Decided> {
  const sandbox = await deps.store.findSandbox(sandboxId)
  if (sandbox === undefined || sandbox.teamId !== team.teamId) throw sandboxNotFound(sandboxId)
  if (isOver(sandbox, deps.clock.nowMs())) throw sandboxNotFound(sandboxId)
  return { sandbox, outcome: decide(sandbox.state, event, sandboxId) }
}

/** What to run after the sandbox's queue is released; `later` decides again at the next change of the record. */
export type Continuation<T> = (() => Promise<T>) | 'later'

/**
 * Decides by the state table, and again after each change for as long as the decision is to wait. `act` runs while the
 * sandbox's queue is held; the continuation that it returns runs without it. Throws the signal's reason when the signal
 * is aborted.
 */
export async function decideWhenIdle<T>(
  deps: WaitDeps,
  { target, event, signal }: { target: SandboxTarget; event: Event; signal: AbortSignal },
  act: (decided: Decided) => Promise<Continuation<T>>,
): Promise<T> {
  const { writers } = deps
  const { sandboxId } = target
  for (let turn = 0; ; turn++) {
    const { answer, change } = await writers.run(sandboxId, async () => {
      const decided = await loadAndDecide(deps, target, event)
      const answer = decided.outcome.kind === 'wait' ? 'later' : await act(decided)
      return { answer, change: answer === 'later' ? writers.changed(sandboxId) : undefined }
    })
    if (answer !== 'later') return await answer()
    if (change !== undefined) await untilChanged(deps, change, { turn, signal })
  }
}

/** Waits as `Operations.untilChanged` does. Throws the signal's reason when the signal is aborted first. */
export async function untilChanged(
  { operations }: Pick<WaitDeps, 'operations'>,
  { announced, forget }: Change,
  { turn, signal }: { readonly turn: number; readonly signal: AbortSignal },
): Promise<void> {
  try {
    await untilAborted(signal, operations.untilChanged(announced, turn))
  } finally {
    forget()
  }
}

/** Throws the signal's reason when the signal is aborted first. */
export async function untilAborted<T>(signal: AbortSignal, awaited: T): Promise<Awaited<T>> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([awaited, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

export function viewSandbox(deps: ViewDeps, sandbox: SandboxRecord): SandboxView {
  const { accessTokenOf, domain } = deps
  const trafficToken = trafficTokenOf(deps, sandbox)
  const isReachable = sandbox.state !== 'paused' && sandbox.state !== 'pausing'
  return {
    sandbox,
    domain: isReachable ? domain : null,
    ...(sandbox.isSecured ? { accessToken: accessTokenOf(sandbox.sandboxId) } : {}),
    ...(trafficToken === undefined ? {} : { trafficToken }),
  }
}
