/** Assembles what creating and removing containers needs, from the ports of a machine or simulated ones. */
import { FairSemaphore } from '@cay/kit/flow/fair-semaphore.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import { CreatedContainers } from '../pool/created-containers.ts'
import { PreallocatedSlots, type SlotParts } from '../pool/preallocated-slots.ts'
import type { ContainerParts } from './container-parts.ts'
import type { MachineParts } from './machine-parts.ts'

/** The ports of the machine. */
export type MachinePorts = SlotParts &
  Pick<MachineParts, 'cgroups' | 'packetRules' | 'runtime' | 'engine' | 'daemon' | 'volumes'>

export interface ContainerCounts {
  /** Slots that are kept preallocated. */
  readonly preallocatedSlots: number
  /** Maximum number of concurrent restores. */
  readonly restoresMax: number
}

export function assembleContainers<Ports extends MachinePorts>(
  ports: Ports,
  { preallocatedSlots, restoresMax }: ContainerCounts,
): Ports & ContainerParts {
  const parts = {
    ...ports,
    preallocatedSlots: new PreallocatedSlots(ports, preallocatedSlots),
    restores: new FairSemaphore({ permits: restoresMax }),
    removals: new SerialQueue(),
    pendingRemovals: new Map<string, ContainerRecord>(),
  }
  return { ...parts, created: new CreatedContainers(parts) }
}
