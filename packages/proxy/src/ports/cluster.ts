import type { SecureContext, SecureContextOptions } from 'node:tls'
import type { Location, NodeLocation } from '@cay/core/routing/locations.ts'
import type { FailedResume, InboundRequest } from './orchestrator.ts'
import type { DialOutcome } from './sandbox-dialer.ts'

/** The calls that the proxy makes to control, which knows where the sandboxes of the cluster are. */
export interface ClusterClient {
  /** In the order of the ids. Throws when control cannot be reached. */
  locate(sandboxIds: readonly string[], signal: AbortSignal): Promise<Location[]>
  /** Control resumes the sandbox on a node that it chooses. Never throws. */
  resumeForTraffic(request: AuthorizedRequest, signal: AbortSignal): Promise<ClusterResume>
}

export type ClusterResume = { readonly kind: 'located'; readonly location: Location } | FailedResume

/** With all that it brings to get into its sandbox. */
export interface AuthorizedRequest extends InboundRequest {
  /** Empty when the request carries none. */
  readonly trafficToken: string
}

/** Who this proxy is among the proxies of the cluster, and how it knows the others. */
export interface EdgeIdentity {
  readonly nodeId: string
  /** Certificate, key, and the authorities of the cluster. */
  readonly credentials: SecureContextOptions
  /** Of them. */
  readonly secureContext: SecureContext
}

/**
 * Opens a connection to the proxy of another node and verifies that it is that node's. As `Dial`: calls one of the two
 * exactly once, never synchronously; the returned function cancels.
 */
export type DialPeer = (location: NodeLocation, outcome: DialOutcome) => () => void
