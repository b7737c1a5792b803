/**
 * Epochs order the placements of a sandbox: control raises the epoch whenever it places the sandbox on a node, and sends it
 * with every command. 0 stands for none, from an earlier build.
 */
import { ServiceError } from '../errors.ts'

/** `current`: as the copy on the node, or not given. `raised`: control has placed the sandbox anew. */
export type EpochDecision = 'current' | 'raised' | 'stale'

/** `known` is that of the copy on the node, `given` that of the command. */
export function decideEpoch(known: number, given: number): EpochDecision {
  if (given === 0 || given === known) return 'current'
  return given > known ? 'raised' : 'stale'
}

/** The copy that is here belongs to a placement before that of the command, so nobody was told that it runs. */
export function isSuperseded(known: number, given: number): boolean {
  return known > 0 && decideEpoch(known, given) === 'raised'
}

/** Throws request_invalid for one that no sandbox reaches. */
export function parseEpoch(epoch: bigint): number {
  if (epoch <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(epoch)
  throw new ServiceError('request_invalid', `epoch ${epoch} is out of range`)
}

export function staleEpoch(sandboxId: string, known: number, given: number): ServiceError {
  return new ServiceError(
    'stale_epoch',
    `sandbox "${sandboxId}" has been placed anew: the command has epoch ${given}, the sandbox has ${known}`,
    { context: { sandboxID: sandboxId, given, known } },
  )
}
