/** Whether a node has room for one more sandbox, decided on what is really free and not on what was promised. */
export interface NodeFacts {
  readonly sandboxes: number
  readonly memoryAvailableMb: number
  readonly diskAvailableMb: number
}

export interface NodeBounds {
  readonly sandboxesMax: number
  /** Kept free for the node itself. */
  readonly memoryReserveMb: number
  readonly diskReserveMb: number
  /** Copies of paused sandboxes that may be kept in memory. */
  readonly frozenCopiesMax: number
}

export type Lack = 'places' | 'memory' | 'disk'

export type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'refused'; readonly lack: Lack; readonly reason: string }

/** Memory that a sandbox takes before its user does anything, in MiB. */
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

/** What is free for a sandbox that starts or grows while copies are kept, in MiB beyond the reserve. */
const memoryBesideCopiesMb = 1024

/** Copies of paused sandboxes take what nobody else needs. */
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
