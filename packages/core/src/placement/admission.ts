/**
 * Decides whether a node has capacity for one more sandbox, by the resources that are actually free and not by those
 * that were promised.
 */
export interface NodeFacts {
  readonly sandboxes: number
  readonly memoryAvailableMb: number
  readonly diskAvailableMb: number
}

export interface NodeBounds {
  readonly sandboxesMax: number
  /** Reserved for the node itself. */
  readonly memoryReserveMb: number
  readonly diskReserveMb: number
  /** Maximum number of in-memory copies of paused sandboxes. */
  readonly frozenCopiesMax: number
}

export type Lack = 'places' | 'memory' | 'disk'

export type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'refused'; readonly lack: Lack; readonly reason: string }

/** Memory of an idle new sandbox, in MiB. */
export const idleSandboxMemoryMb = 64

export function decideAdmission(facts: NodeFacts, bounds: NodeBounds): Admission {
  if (facts.sandboxes >= bounds.sandboxesMax) {
    return refuse('places', `all ${bounds.sandboxesMax} sandboxes that the node may run are running`)
  }
  if (facts.memoryAvailableMb < bounds.memoryReserveMb + idleSandboxMemoryMb) {
    return refuse(
      'memory',
      `${facts.memoryAvailableMb} MiB of memory are free, ${bounds.memoryReserveMb} MiB are kept for the node`,
    )
  }
  if (facts.diskAvailableMb < bounds.diskReserveMb) {
    return refuse(
      'disk',
      `${facts.diskAvailableMb} MiB of disk are free, ${bounds.diskReserveMb} MiB are kept for the node`,
    )
  }
  return { kind: 'admitted' }
}

/** Memory in MiB, beyond the reserve, that must stay free for sandboxes that start or grow while copies are kept. */
const memoryBesideCopiesMb = 1024

/** In-memory copies of paused sandboxes may only use memory that is not needed otherwise. */
export function areFrozenCopiesAffordable(
  facts: { readonly copies: number; readonly memoryAvailableMb: number },
  bounds: NodeBounds,
): boolean {
  const keptFreeMb = bounds.memoryReserveMb + memoryBesideCopiesMb
  return facts.copies <= bounds.frozenCopiesMax && facts.memoryAvailableMb >= keptFreeMb
}

function refuse(lack: Lack, reason: string): Admission {
  return { kind: 'refused', lack, reason: `no room on the node: ${reason}` }
}
