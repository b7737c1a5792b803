import type { Socket } from 'node:net'
import type { RouteUpdate } from '@cay/core/routing/route-table.ts'

/** What the proxy asks of the orchestrator. */
export interface OrchestratorClient {
  /** The sandboxes it knows now. Throws when it cannot be reached. */
  list(signal: AbortSignal): Promise<RouteUpdate[]>
  /** The whole list first, then each change. Ends or throws when the connection does, or when the orchestrator falls silent. */
  watch(signal: AbortSignal): AsyncIterable<RouteEvent>
  /** Never throws. */
  resumeForTraffic(request: InboundRequest, signal: AbortSignal): Promise<ResumeOutcome>
  /** Resolves when the sandbox answers again. Throws when the orchestrator cannot be reached or does not know it. */
  wake(sandboxId: string, signal: AbortSignal): Promise<void>
}

export type RouteEvent =
  | { readonly kind: 'snapshot'; readonly routes: readonly RouteUpdate[] }
  | { readonly kind: 'changed'; readonly route: RouteUpdate }

/** Somebody wants to get into a paused sandbox. */
export interface InboundRequest {
  readonly sandboxId: string
  readonly port: number
  /** Empty when the request shows none. */
  readonly accessToken: string
}

export type ResumeOutcome =
  | { readonly kind: 'resumed'; readonly update: RouteUpdate }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'denied' }
  /** `message` is for the client. */
  | { readonly kind: 'limit' | 'failed'; readonly message: string }
  /** To be asked again: the orchestrator is away, or has begun something else. */
  | { readonly kind: 'unavailable' }

/** Connects to ports in sandboxes. */
export interface SandboxDialer {
  readonly tcp: Dial
  /** For servers in the sandbox that speak TLS. */
  readonly tls: Dial
}

/**
 * Calls `onConnected` or `onFailed` once, never before it returned. The returned function cancels: then neither is called.
 * After one was called it does nothing, and the connection is the caller's.
 */
export type Dial = (address: string, port: number, callbacks: DialCallbacks) => () => void

export interface DialOutcome {
  readonly onConnected: (socket: Socket) => void
  readonly onFailed: (error: Error) => void
}

export interface DialCallbacks extends DialOutcome {
  /** The first attempt takes long: the sandbox may be frozen. Called at most once. */
  readonly onSlow: () => void
}
