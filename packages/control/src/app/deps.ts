import type { Logger } from '@cay/kit/log.ts'
import type { BuilderClient } from '../ports/build.ts'
import type { Clock, ResolveHost, Sealer } from '../ports/host.ts'
import type { Observer } from '../ports/observe.ts'
import type { OrchestratorClient } from '../ports/orchestrator.ts'
import type { Store } from '../ports/store.ts'
import type { BuildFollower } from './build/follow-builds.ts'
import type { Nodes } from './node/nodes.ts'
import type { SandboxWriters } from './sandbox/sandbox-writers.ts'
import type { TrafficResumes } from './sandbox/traffic-resumes.ts'
import type { TeamQuotas } from './team/team-quotas.ts'

/** Who signs identity tokens. */
export interface IdentitySettings {
  /** What the names of sandboxes begin with. */
  readonly trustDomain: string
  /** Where its keys are found; absent: tokens do not say. */
  readonly issuer: string | undefined
}

/** What control is made of. A verb takes the part that it needs. */
export interface Deps {
  readonly store: Store
  readonly orchestrator: OrchestratorClient
  readonly nodes: Nodes
  readonly observer: Observer
  readonly builder: BuilderClient
  /** Follows builds on the node until they have ended. */
  readonly builds: BuildFollower
  readonly clock: Clock
  readonly log: Logger
  readonly writers: SandboxWriters
  readonly quotas: TeamQuotas
  readonly trafficResumes: TrafficResumes
  /** Snapshots on the node that a verb of this process is at, by id: no stray ones, whatever the store knows. */
  readonly heldSnapshots: Set<string>
  readonly randomBytes: (count: number) => Uint8Array
  /** The daemon's token of a secured sandbox: the same at every call. */
  readonly accessTokenOf: (sandboxId: string) => string
  /** With the key that is not in the store. */
  readonly sealer: Sealer
  readonly resolveHost: ResolveHost
  readonly identity: IdentitySettings
  /** What opens the routes of whoever runs the installation. */
  readonly adminToken: string
  /** Days that events are kept. */
  readonly eventDays: number
  readonly maxSandboxHours: number
  /** Base domain of sandbox URLs; null leaves it to the client's own setting. */
  readonly domain: string | null
}
