/** The machine on which containers are created and removed. Of what is made ahead it has only the preallocated slots. */

import type { FairSemaphore } from '@cay/kit/flow/fair-semaphore.ts'
import type { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Cgroups, Engine, Runtime } from '../../ports/container.ts'
import type { PacketRules } from '../../ports/egress.ts'
import type { Daemon } from '../../ports/guest.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import type { Volumes } from '../../ports/volume.ts'
import type { PreallocatedSlots, SlotParts } from '../pool/preallocated-slots.ts'

export interface MachineParts extends SlotParts {
  readonly preallocatedSlots: PreallocatedSlots
  readonly cgroups: Cgroups
  readonly packetRules: PacketRules
  readonly runtime: Runtime
  readonly volumes: Volumes
  /** The runtime of new containers. Absent: the one that is installed. */
  readonly engine?: Engine
  readonly daemon: Daemon
  /** Bounds concurrent restores; teams take turns. */
  readonly restores: FairSemaphore
  /** Background removals, one at a time for each container id. */
  readonly removals: SerialQueue
  /** Containers whose removal failed and is retried, by id. */
  readonly pendingRemovals: Map<string, ContainerRecord>
}
