/**
 * Operations: who works on a sandbox. A control process that begins a long operation records it with a lease, which it
 * renews until the operation has ended, so that no other process begins one on the same sandbox. When the process dies
 * the lease expires, and what the node reports decides.
 */
export const operationVerbs = [
  'create',
  'pause',
  'resume',
  'capture',
  'kill',
  'network',
  /** A resume that the node does for traffic: it holds a place in the team's quota and keeps no other operation off. */
  'traffic',
] as const
export type OperationVerb = (typeof operationVerbs)[number]

export interface Operation {
  readonly verb: OperationVerb
  /** Id of the control process. */
  readonly by: string
  readonly untilMs: number
}

/** Duration of a lease in milliseconds, and how often it is renewed. */
export const operationLeaseMs = 15_000
export const operationRenewMs = 5_000

/** The process that asks, and when. */
export interface OperationContext {
  readonly processId: string
  /** Other processes may work on the same database. */
  readonly isShared: boolean
  readonly nowMs: number
}

/** True while another process works on the sandbox. Operations of this process are known without the record. */
export function isHeldByOther(
  operation: Operation | null,
  { processId, isShared, nowMs }: OperationContext,
): boolean {
  if (operation === null || operation.verb === 'traffic' || !isShared) return false
  return operation.by !== processId && operation.untilMs > nowMs
}

/** A kill is never withdrawn, and what it ends is of no use. */
const endedByKill: readonly OperationVerb[] = ['resume', 'pause', 'capture']

/** A kill waits for none of these. Everything else waits for everything else. */
export function mayBegin(
  verb: OperationVerb,
  operation: Operation | null,
  context: OperationContext,
): boolean {
  if (!isHeldByOther(operation, context)) return true
  return verb === 'kill' && operation !== null && endedByKill.includes(operation.verb)
}

/** The same lease, or one that its holder has renewed since. */
export function isSameOperation(a: Operation | null, b: Operation | null): boolean {
  return a?.verb === b?.verb && a?.by === b?.by
}
