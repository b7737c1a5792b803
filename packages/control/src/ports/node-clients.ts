/** The services of nodes, as control calls them. */
import type { BuilderClient } from './build.ts'
import type { Observer } from './observe.ts'
import type { OrchestratorClient } from './orchestrator.ts'
import type { VolumeNode } from './volume.ts'

export interface NodeClients {
  readonly orchestrator: OrchestratorClient
  readonly observer: Observer
  readonly builder: BuilderClient
  /** Undefined: the installation has no volumes. */
  readonly volumes: VolumeNode | undefined
}

/** The nodes of the installation: one on a single machine, and those that have joined in a cluster. */
export interface NodeRegistry {
  readonly isCluster: boolean
  ids(): readonly string[]
  /** Also for a node that does not respond: its calls throw node_unavailable. */
  clientsOf(nodeId: string): NodeClients
  /** Throws node_unavailable at once where a call would only wait for a node whose lease has run out. */
  assertAlive(nodeId: string): void
  /** What ran there has ended, as users were told, and the node has not been back since. */
  isGivenUp(nodeId: string): boolean
  /** The id of the directory of volumes that the node shares with others; undefined: it shares none. */
  volumesDirectoryOf(nodeId: string): string | undefined
}
