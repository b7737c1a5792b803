/** Assembles a node from its parts, which are those of a machine or simulated ones. */
import type { NodeBounds } from '@cay/core/placement/admission.ts'
import { policyOf } from '@cay/core/placement/node-status.ts'
import type { PoolBounds } from '@cay/core/pool/plan.ts'
import type { CreatedBounds } from '@cay/core/pool/plan-created.ts'
import { FairSemaphore } from '@cay/kit/flow/fair-semaphore.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Connections } from '../../ports/container.ts'
import type { EgressClient } from '../../ports/egress.ts'
import type { Consent } from '../../ports/host.ts'
import type { Machine, StatusFile, StoredStatus } from '../../ports/machine.ts'
import type { GuestLogs, LogStore } from '../../ports/observe.ts'
import { noHistory, type SandboxHistory } from '../../ports/segments.ts'
import type { Snapshots } from '../../ports/snapshot.ts'
import type { Templates } from '../../ports/template.ts'
import type { ContainerParts } from '../container/container-parts.ts'
import { type LeaseGuard, soleNode } from '../lease/node-lease.ts'
import { LogCollector } from '../logs/log-collector.ts'
import { FrozenCopies } from '../pause/frozen-copies.ts'
import { Pool } from '../pool/pool.ts'
import { OomWatcher } from '../sandbox/oom-watcher.ts'
import { SandboxRegistry } from '../sandbox/sandbox-registry.ts'
import { CaptureQueue } from '../snapshot/capture-queue.ts'
import { FileServerWatcher } from '../volume/file-server-watcher.ts'
import { type VolumeCheckpointParts, VolumeCheckpoints } from '../volume/volume-checkpoints.ts'
import { CreateCounter } from './create-counter.ts'
import type { NodeContext } from './node-context.ts'
import { NodeStatusStore } from './node-status-store.ts'
import { withoutOwnConnections } from './without-own-connections.ts'

export interface NodeParts<Containers extends ContainerParts> {
  readonly containers: Containers
  readonly templates: Templates
  readonly snapshots: Snapshots
  readonly egressClient: EgressClient
  /** All connections, including those of the node's own queries. */
  readonly connections: Connections
  readonly consent: Consent
  readonly machine: Machine
  readonly logStore: LogStore
  /** Absent without an object store. */
  readonly history?: SandboxHistory
  readonly guestLogs: GuestLogs
  /** The file of the node status, and its content. */
  readonly status: { readonly file: StatusFile; readonly kept: StoredStatus | undefined }
  readonly volumeCheckpoints: Pick<VolumeCheckpointParts, 'store' | 'make'>
  readonly foreignCheckpoints: Pick<VolumeCheckpointParts, 'store' | 'make'>
  /** Absent: the node is the only one. */
  readonly lease?: LeaseGuard
  /** Greater than every generation of earlier runs. */
  readonly firstGeneration: bigint
  readonly bounds: NodeBounds
  readonly poolBounds: PoolBounds
  readonly createdBounds: CreatedBounds
  /** Maximum number of pooled containers that are created concurrently. */
  readonly poolMakersMax: number
  /** Maximum number of concurrent checkpoints. */
  readonly capturesMax: number
}

/** An upload holds at most one incomplete object of 16 MiB, besides what all uploads of the process share. */
const uploadsMax = 16

export function assembleNode<Containers extends ContainerParts>(
  parts: NodeParts<Containers>,
): NodeContext & Containers {
  const { containers, templates, snapshots, egressClient, consent, machine, bounds, logStore, guestLogs } =
    parts
  const { clock, log } = containers
  const registry = new SandboxRegistry(parts.firstGeneration)
  const logs = new LogCollector({ store: logStore, guestLogs, registry, clock, log })
  const nodeStatus = new NodeStatusStore({ ...parts.status, clock })
  const starting = new Set<string>()
  const volumeCheckpoints = new VolumeCheckpoints({
    ...{ ...parts.volumeCheckpoints, purpose: 'volumes', log },
    isBusy: () => starting.size > 0,
  })
  return {
    ...containers,
    ...{
      templates,
      snapshots,
      egressClient,
      consent,
      machine,
      bounds,
      clock,
      registry,
      logs,
      nodeStatus,
      starting,
      history: parts.history ?? noHistory,
    },
    connections: withoutOwnConnections(parts.connections, (address) => logs.isQuerying(address)),
    oomWatcher: new OomWatcher({ ...containers, registry, logs }),
    fileServerWatcher: new FileServerWatcher({ ...containers, registry, logs }),
    pool: new Pool(containers, {
      bounds: parts.poolBounds,
      createdBounds: parts.createdBounds,
      memoryReserveMb: bounds.memoryReserveMb,
      makersMax: parts.poolMakersMax,
      isBusy: () => starting.size > 0,
      isSaturated: () => containers.restores.waiting > 0,
      isEnabled: () => policyOf(nodeStatus.status).keepsPool,
      volumeCheckpoints,
      clock,
    }),
    volumeCheckpoints,
    foreignCheckpoints: new VolumeCheckpoints({
      ...{ ...parts.foreignCheckpoints, purpose: 'foreign', log },
      isBusy: () => starting.size > 0,
    }),
    lease: parts.lease ?? soleNode,
    creates: new CreateCounter(),
    frozenCopies: new FrozenCopies(),
    queue: new SerialQueue(),
    pendingSnapshotRemovals: new Set(),
    pendingEnds: new Set(),
    pauseAgainAtMs: new Map(),
    captureQueue: new CaptureQueue(),
    captures: new FairSemaphore({ permits: parts.capturesMax }),
    uploads: new FairSemaphore({ permits: uploadsMax }),
  }
}
