/**
 * What the node does without being asked: it ends sandboxes whose time is up and notices those that ended by themselves.
 * It looks at what is; nobody has to tell it. `look` never throws.
 */
import type { ContainerRecord } from '../ports.ts'
import { endSandboxIf } from './end-sandbox.ts'
import type { Node } from './node.ts'
import { removeContainer } from './remove-container.ts'

/** Expiry is late by at most this. */
export const lookEveryMs = 50

export function look(node: Node): void {
  const nowMs = node.clock.nowMs()
  for (const record of node.registry.liveRecords()) {
    const { sandboxId, endAtMs } = record.claim
    if (hasDied(node, record))
      settle(node, endSandboxIf(node, sandboxId, { reason: 'crashed', holds: (now) => hasDied(node, now) }))
    else if (endAtMs <= nowMs) {
      const holds = (now: typeof record) => now.claim.endAtMs <= node.clock.nowMs()
      settle(node, endSandboxIf(node, sandboxId, { reason: 'expired', holds }))
    }
  }
  for (const record of node.pool.records()) {
    if (!hasDied(node, record)) continue
    node.log.warn({ containerID: record.container.id }, 'a pooled container died')
    node.pool.drop(record.container.id)
    settle(node, removeContainer(node, record))
    node.pool.fill()
  }
}

function hasDied(node: Node, record: ContainerRecord): boolean {
  return record.process === undefined || !node.runtime.isAlive(record.process)
}

function settle(node: Node, work: Promise<void>): void {
  work.catch((error: unknown) =>
    node.log.error({ err: error }, 'an end was not completed; the next sweep tries again'),
  )
}
