/** All parts of a node. Each verb names those that it needs. */
import type { NodeBounds } from '@cay/core/placement/admission.ts'
import type { FairSemaphore } from '@cay/kit/flow/fair-semaphore.ts'
import type { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Connections } from '../../ports/container.ts'
import type { EgressClient } from '../../ports/egress.ts'
import type { Clock, Consent } from '../../ports/host.ts'
import type { Machine } from '../../ports/machine.ts'
import type { SandboxHistory } from '../../ports/segments.ts'
import type { Snapshots } from '../../ports/snapshot.ts'
import type { Templates } from '../../ports/template.ts'
import type { ContainerParts } from '../container/container-parts.ts'
import type { LeaseGuard } from '../lease/node-lease.ts'
import type { LogCollector } from '../logs/log-collector.ts'
import type { FrozenCopies } from '../pause/frozen-copies.ts'
import type { Pool } from '../pool/pool.ts'
import type { OomWatcher } from '../sandbox/oom-watcher.ts'
import type { SandboxRegistry } from '../sandbox/sandbox-registry.ts'
import type { CaptureQueue } from '../snapshot/capture-queue.ts'
import type { FileServerWatcher } from '../volume/file-server-watcher.ts'
import type { VolumeCheckpoints } from '../volume/volume-checkpoints.ts'
import type { CreateCounter } from './create-counter.ts'
import type { NodeStatusStore } from './node-status-store.ts'

export interface NodeContext extends ContainerParts {
  readonly templates: Templates
  readonly snapshots: Snapshots
  readonly egressClient: EgressClient
  readonly connections: Connections
  readonly consent: Consent
  readonly registry: SandboxRegistry
  readonly pool: Pool
  readonly volumeCheckpoints: VolumeCheckpoints
  /** Of builds whose own checkpoint is for another runtime or processor. */
  readonly foreignCheckpoints: VolumeCheckpoints
  readonly frozenCopies: FrozenCopies
  readonly clock: Clock
  /** What the object store has of the past of sandboxes. */
  readonly history: SandboxHistory
  /** The logs of the sandboxes. */
  readonly logs: LogCollector
  readonly oomWatcher: OomWatcher
  readonly fileServerWatcher: FileServerWatcher
  readonly bounds: NodeBounds
  readonly machine: Machine
  /** What an operator set the node to. */
  readonly nodeStatus: NodeStatusStore
  /** Whether the node belongs to a cluster, and may start anything. */
  readonly lease: LeaseGuard
  readonly creates: CreateCounter
  /** Ids that were admitted and are not in the registry yet. */
  readonly starting: Set<string>
  /** One writer per sandbox id. */
  readonly queue: SerialQueue
  /** Snapshots whose removal failed and is retried. */
  readonly pendingSnapshotRemovals: Set<string>
  /** Sandboxes whose end is being processed. */
  readonly pendingEnds: Set<string>
  /** When the pause of a sandbox that failed at its timeout is retried. */
  readonly pauseAgainAtMs: Map<string, number>
  /** Runs what does not wait for a capture. */
  readonly captureQueue: CaptureQueue
  /** Bounds concurrent checkpoints; teams take turns. */
  readonly captures: FairSemaphore
  /** Bounds concurrent uploads of snapshots; teams take turns. Each holds a part of an object in memory. */
  readonly uploads: FairSemaphore
}
