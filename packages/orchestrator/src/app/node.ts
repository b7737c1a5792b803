/** The parts that every verb of the node works with. */

import type { NodeBounds } from '@cay/core/placement/admission.ts'
import type { Semaphore } from '@cay/kit/flow/semaphore.ts'
import type { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Logger } from '@cay/kit/log.ts'
import type {
  Cgroups,
  Clock,
  ContainerRecord,
  Daemon,
  Disks,
  Host,
  NetworkSlots,
  Records,
  Runtime,
  Templates,
} from '../ports.ts'
import type { Pool } from './pool.ts'
import type { SandboxRegistry } from './sandbox-registry.ts'

/** What making and removing containers takes. */
export interface ContainerParts {
  readonly containersDirectory: string
  readonly slots: NetworkSlots
  readonly disks: Disks
  readonly cgroups: Cgroups
  readonly runtime: Runtime
  readonly daemon: Daemon
  readonly records: Records
  readonly host: Host
  /** How many restores may run at once. */
  readonly restores: Semaphore
  /** Containers whose removal failed and is to be tried again, by id. */
  readonly condemned: Map<string, ContainerRecord>
  readonly log: Logger
}

export interface Node extends ContainerParts {
  readonly templates: Templates
  readonly registry: SandboxRegistry
  readonly pool: Pool
  readonly clock: Clock
  readonly bounds: NodeBounds
  /** Ids that were admitted and are not in the registry yet. */
  readonly starting: Set<string>
  /** One writer per sandbox id. */
  readonly queue: SerialQueue
}
