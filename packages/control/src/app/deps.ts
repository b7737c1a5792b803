import type { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Clock, OrchestratorClient, Store } from '../ports.ts'

/** What every verb is given. */
export interface Deps {
  readonly store: Store
  readonly orchestrator: OrchestratorClient
  readonly clock: Clock
  readonly log: Logger
  /** One writer per sandbox id. */
  readonly writers: SerialQueue
  readonly randomBytes: (count: number) => Uint8Array
  /** The daemon's token of a secured sandbox: the same at every call. */
  readonly accessTokenOf: (sandboxId: string) => string
  readonly maxSandboxHours: number
  /** Base domain of sandbox URLs; null leaves it to the client's own setting. */
  readonly domain: string | null
}
