/**
 * Makes a sandbox durable and ends its processes, or keeps them frozen. The paused record is the commit point: after a crash
 * before it is written the sandbox runs, after a crash behind it the sandbox is paused. A failure leaves the sandbox running.
 */
import { ServiceError } from '@cay/core/errors.ts'
import { UndoStack } from '@cay/kit/flow/undo-stack.ts'
import { type PausedSandbox, partyOf } from '../../ports/record.ts'
import { ensureAwake, type WakeContext } from '../idle/wake-sandbox.ts'
import { type FlushLogsContext, flushLogs } from '../logs/flush-logs.ts'
import type { NodeContext } from '../node/node-context.ts'
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
  return runCommand(node, { sandboxId, epoch }, async () => {
    const record = node.registry.find(sandboxId)
    if (record !== undefined) return await pauseInTurn(node, record, { filesOnly })
    if (node.registry.findPaused(sandboxId) === undefined)
      throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
    throw new ServiceError('already_exists', `sandbox "${sandboxId}" is already paused`)
  })
}

const snapshotIdBytes = 16

export interface PauseOptions extends Pick<PauseRequest, 'filesOnly'> {
  /** The object store gets it later. */
  readonly isDeferred?: boolean
}

/** For callers that hold the sandbox's turn in the queue. */
export async function pauseInTurn(
  node: PauseContext,
  record: LiveRecord,
  options: PauseOptions,
): Promise<PausedView> {
  const { sandboxId } = record.claim
  await ensureAwake(node, sandboxId)
  const undo = new UndoStack()
  try {
    const { sandbox, continueProcesses } = await node.captures.run(partyOf(record.claim), () =>
      saveSandbox(node, record, { ...options, undo }),
    )
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
  { filesOnly, undo }: Pausing,
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
  { isDeferred = false, undo }: Pausing,
): Promise<PausedSandbox> {
  const { snapshotId, claim } = sandbox
  const isStored =
    !isDeferred && (await node.uploads.run(partyOf(claim), () => node.snapshots.upload(snapshotId, sandbox)))
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
}

/** Freezes the sandbox: what it does after its memory was written would be lost. */
async function holdMemory(
  node: PauseContext,
  record: LiveRecord,
  { snapshotId, logsFlushed, undo }: Holding,
) {
  await saveMemory(node, record, async () => {
    const [{ checkpoint }] = await Promise.all([node.snapshots.begin(snapshotId), logsFlushed])
    return checkpoint
  })
  undo.push('freeze', () => node.cgroups.thaw(record.container.id))
  await node.cgroups.freeze(record.container.id)
  return () => undefined
}

async function holdFiles(node: PauseContext, record: LiveRecord, { snapshotId, logsFlushed, undo }: Holding) {
  await logsFlushed
  const stopped = await saveFiles(node, record, snapshotId)
  undo.push('stopped processes', () => stopped.continueProcesses())
  return () => stopped.continueProcesses()
}

function keepFrozen(node: PauseContext, record: LiveRecord): void {
  node.frozenCopies.put(record)
  void evictFrozenCopies(node)
}
