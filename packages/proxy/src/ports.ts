import type { RouteNews } from '@cay/core/routing/route-table.ts'

/** What the proxy asks of the node. */
export interface Node {
  /** The sandboxes it knows now. Throws when it cannot be reached. */
  list(signal: AbortSignal): Promise<RouteNews[]>
  /** The whole list first, then each change. Ends or throws when the connection does, or when the node falls silent. */
  watch(signal: AbortSignal): AsyncIterable<NodeEvent>
}

export type NodeEvent =
  | { readonly kind: 'snapshot'; readonly routes: readonly RouteNews[] }
  | { readonly kind: 'changed'; readonly route: RouteNews }
