/**
 * Makes a sandbox durable and ends its processes, or keeps them frozen. The paused record is the commit point: after a crash
 * before it is written the sandbox runs, after a crash behind it the sandbox is paused. A failure leaves the sandbox running.
 */
import { ServiceError } from '@cay/core/errors.ts'
import { abortable } from '@cay/kit/flow/abortable.ts'
import { UndoStack } from '@cay/kit/flow/undo-stack.ts'
import { type PausedSandbox, partyOf } from '../../ports/record.ts'
import { ensureAwake, type WakeContext } from '../idle/wake-sandbox.ts'
import { type FlushLogsContext, flushLogs } from '../logs/flush-logs.ts'
import type { NodeContext } from '../node/node-context.ts'
import { preemptible } from '../sandbox/preempt.ts'
import { type CommandContext, runCommand } from '../sandbox/run-command.ts'
import type { LiveRecord, PausedView } from '../sandbox/sandbox-registry.ts'
import { type DropSnapshotContext, removeSnapshot } from '../snapshot/drop-snapshot.ts'
import { type SaveFilesContext, saveFiles } from '../snapshot/save-files.ts'
import { type SaveMemoryContext, saveMemory, snapshotFacts } from '../snapshot/save-memory.ts'
import { flushVolumes } from '../volume/flush-volumes.ts'
import { discardContainer, evictFrozenCopies, type FrozenCopiesContext } from './evict-frozen-copies.ts'

export type PauseContext = CommandContext &
  FlushLogsContext &
  DropSnapshotContext &
  SaveFilesContext &
  SaveMemoryContext &
  FrozenCopiesContext &
  WakeContext &
  Pick<NodeContext, 'captures' | 'uploads' | 'volumes'>

export interface PauseRequest {
  readonly sandboxId: string
  /** Memory and processes are discarded. */
  readonly filesOnly: boolean
  readonly epoch?: number
}

/** Throws `sandbox_not_found`, `already_exists` for one that is paused, `disk_full`, `conflict`, `store_unavailable`. */
export function pauseSandbox(
  node: PauseContext,
  { sandboxId, filesOnly, epoch }: PauseRequest,
): Promise<PausedView> {
  return runCommand(node, { sandboxId, epoch }, async (preempted) => {
    const record = node.registry.find(sandboxId)
    if (record !== undefined) return await pauseInTurn(node, record, { filesOnly, preempted })
    if (node.registry.findPaused(sandboxId) === undefined)
      throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
    throw new ServiceError('already_exists', `sandbox "${sandboxId}" is already paused`)
  })
}

const snapshotIdBytes = 16

export interface PauseOptions extends Pick<PauseRequest, 'filesOnly'> {
  readonly preempted: AbortSignal
  /** The object store gets it later. */
  readonly isDeferred?: boolean
}

/** For callers that hold the sandbox's turn in the queue. */
export function pauseInTurn(
  node: PauseContext,
  record: LiveRecord,
  options: PauseOptions,
): Promise<PausedView> {
  return preemptible(options.preempted, () => pause(node, record, options))
}

async function pause(node: PauseContext, record: LiveRecord, options: PauseOptions): Promise<PausedView> {
  const { sandboxId } = record.claim
  await ensureAwake(node, sandboxId)
  const undo = new UndoStack()
  try {
    const save = () => saveSandbox(node, record, { ...options, undo })
    const party = partyOf(record.claim)
    const { sandbox, continueProcesses } = options.filesOnly
      ? // The guest decides how long it takes.
        await node.captures.runForTurn(party, save, { turnMsMax: exportTurnMsMax, signal: options.preempted })
      : await node.captures.run(party, save, options.preempted)
    // A node that is fenced releases its volumes next, which writes everything.
    if (options.isDeferred !== true) await flushVolumes(node, record)
    const paused = await makeDurable(node, sandbox, { ...options, undo })
    const { snapshotId: snapshotID, filesOnly } = paused
    node.log.info({ event: 'sandbox.paused', sandboxID: sandboxId, snapshotID, filesOnly }, 'sandbox paused')
    if (paused.frozenContainerId === undefined) await discardContainer(node, record)
    else keepFrozen(node, record)
    continueProcesses()
    return node.registry.putPaused(paused)
  } catch (error) {
    for (const failure of await undo.unwind())
      node.log.error(
        { event: 'undo.failed', sandboxID: sandboxId, step: failure.name, err: failure.error },
        'failed to undo a step',
      )
    throw error
  }
}

