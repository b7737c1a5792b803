/** Moves the instant at which the node ends the sandbox by itself. Throws `sandbox_not_found`. */
import { ServiceError } from '@cay/core/errors.ts'
import type { Node } from './node.ts'
import type { SandboxView } from './sandbox-registry.ts'

export function setExpiry(node: Node, sandboxId: string, endAtMs: number): Promise<SandboxView> {
  return node.queue.run(sandboxId, async () => {
    const record = node.registry.find(sandboxId)
    if (record === undefined)
      throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
    const moved = { ...record, claim: { ...record.claim, endAtMs } }
    await node.records.write(moved)
    return node.registry.put(moved)
  })
}
