/**
 * Replaces who a sandbox may reach: new connections follow it when this resolves, open ones go on. Throws
 * `sandbox_not_found`.
 */
import { ServiceError } from '@cay/core/errors.ts'
import type { EgressLists } from '../ports.ts'
import type { Node } from './node.ts'
import type { SandboxView } from './sandbox-registry.ts'

export function setEgressPolicy(node: Node, sandboxId: string, egress: EgressLists): Promise<SandboxView> {
  return node.queue.run(sandboxId, async () => {
    const record = node.registry.find(sandboxId)
    if (record === undefined)
      throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
    const changed = { ...record, claim: { ...record.claim, egress } }
    // Recorded first: whatever dies next, what was answered holds after it.
    await node.records.write(changed)
    const view = node.registry.put(changed)
    try {
      await Promise.all([
        node.packetRules.set(record.container.slot.address, egress),
        // A gate that is away lets nothing out; when it is back it follows what it is told then.
        node.gate.heardOf(sandboxId, view.generation).catch((error: unknown) => {
          node.log.warn({ sandboxID: sandboxId, err: error }, 'the gate has not confirmed the new lists')
        }),
      ])
    } catch (error) {
      // What is not in force must not come into force at the next start.
      await node.records.write(record)
      node.registry.put(record)
      throw error
    }
    return view
  })
}
