/**
 * What the node does without being asked: it ends sandboxes whose time is up and notices those that ended by themselves.
 * It looks at what is; nobody has to tell it. `reconcileSandboxes` never throws.
 */

import { removeContainer } from '../container/remove-container.ts'
import type { NodeContext } from '../node/node-context.ts'
import { endDead, hasDied } from './end-sandbox.ts'
import { type ExpireContext, expireSandbox, isDue } from './expire-sandbox.ts'

export type ReconcileContext = ExpireContext & Pick<NodeContext, 'pendingEnds' | 'pool'>

/** Expiry is late by at most this. */
export const reconcileEveryMs = 50

/** Looks over which everybody's process is asked for once: asking the kernel for one costs as much as all ends together. */
const roundsPerLivenessCheck = 10

/** `turn`: the how manieth look this is; without it, everybody's process is asked for. */
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
    node.log.warn({ containerID: record.container.id }, 'a pooled container died')
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
    node.log.error({ err: error }, 'an end was not completed; the next sweep tries again'),
  )
}
