/**
 * Brings a paused sandbox back under its id and tokens. The removal of the paused record is the commit point: whatever
 * dies before it, the sandbox is paused as it was; after it, the sandbox runs.
 */
import { ServiceError } from '@cay/core/errors.ts'
import type { PausedSandbox } from '../ports.ts'
import { withPlace } from './admit.ts'
import { claimContainer } from './claim-container.ts'
import { dropSnapshot } from './drop-snapshot.ts'
import { makeContainer } from './make-container.ts'
import type { Node } from './node.ts'
import { removeContainer } from './remove-container.ts'
import type { LiveRecord, LiveView } from './sandbox-registry.ts'

export interface ResumeSandbox {
  readonly sandboxId: string
  /** Counted from the moment the sandbox can run a command. */
  readonly timeoutSeconds: number
  /** Boots from the files, also where there is memory. */
  readonly filesOnly: boolean
}

export interface ResumedSandbox {
  readonly view: LiveView
  readonly source: 'running' | 'restore'
}

/** Throws `sandbox_not_found`, `precondition_failed` when its memory cannot be restored here, `no_capacity`. */
export function resumeSandbox(node: Node, wanted: ResumeSandbox): Promise<ResumedSandbox> {
  return node.queue.run(wanted.sandboxId, () => resumeInTurn(node, wanted))
}

/** For those who have the sandbox's turn already. */
export async function resumeInTurn(node: Node, wanted: ResumeSandbox): Promise<ResumedSandbox> {
  const { sandboxId } = wanted
  const view = node.registry.view(sandboxId)
  if (view === undefined) throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
  if ('record' in view) return { view, source: 'running' }
  return await withPlace(node, sandboxId, () => resume(node, view.paused, wanted))
}

async function resume(node: Node, paused: PausedSandbox, wanted: ResumeSandbox): Promise<ResumedSandbox> {
  const { sandboxId } = paused.claim
  node.registry.putPaused(paused, 'resuming')
  try {
    const record = await restore(node, paused, wanted.timeoutSeconds)
    const view = node.registry.put(record)
    node.log.info(
      { sandboxID: sandboxId, containerID: record.container.id, source: 'restore' },
      'sandbox resumed',
    )
    dropSnapshot(node, paused.snapshotId)
    return { view, source: 'restore' }
  } catch (error) {
    node.registry.putPaused(paused)
    throw error
  }
}

async function restore(node: Node, paused: PausedSandbox, timeoutSeconds: number): Promise<LiveRecord> {
  const { templateId, buildId, envdVersion, claim } = paused
  const snapshot = await node.snapshots.open(paused.snapshotId)
  const fresh = await makeContainer(node, { ...snapshot, templateId, buildId, envdVersion })
  const { controlToken } = snapshot
  const order = { claim, timeoutSeconds, controlToken, currentControlToken: controlToken }
  const record = await claimContainer(node, fresh, order)
  try {
    await node.records.removePaused(claim.sandboxId)
  } catch (error) {
    await removeContainer(node, record).catch((failure: unknown) =>
      node.log.error({ sandboxID: claim.sandboxId, err: failure }, 'undo failed; it will be tried again'),
    )
    throw error
  }
  return record
}
