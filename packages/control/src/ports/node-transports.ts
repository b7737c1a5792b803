/** How control reaches the services of a node: over a local socket, or over a link that the node opened. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Transport } from '@connectrpc/connect'
import type { NodeClients } from './node-clients.ts'

/** Passes a request to the node on, with the given headers alone, and its response back, body by body. */
export type Forward = (request: IncomingMessage, response: ServerResponse, headers: Headers) => Promise<void>
type Headers = Readonly<Record<string, string | string[]>>

/** The clients of a node. */
export type CallNode = (transport: Transport, forward: Forward) => NodeClients

export interface NodeTransports {
  /**
   * The transport of the node's services (orchestrator, builder, logs and metrics). It may be kept: each call finds the
   * link of its time. A call while the node has no link fails with `unavailable`.
   */
  transportOf(nodeId: string): Transport
  /** Whether a call would arrive now, as far as this process knows. */
  isReachable(nodeId: string): boolean
  /** Waits for a link like a call. Rejects when there is none, or it ends before the node responds. */
  forwardTo(nodeId: string): Forward
  /** Calls the listener whenever a node can be reached again. Returns what removes the listener. */
  onLink(listener: (nodeId: string) => void): () => void
  /** Closes the links of all other nodes: they are none of the cluster any more. */
  retain(nodeIds: ReadonlySet<string>): void
}
