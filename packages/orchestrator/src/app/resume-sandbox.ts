/**
 * Brings a paused sandbox back under its id and tokens: its frozen copy goes on where there still is one, else its snapshot
 * is restored. The removal of the paused record is the commit point: whatever dies before it, the sandbox is paused as it
 * was; after it, the sandbox runs.
 */
import { ServiceError } from '@cay/core/errors.ts'
import type { PausedSandbox } from '../ports.ts'
import { withPlace } from './admit.ts'
import { claimContainer } from './claim-container.ts'
import { dropSnapshot } from './drop-snapshot.ts'
import { makeContainer } from './make-container.ts'
import type { Node } from './node.ts'
import type { LiveRecord, LiveView } from './sandbox-registry.ts'
import { giveUp } from './tend-frozen-copies.ts'

export interface ResumeSandbox {
  readonly sandboxId: string
  /** Counted from the moment the sandbox can run a command. */
  readonly timeoutSeconds: number
  /** Boots from the files, also where there is memory. */
  readonly filesOnly: boolean
}

export interface ResumedSandbox {
  readonly view: LiveView
  readonly source: 'running' | 'thaw' | 'restore'
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
  const { paused } = view
  node.registry.putPaused(paused, 'resuming')
  try {
    const { record, source } = await bringBack(node, paused, wanted)
    node.log.info({ sandboxID: sandboxId, containerID: record.container.id, source }, 'sandbox resumed')
    dropSnapshot(node, paused.snapshotId)
    return { view: node.registry.put(record), source }
  } catch (error) {
    node.registry.putPaused(paused)
    throw error
  }
}

/** The copy needs no place: it has one. */
async function bringBack(node: Node, paused: PausedSandbox, wanted: ResumeSandbox) {
  const copy = node.frozenCopies.take(wanted.sandboxId)
  const thawed = copy === undefined ? undefined : await thaw(node, copy, paused, wanted)
  if (thawed !== undefined) return { record: thawed, source: 'thaw' as const }
  const record = await withPlace(node, wanted.sandboxId, () => restore(node, paused, wanted))
  return { record, source: 'restore' as const }
}

/** Undefined when it does not go on; then nothing of it is left. */
async function thaw(node: Node, copy: LiveRecord, paused: PausedSandbox, { timeoutSeconds }: ResumeSandbox) {
  const { container, process } = copy
  const startedAtMs = node.clock.nowMs()
  const claim = { ...paused.claim, startedAtMs, endAtMs: startedAtMs + timeoutSeconds * 1000 }
  const record = { ...copy, claim }
  try {
    if (process === undefined || !node.runtime.isAlive(process))
      throw new Error('it died while it was frozen')
    await node.records.write(record)
    await node.cgroups.thaw(container.id)
    await commit(node, paused)
    return record
  } catch (error) {
    node.log.warn(
      { containerID: container.id, err: error },
      'a frozen copy did not go on; its snapshot is restored',
    )
    await giveUp(node, copy)
    return undefined
  }
}

async function restore(
  node: Node,
  paused: PausedSandbox,
  { timeoutSeconds }: ResumeSandbox,
): Promise<LiveRecord> {
  const { templateId, buildId, envdVersion, claim } = paused
  const snapshot = await node.snapshots.open(paused.snapshotId)
  const fresh = await makeContainer(node, { ...snapshot, templateId, buildId, envdVersion })
  const { controlToken } = snapshot
  const order = { claim, timeoutSeconds, controlToken, currentControlToken: controlToken }
  const record = await claimContainer(node, fresh, order)
  try {
    await commit(node, paused)
    return record
  } catch (error) {
    await giveUp(node, record)
    throw error
  }
}

/** A removal that fails may still have happened: the record is made again, or the sandbox would be nowhere. */
async function commit(node: Node, paused: PausedSandbox): Promise<void> {
  try {
    await node.records.removePaused(paused.claim.sandboxId)
  } catch (error) {
    await node.records.writePaused(paused)
    throw error
  }
}
