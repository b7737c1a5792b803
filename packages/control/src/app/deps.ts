import type { Logger } from '@cay/kit/log.ts'
import type { Clock, OrchestratorClient, Store } from '../ports.ts'
import type { SandboxWriters } from './sandbox-writers.ts'

/** What every verb is given. */
export interface Deps {
  readonly store: Store
  readonly orchestrator: OrchestratorClient
  readonly clock: Clock
  readonly log: Logger
  readonly writers: SandboxWriters
  /** Snapshots on the node that a verb of this process is at, by id: no stray ones, whatever the store knows. */
  readonly heldSnapshots: Set<string>
  readonly randomBytes: (count: number) => Uint8Array
  /** The daemon's token of a secured sandbox: the same at every call. */
  readonly accessTokenOf: (sandboxId: string) => string
  readonly maxSandboxHours: number
  /** Base domain of sandbox URLs; null leaves it to the client's own setting. */
  readonly domain: string | null
}
