import type { RouteUpdate } from '@cay/core/routing/route-table.ts'

/** The calls that the proxy makes to the orchestrator. */
export interface OrchestratorClient {
  /** Lists the sandboxes that the orchestrator knows. Throws when it cannot be reached. */
  list(signal: AbortSignal): Promise<RouteUpdate[]>
  /**
   * Yields a snapshot of all sandboxes, then each change. Ends or throws when the connection does, or when the
   * orchestrator falls silent.
   */
  watch(signal: AbortSignal): AsyncIterable<RouteEvent>
  /** Never throws. */
  resumeForTraffic(request: InboundRequest, signal: AbortSignal): Promise<ResumeOutcome>
  /**
   * Resolves when the sandbox is thawed. Throws when the orchestrator cannot be reached or does not know the sandbox.
   */
  wake(sandboxId: string, signal: AbortSignal): Promise<void>
}

export type RouteEvent =
  | { readonly kind: 'snapshot'; readonly routes: readonly RouteUpdate[] }
  | { readonly kind: 'changed'; readonly route: RouteUpdate }

/** A request for a paused sandbox. */
export interface InboundRequest {
  readonly sandboxId: string
  readonly port: number
  /** Empty when the request carries none. */
  readonly accessToken: string
}

export type ResumeOutcome =
  | { readonly kind: 'resumed'; readonly update: RouteUpdate }
  /** By control, on this node: the update of its route is on its way. */
  | { readonly kind: 'resumed_here' }
  /** By control, on another node. */
  | { readonly kind: 'elsewhere' }
  | FailedResume

export type FailedResume =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'denied' }
  /** `message` is shown to the client. */
  | { readonly kind: 'limit' | 'failed'; readonly message: string }
  /** To be retried: the orchestrator is unavailable, or runs another operation. */
  | { readonly kind: 'unavailable' }
