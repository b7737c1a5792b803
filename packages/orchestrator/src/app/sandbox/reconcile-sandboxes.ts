/**
 * Reconciles the sandboxes of the node with what is: it ends those whose timeout has passed, and records the end of those that
 * died. `reconcileSandboxes` never throws.
 */

import { removeContainer } from '../container/remove-container.ts'
import type { NodeContext } from '../node/node-context.ts'
import { endDead, hasDied } from './end-sandbox.ts'
import { type ExpireContext, expireSandbox, isDue } from './expire-sandbox.ts'

export type ReconcileContext = ExpireContext & Pick<NodeContext, 'pendingEnds' | 'pool'>

/** Milliseconds between rounds, by which an expiry may be late. */
export const reconcileEveryMs = 50

/** Rounds in which each process is checked once: checking one costs as much as checking all timeouts. */
const roundsPerLivenessCheck = 10

/** `turn`: the number of this round. Without it, every process is checked. */
export function reconcileSandboxes(node: ReconcileContext, turn?: number): void {
  const isItsTurn = (index: number) => turn === undefined || (index + turn) % roundsPerLivenessCheck === 0
  for (const [index, { record }] of node.registry.runningViews().entries()) {
    const { sandboxId } = record.claim
    if (node.pendingEnds.has(sandboxId)) continue
    if (isItsTurn(index) && hasDied(node, record)) act(node, sandboxId, endDead(node, sandboxId))
    else if (isDue(node, sandboxId)) act(node, sandboxId, expireSandbox(node, sandboxId))
  }
  for (const [index, record] of node.pool.records().entries()) {
    if (!isItsTurn(index) || !hasDied(node, record)) continue
    node.log.warn(
      { event: 'pool.container.died', containerID: record.container.id },
      'a pooled container died',
    )
    node.pool.drop(record.container.id)
    settle(node, removeContainer(node, record))
    node.pool.fill()
  }
}

function act(node: ReconcileContext, sandboxId: string, work: Promise<void>): void {
  node.pendingEnds.add(sandboxId)
  settle(
    node,
    work.finally(() => node.pendingEnds.delete(sandboxId)),
  )
}

function settle(node: ReconcileContext, work: Promise<void>): void {
  work.catch((error: unknown) =>
    node.log.error(
      { event: 'sandbox.end.failed', err: error },
      'failed to complete the end of a sandbox; retried',
    ),
  )
}
