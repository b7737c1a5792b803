/** Puts together what making and removing containers takes, on a real machine and on a simulated one. */
import { Semaphore } from '@cay/kit/flow/semaphore.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import { CreatedContainers } from '../pool/created-containers.ts'
import { PreallocatedSlots, type SlotParts } from '../pool/preallocated-slots.ts'
import type { ContainerParts } from './container-parts.ts'
import type { MachineParts } from './machine-parts.ts'

/** The machine's side of it. */
export type MachinePorts = SlotParts &
  Pick<MachineParts, 'cgroups' | 'packetRules' | 'runtime' | 'engine' | 'daemon'>

export interface ContainerCounts {
  /** Slots to keep preallocated. */
  readonly preallocatedSlots: number
  /** Restores at once. */
  readonly restoresMax: number
}

export function assembleContainers<Ports extends MachinePorts>(
  ports: Ports,
  { preallocatedSlots, restoresMax }: ContainerCounts,
): Ports & ContainerParts {
  const parts = {
    ...ports,
    preallocatedSlots: new PreallocatedSlots(ports, preallocatedSlots),
    restores: new Semaphore(restoresMax),
    removals: new SerialQueue(),
    pendingRemovals: new Map<string, ContainerRecord>(),
  }
  return { ...parts, created: new CreatedContainers(parts) }
}
