/** The machine that containers are made on and removed from, with nothing that was made ahead but their preallocated slots. */

import type { Semaphore } from '@cay/kit/flow/semaphore.ts'
import type { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Cgroups, Engine, Runtime } from '../../ports/container.ts'
import type { PacketRules } from '../../ports/egress.ts'
import type { Daemon } from '../../ports/guest.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import type { PreallocatedSlots, SlotParts } from '../pool/preallocated-slots.ts'

export interface MachineParts extends SlotParts {
  readonly preallocatedSlots: PreallocatedSlots
  readonly cgroups: Cgroups
  readonly packetRules: PacketRules
  readonly runtime: Runtime
  /** What new containers run under; absent: whatever is installed. */
  readonly engine?: Engine
  readonly daemon: Daemon
  /** How many restores may run at once. */
  readonly restores: Semaphore
  /** Removals that nobody waits for, by container id. */
  readonly removals: SerialQueue
  /** Containers whose removal failed and is to be tried again, by id. */
  readonly pendingRemovals: Map<string, ContainerRecord>
}
