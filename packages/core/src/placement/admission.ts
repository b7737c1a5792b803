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
}

export type Admission = { readonly kind: 'admitted' } | { readonly kind: 'refused'; readonly reason: string }

/** Memory that a sandbox takes before its user does anything, in MiB. */
export const idleSandboxMemoryMb = 64

export function decideAdmission(facts: NodeFacts, bounds: NodeBounds): Admission {
  if (facts.sandboxes >= bounds.sandboxesMax) {
    return refuse(`all ${bounds.sandboxesMax} sandboxes that the node may run are running`)
  }
  if (facts.memoryAvailableMb < bounds.memoryReserveMb + idleSandboxMemoryMb) {
    return refuse(
      `${facts.memoryAvailableMb} MiB of memory are free, ${bounds.memoryReserveMb} MiB are kept for the node`,
    )
  }
  if (facts.diskAvailableMb < bounds.diskReserveMb) {
    return refuse(
      `${facts.diskAvailableMb} MiB of disk are free, ${bounds.diskReserveMb} MiB are kept for the node`,
    )
  }
  return { kind: 'admitted' }
}

function refuse(reason: string): Admission {
  return { kind: 'refused', reason: `no room on the node: ${reason}` }
}
