/**
 * The effect of a sandbox's phase on connections and new requests:
 *
 *   running ──► capturing ──► running            at the same address, within a moment
 *   running ──► pausing ──► paused ──► resuming ──► running
 */

import type { Destination } from './destination.ts'
import type { Interruption } from './interruption.ts'
import type { SandboxRefusal } from './refusals.ts'

export type Phase = 'running' | 'capturing' | 'pausing' | 'paused' | 'resuming'

/** A sandbox that has not ended, as reported by the orchestrator. */
export interface Route {
  readonly phase: Phase
  /** Empty while the sandbox has no network address. */
  readonly address: string
  /** The sandbox is frozen because it is idle, and must be woken before it is connected to. */
  readonly isFrozen: boolean
  /** Traffic resumes the sandbox when it is paused. */
  readonly resumesOnTraffic: boolean
  /** Required of requests to all ports but envd's; empty for a public sandbox. */
  readonly trafficToken: string
  /** The Host that servers get, with `${PORT}` for the port; empty for the client's own. */
  readonly hostMask: string
  /** Ports whose servers speak TLS. */
  readonly tlsPorts: readonly number[]
  /** When the orchestrator ends the sandbox; absent where it pauses it instead. */
  readonly endsAtMs?: number
  /** Of its placement on this node, in a cluster. */
  readonly epoch?: bigint
  /** Absent: the node was not told. */
  readonly teamId?: string
}

/**
 * From this instant on control reports the sandbox as gone, so it gets no new request, although the orchestrator may
 * not have ended it yet.
 */
export function isExpired({ phase, endsAtMs }: Route, nowMs: number): boolean {
  return phase === 'running' && endsAtMs !== undefined && endsAtMs <= nowMs
}

/**
 * `hold`: the upstream connection is reset, and retriable requests continue when the sandbox runs. `paused`, `ended`:
 * the upstream connection is reset and its request is interrupted.
 */
export type ConnectionImpact = 'keep' | 'hold' | Interruption

const impacts: Record<Phase, ConnectionImpact> = {
  running: 'keep',
  capturing: 'hold',
  pausing: 'paused',
  paused: 'paused',
  resuming: 'paused',
}

/** The impact on a connection to `address`; a missing route means that the sandbox has ended. */
export function impactOn(address: string, now: Route | undefined): ConnectionImpact {
  if (now === undefined) return 'ended'
  // The sandbox was paused and resumed, and the route updates were missed.
  const hasMoved = now.phase === 'running' && now.address !== address
  return hasMoved ? 'paused' : impacts[now.phase]
}

export function isInterruption(impact: ConnectionImpact): impact is Interruption {
  return impact === 'paused' || impact === 'ended'
}

export type RoutingDecision =
  | { readonly kind: 'connect'; readonly route: Route }
  /** Until the next update of the route. */
  | { readonly kind: 'wait' }
  /** The orchestrator must resume the sandbox. */
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
  /** `undefined` when the request carries none. */
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

/** envd checks a token of its own. */
function checkToken(
  { trafficToken: expected }: Route,
  request: InboundRequest,
): 'right' | 'missing' | 'wrong' {
  if (expected === '' || request.destination.port === request.daemonPort) return 'right'
  const { trafficToken: presented } = request
  if (presented === undefined || presented === '') return 'missing'
  return isSame(expected, presented) ? 'right' : 'wrong'
}

/** Compares in constant time. */
function isSame(expected: string, presented: string): boolean {
  let difference = expected.length ^ presented.length
  for (let i = 0; i < expected.length; i++) difference |= expected.charCodeAt(i) ^ presented.charCodeAt(i)
  return difference === 0
}
