/**
 * Resumes a paused sandbox under its id and tokens. Its frozen copy is thawed where there still is one; otherwise its snapshot
 * is restored, or booted where it has only files. The removal of the paused record is the commit point: after a crash before
 * it the sandbox is paused, after a crash behind it the sandbox runs.
 */
import { ServiceError } from '@cay/core/errors.ts'
import type { PausedSandbox } from '../../ports/record.ts'
import { type AdmitContext, checkStarts, withAdmission } from '../node/admit.ts'
import { preemptible } from '../sandbox/preempt.ts'
import { type CommandContext, runCommand } from '../sandbox/run-command.ts'
import type { LiveRecord, LiveView } from '../sandbox/sandbox-registry.ts'
import { dropSnapshot } from '../snapshot/drop-snapshot.ts'
import { discardContainer } from './evict-frozen-copies.ts'
import { bootPaused, type RestoreContext, type Resuming, restorePaused } from './restore-paused.ts'

export type ResumeContext = AdmitContext & CommandContext & RestoreContext

export interface ResumeRequest {
  readonly sandboxId: string
  /** Counted from the moment the sandbox can run a command. */
  readonly timeoutSeconds: number
  /** Boots from the files, even when there is memory. */
  readonly filesOnly: boolean
  readonly epoch?: number
}

export interface ResumedSandbox {
  readonly view: LiveView
  readonly source: 'running' | 'thaw' | 'restore' | 'boot'
}

/** Throws `sandbox_not_found`, `precondition_failed` when its memory cannot be restored here, `snapshot_damaged`, `no_capacity`. */
export function resumeSandbox(node: ResumeContext, request: ResumeRequest): Promise<ResumedSandbox> {
  return runCommand(node, request, (preempted) => resumeInTurn(node, request, preempted))
}

/** For callers that hold the sandbox's turn in the queue. */
export async function resumeInTurn(
  node: ResumeContext,
  request: ResumeRequest,
  preempted: AbortSignal,
): Promise<ResumedSandbox> {
  const { sandboxId } = request
  const view = node.registry.view(sandboxId)
  if (view === undefined) throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
  if ('record' in view) return { view, source: 'running' }
  checkStarts(node)
  const { paused } = view
  node.registry.putPaused(paused, 'resuming')
  try {
    const resuming = { ...request, signal: preempted }
    const { record, source } = await preemptible(preempted, () => restoreOrThaw(node, paused, resuming))
    node.log.info(
      { event: 'sandbox.resumed', sandboxID: sandboxId, containerID: record.container.id, source },
      'sandbox resumed',
    )
    dropSnapshot(node, paused.snapshotId)
    return { view: node.registry.put(record), source }
  } catch (error) {
    node.registry.putPaused(paused)
    throw error
  }
}

interface Restored {
  readonly record: LiveRecord
  readonly source: ResumedSandbox['source']
}

async function restoreOrThaw(
  node: ResumeContext,
  paused: PausedSandbox,
  request: ResumeRequest & Resuming,
): Promise<Restored> {
  const { sandboxId, timeoutSeconds, signal } = request
  const copy = node.frozenCopies.take(sandboxId)
  if (paused.filesOnly || request.filesOnly) {
    if (copy !== undefined) await discardContainer(node, copy)
    const boot = () => bootPaused(node, paused, { timeoutSeconds, signal })
    return {
      record: await committed(node, paused, await withAdmission(node, sandboxId, boot)),
      source: 'boot',
    }
  }
  // It needs no admission: its memory is taken already.
  const thawed = copy === undefined ? undefined : await thaw(node, copy, { paused, timeoutSeconds })
  if (thawed !== undefined) return { record: thawed, source: 'thaw' }
  const restore = () => restorePaused(node, paused, { timeoutSeconds, signal })
  return {
    record: await committed(node, paused, await withAdmission(node, sandboxId, restore)),
    source: 'restore',
  }
}

interface Thawing {
  readonly paused: PausedSandbox
  readonly timeoutSeconds: number
}

/** Undefined when the copy cannot be thawed; it is discarded then. */
async function thaw(node: ResumeContext, copy: LiveRecord, { paused, timeoutSeconds }: Thawing) {
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
      { event: 'frozen_copy.thaw.failed', containerID: container.id, err: error },
      'failed to thaw a frozen copy; restoring from the snapshot',
    )
    await discardContainer(node, copy)
    return undefined
  }
}

async function committed(
  node: ResumeContext,
  paused: PausedSandbox,
  record: LiveRecord,
): Promise<LiveRecord> {
  try {
    await commit(node, paused)
    return record
  } catch (error) {
    await discardContainer(node, record)
    throw error
  }
}

/** A removal that fails may still have happened, so the record is written again: otherwise the sandbox could be lost. */
async function commit(node: ResumeContext, paused: PausedSandbox): Promise<void> {
  try {
    await node.records.removePaused(paused.claim.sandboxId)
  } catch (error) {
    await node.records.writePaused(paused)
    throw error
  }
}
