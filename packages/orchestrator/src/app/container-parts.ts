/** What making and removing containers takes; the builder of templates works with no more than this. */
import type { Semaphore } from '@cay/kit/flow/semaphore.ts'
import type { Logger } from '@cay/kit/log.ts'
import type {
  Cgroups,
  ContainerRecord,
  Daemon,
  Disks,
  Host,
  NetworkSlots,
  Records,
  Runtime,
} from '../ports.ts'

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
