/**
 * Makes a sandbox durable and ends its processes. The paused record is the commit point: whatever dies before it is
 * written, the sandbox runs; after it, the sandbox is paused. Any failure leaves it running, and nothing else.
 */
import { ServiceError } from '@cay/core/errors.ts'
import { UndoStack } from '@cay/kit/flow/undo-stack.ts'
import type { PausedSandbox } from '../ports.ts'
import { removeSnapshot } from './drop-snapshot.ts'
import type { Node } from './node.ts'
import type { LiveRecord, PausedView } from './sandbox-registry.ts'
import { saveMemory, snapshotFacts } from './save-memory.ts'
import { tendFrozenCopies } from './tend-frozen-copies.ts'
import { ensureAwake } from './wake-sandbox.ts'

export interface PauseSandbox {
  readonly sandboxId: string
  readonly filesOnly: boolean
}

/** Throws `sandbox_not_found`, `already_exists` for one that is paused, `disk_full`, `conflict`. */
export function pauseSandbox(node: Node, { sandboxId, filesOnly }: PauseSandbox): Promise<PausedView> {
  return node.queue.run(sandboxId, async () => {
    const record = node.registry.find(sandboxId)
    if (record !== undefined) return await pauseInTurn(node, record, filesOnly)
    if (node.registry.findPaused(sandboxId) === undefined)
      throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
    throw new ServiceError('already_exists', `sandbox "${sandboxId}" is already paused`)
  })
}

const snapshotIdBytes = 16

/** For those who have the sandbox's turn already. */
export async function pauseInTurn(node: Node, record: LiveRecord, filesOnly: boolean): Promise<PausedView> {
  const { sandboxId } = record.claim
  if (filesOnly) throw new ServiceError('not_implemented', 'a pause without memory is not in this build yet')
  await ensureAwake(node, sandboxId)
  const undo = new UndoStack()
  try {
    const paused = await node.captures.run(() => makeDurable(node, record, undo))
    node.log.info({ sandboxID: sandboxId, snapshotID: paused.snapshotId }, 'sandbox paused')
    node.frozenCopies.put(record)
    void tendFrozenCopies(node)
    return node.registry.putPaused(paused)
  } catch (error) {
    for (const failure of await undo.unwind())
      node.log.error({ sandboxID: sandboxId, step: failure.name, err: failure.error }, 'undo failed')
    throw error
  }
}

async function makeDurable(node: Node, record: LiveRecord, undo: UndoStack): Promise<PausedSandbox> {
  const { claim, container, templateId, buildId, envdVersion } = record
  const { sandboxId } = claim
  const { resources } = container
  const snapshotId = node.host.randomHex(snapshotIdBytes)
  undo.push('phase', () => node.registry.put(record))
  node.registry.put(record, 'pausing')
  undo.push('snapshot', () => removeSnapshot(node, snapshotId))
  await saveMemory(node, record, snapshotId)
  undo.push('freeze', () => node.cgroups.thaw(container.id))
  // What it does from here on would be lost.
  await node.cgroups.freeze(container.id)
  const facts = { ...snapshotFacts(node, record, snapshotId), owner: 'sandbox' as const }
  await node.snapshots.publish(facts, container.rootfs)
  const paused = {
    claim: { ...claim, endAtMs: node.clock.nowMs() },
    ...{ templateId, buildId, envdVersion, resources, snapshotId, filesOnly: false },
    frozenContainerId: container.id,
  }
  undo.push('paused record', () => node.records.removePaused(sandboxId))
  await node.records.writePaused(paused)
  undo.commit()
  return paused
}
