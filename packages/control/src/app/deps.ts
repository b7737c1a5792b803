import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import type { RangeSet } from '@cay/core/egress/range-set.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { ReadSegments } from '../ports/artifact.ts'
import type { EventExport, LedgerKey } from '../ports/event.ts'
import type { Clock, ResolveHost, Sealer } from '../ports/host.ts'
import type { Issuer } from '../ports/issuer.ts'
import type { NodeRegistry } from '../ports/node-clients.ts'
import type { Store } from '../ports/store.ts'
import type { EventSender } from '../ports/webhook.ts'
import type { BuildOffers } from './artifact/build-offers.ts'
import type { BuildPlacer } from './build/build-placer.ts'
import type { BuildFollower } from './build/follow-builds.ts'
import type { Nodes } from './node/nodes.ts'
import type { Placement } from './node/placement.ts'
import type { LiveReplicas } from './replica/live-replicas.ts'
import type { Operations } from './sandbox/operations.ts'
import type { SandboxWriters } from './sandbox/sandbox-writers.ts'
import type { TrafficResumes } from './sandbox/traffic-resumes.ts'
import type { VolumeTokens } from './volume/volume-tokens.ts'

/** Settings of the identity token issuer. */
export interface IdentitySettings {
  /** Prefix of sandbox identities. */
  readonly trustDomain: string
  /** URL of the published signing keys; when absent, tokens carry no issuer. */
  readonly issuer: string | undefined
}

/** Dependencies of control. Each operation takes the subset that it needs. */
export interface Deps {
  readonly store: Store
  readonly nodeRegistry: NodeRegistry
  readonly nodes: Pick<Nodes, 'list' | 'find' | 'setStatus' | 'setLabels' | 'lose' | 'remove'> & {
    readonly poll: () => Promise<unknown>
  }
  readonly placement: Placement
  /** The object store; undefined: artifacts are on the node alone. */
  readonly blobs: BlobStore | undefined
  /** Undefined: nodes upload no logs, or this process cannot read the object store. */
  readonly readSegments: ReadSegments | undefined
  /** What nodes of a cluster should fetch ahead; undefined on a single machine. */
  readonly buildOffers: BuildOffers | undefined
  /** Whether control removes unused objects itself; a node does it where the object store is a directory. */
  readonly removesGarbage: boolean
  /** Watches builds on the node until they have ended. */
  readonly builds: BuildFollower
  readonly buildPlacer: BuildPlacer
  readonly clock: Clock
  /** Leases are counted on it; the same for all control processes. */
  readonly leaseClock: Clock
  readonly log: Logger
  readonly writers: SandboxWriters
  /** Long operations of this process, as other processes see them. */
  readonly operations: Operations
  readonly replicas: LiveReplicas
  readonly trafficResumes: TrafficResumes
  /**
   * The nodes of snapshots that are in use by an operation of this process, by id. The reconciler must not treat them as
   * orphans, whether or not the store has them.
   */
  readonly heldSnapshots: Map<string, string>
  readonly randomBytes: (count: number) => Uint8Array
  /** The envd access token of a secured sandbox; the same for every call. */
  readonly accessTokenOf: (sandboxId: string) => string
  /** Encrypts with the key that is kept outside the store. */
  readonly sealer: Sealer
  /** Reverse proxies whose X-Forwarded-For names the client. */
  readonly trustedProxies: RangeSet
  readonly resolveHost: ResolveHost
  readonly volumeTokens: VolumeTokens
  readonly identity: IdentitySettings
  /** Where users sign in; undefined: API keys are the only credentials. */
  readonly issuer: Issuer | undefined
  /** Authenticates requests to the operator's routes. */
  readonly adminToken: string
  readonly webhooks: {
    readonly sender: EventSender
    /** Addresses in closed ranges that the operator allows. */
    readonly allowed: RangeSet
  }
  /** Signs the ledger. */
  readonly ledgerKey: LedgerKey
  /** Retention of audit events in days. */
  readonly eventDays: number
  /** Places outside that get a copy of the audit log. */
  readonly eventExports: readonly EventExport[]
  readonly maxSandboxHours: number
  /** Base domain of sandbox URLs; null leaves it to the client's own setting. */
  readonly domain: string | null
}
