/**
 * What a sandbox's phase means to traffic: to what is being carried into it, and to a request that comes.
 *
 *   running ──► capturing ──► running            at the same address, within a moment
 *   running ──► pausing ──► paused ──► resuming ──► running
 */

import type { Destination } from './destination.ts'
import type { Interruption } from './interruption.ts'
import type { SandboxRefusal } from './refusals.ts'

export type Phase = 'running' | 'capturing' | 'pausing' | 'paused' | 'resuming'

/** A sandbox that has not ended, as the orchestrator tells of it. */
export interface Route {
  readonly phase: Phase
  /** Where it is dialled; empty while it is nowhere. */
  readonly address: string
  /** It stands still because nobody uses it, and must be woken before it is dialled. */
  readonly isFrozen: boolean
  /** Once it is paused, traffic brings it back. */
  readonly resumesOnTraffic: boolean
  /** What requests to its ports must show, the daemon's apart; empty when anybody may come. */
  readonly trafficToken: string
  /** The Host that servers are told, with `${PORT}` in place of the port; empty for what the client says. */
  readonly hostMask: string
  /** Ports whose servers speak TLS. */
  readonly tlsPorts: readonly number[]
  /** The orchestrator ends it then; absent where it is paused instead. */
  readonly endsAtMs?: number
}

/** Control calls it gone from that instant on, so it takes no new request, though the orchestrator may be about to end it. */
export function isExpired({ phase, endsAtMs }: Route, nowMs: number): boolean {
  return phase === 'running' && endsAtMs !== undefined && endsAtMs <= nowMs
}

/**
 * `hold`: the connection into the sandbox is reset, and what can go on does so when the sandbox runs. `paused`, `ended`:
 * the connection is reset too, and its request is interrupted.
 */
export type ConnectionImpact = 'keep' | 'hold' | Interruption

const impacts: Record<Phase, ConnectionImpact> = {
  running: 'keep',
  capturing: 'hold',
  pausing: 'paused',
  paused: 'paused',
  resuming: 'paused',
}

/** Of a connection that was made at an address; without a route the sandbox is gone. */
export function impactOn(address: string, now: Route | undefined): ConnectionImpact {
  if (now === undefined) return 'ended'
  // It has been paused and resumed, and the news of that were lost.
  const isElsewhere = now.phase === 'running' && now.address !== address
  return isElsewhere ? 'paused' : impacts[now.phase]
}

export type RoutingDecision =
  | { readonly kind: 'connect'; readonly route: Route }
  /** Until the next news of the sandbox. */
  | { readonly kind: 'wait' }
  /** The orchestrator is to be asked to resume it. */
  | { readonly kind: 'resume' }
  | { readonly kind: 'refused'; readonly refusal: SandboxRefusal }

const actions: Record<Phase, { readonly action: 'connect' | 'wait' | 'resume'; readonly isPaused: boolean }> =
  {
    running: { action: 'connect', isPaused: false },
    capturing: { action: 'wait', isPaused: false },
    resuming: { action: 'wait', isPaused: false },
    pausing: { action: 'wait', isPaused: true },
    paused: { action: 'resume', isPaused: true },
  }

export interface InboundRequest {
  readonly destination: Destination
  /** `undefined` when the request shows none. */
  readonly trafficToken: string | undefined
  readonly daemonPort: number
  readonly nowMs: number
}

export function decideRouting(route: Route | undefined, request: InboundRequest): RoutingDecision {
  const { sandboxId } = request.destination
  if (route === undefined || isExpired(route, request.nowMs)) return refused({ kind: 'not_found', sandboxId })
  const { action, isPaused } = actions[route.phase]
  if (isPaused && !route.resumesOnTraffic) return refused({ kind: 'not_found', sandboxId })
  const token = checkToken(route, request)
  if (token !== 'right') {
    if (isPaused) return refused({ kind: 'resume_denied', sandboxId })
    return refused({
      kind: token === 'missing' ? 'traffic_token_missing' : 'traffic_token_wrong',
      sandboxId,
    })
  }
  return action === 'connect' ? { kind: 'connect', route } : { kind: action }
}

function refused(refusal: SandboxRefusal): RoutingDecision {
  return { kind: 'refused', refusal }
}

/** The daemon has a token of its own. */
function checkToken(
  { trafficToken: expected }: Route,
  request: InboundRequest,
): 'right' | 'missing' | 'wrong' {
  if (expected === '' || request.destination.port === request.daemonPort) return 'right'
  const { trafficToken: presented } = request
  if (presented === undefined || presented === '') return 'missing'
  return isSame(expected, presented) ? 'right' : 'wrong'
}

/** Takes as long wherever the two differ. */
function isSame(expected: string, presented: string): boolean {
  let difference = expected.length ^ presented.length
  for (let i = 0; i < expected.length; i++) difference |= expected.charCodeAt(i) ^ presented.charCodeAt(i)
  return difference === 0
}