/** Milliseconds for which an export keeps others from being captured. */
const exportTurnMsMax = 10_000
/**
 * Milliseconds by which an export may outlast the timeout of its sandbox. A pause that was requested in time is what its owner
 * wanted; but the guest must not run on for as long as it likes.
 */
export const exportPastEndMsMax = 120_000

interface Held {
  readonly sandbox: PausedSandbox
  /** Call it when the container is discarded or frozen. */
  continueProcesses(): void
}

interface Pausing extends PauseOptions {
  readonly undo: UndoStack
}

async function saveSandbox(
  node: PauseContext,
  record: LiveRecord,
  { filesOnly, undo, preempted }: Pausing,
): Promise<Held> {
  const { claim, container, templateId, buildId, envdVersion } = record
  const snapshotId = node.host.randomHex(snapshotIdBytes)
  undo.push('phase', () => node.registry.put(record))
  node.registry.put(record, 'pausing', { filesOnly })
  const logsFlushed = flushLogs(node, record)
  undo.push('snapshot', () => removeSnapshot(node, snapshotId))
  const continueProcesses = await (filesOnly ? holdFiles : holdMemory)(node, record, {
    snapshotId,
    logsFlushed,
    undo,
    preempted,
  })
  const facts = snapshotFacts(node, record, snapshotId)
  const kind = filesOnly ? 'files' : 'memory'
  const sandbox: PausedSandbox = {
    claim: { ...claim, endAtMs: node.clock.nowMs() },
    ...{ templateId, buildId, envdVersion, resources: container.resources, snapshotId, filesOnly },
    ...(filesOnly ? {} : { frozenContainerId: container.id }),
    ...(filesOnly || container.engine === undefined ? {} : { engine: container.engine }),
  }
  await node.snapshots.publish({ ...facts, kind, owner: 'sandbox' }, container.rootfs)
  return { sandbox, continueProcesses }
}

/** Uploads it while it is frozen. A slow object store must not keep others from being saved, so no capture waits for this. */
async function makeDurable(
  node: PauseContext,
  sandbox: PausedSandbox,
  { isDeferred = false, undo, preempted }: Pausing,
): Promise<PausedSandbox> {
  const { snapshotId, claim } = sandbox
  const upload = () => node.snapshots.upload(snapshotId, sandbox)
  const isStored =
    !isDeferred && (await abortable(node.uploads.run(partyOf(claim), upload, preempted), preempted))
  const paused = isStored ? { ...sandbox, isStored } : sandbox
  undo.push('paused record', () => node.records.removePaused(claim.sandboxId))
  await node.records.writePaused(paused)
  undo.commit()
  return paused
}

interface Holding {
  readonly snapshotId: string
  /** Resolves when the last log lines were fetched; never rejects. */
  readonly logsFlushed: Promise<void>
  readonly undo: UndoStack
  readonly preempted: AbortSignal
}

/** Freezes the sandbox: what it does after its memory was written would be lost. */
async function holdMemory(
  node: PauseContext,
  record: LiveRecord,
  { snapshotId, logsFlushed, undo, preempted }: Holding,
) {
  const begin = async () => {
    const [{ checkpoint }] = await Promise.all([node.snapshots.begin(snapshotId), logsFlushed])
    return checkpoint
  }
  await saveMemory(node, record, begin, preempted)
  undo.push('freeze', () => node.cgroups.thaw(record.container.id))
  await node.cgroups.freeze(record.container.id)
  return () => undefined
}

async function holdFiles(
  node: PauseContext,
  record: LiveRecord,
  { snapshotId, logsFlushed, undo, preempted }: Holding,
) {
  await logsFlushed
  const leftMs = Math.max(0, record.claim.endAtMs - node.clock.nowMs()) + exportPastEndMsMax
  const late = new AbortController()
  const why = new Error('the export outlasted the timeout of the sandbox')
  const timer = setTimeout(() => late.abort(why), Math.min(leftMs, timerMsMax))
  const signal = AbortSignal.any([preempted, late.signal])
  const stopped = await saveFiles(node, record, { snapshotId, signal }).finally(() => clearTimeout(timer))
  undo.push('stopped processes', () => stopped.continueProcesses())
  return () => stopped.continueProcesses()
}

/** A longer timer would fire at once. */
const timerMsMax = 2 ** 31 - 1

function keepFrozen(node: PauseContext, record: LiveRecord): void {
  node.frozenCopies.put(record)
  void evictFrozenCopies(node)
}
