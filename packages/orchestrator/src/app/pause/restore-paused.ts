/** Creates the container of a paused sandbox again, from its snapshot. A failure leaves no container. */
import { type PausedSandbox, partyOf } from '../../ports/record.ts'
import type { Snapshot } from '../../ports/snapshot.ts'
import { type MakeContainerContext, makeContainer } from '../container/make-container.ts'
import type { NodeContext } from '../node/node-context.ts'
import { type ClaimContext, claimContainer } from '../sandbox/claim-container.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'
import { type DropSnapshotContext, removeSnapshot } from '../snapshot/drop-snapshot.ts'
import { type ExtractFilesContext, extractFiles } from '../snapshot/save-files.ts'
import { volumesOfBoot, volumesOfRestore } from '../volume/container-volumes.ts'
import { type CreateAheadContext, type CreatedAhead, createWhileFetched } from './create-while-fetched.ts'
import { discardContainer } from './evict-frozen-copies.ts'

export type RestoreContext = ClaimContext &
  CreateAheadContext &
  DropSnapshotContext &
  MakeContainerContext &
  ExtractFilesContext &
  Pick<NodeContext, 'host'>

export interface Resuming {
  readonly timeoutSeconds: number
  /** Ends the resume, and fails it. */
  readonly signal: AbortSignal
}

const controlTokenBytes = 32
const draftIdBytes = 16

/**
 * Restores its memory. Throws `precondition_failed`, which says why it cannot be restored on this node, and
 * `snapshot_damaged`.
 */
export async function restorePaused(
  node: RestoreContext,
  paused: PausedSandbox,
  { timeoutSeconds, signal }: Resuming,
): Promise<LiveRecord> {
  const { templateId, buildId, envdVersion, claim } = paused
  const ahead = createWhileFetched(node, paused)
  const snapshot = await openOrDiscard(node, paused, ahead)
  const { controlToken } = snapshot
  const volumes = volumesOfRestore(snapshot.volumeCount, claim.volumeMounts)
  const options = {
    ...snapshot,
    templateId,
    buildId,
    envdVersion,
    egress: claim.egress,
    ...volumes,
    party: partyOf(claim),
    signal,
  }
  const created = await ahead.take(options)
  const fresh = await makeContainer(node, { ...options, ...(created === undefined ? {} : { created }) })
  return await claimContainer(node, fresh, {
    ...{ claim, timeoutSeconds, controlToken, signal },
    currentControlToken: controlToken,
  })
}

async function openOrDiscard(
  node: RestoreContext,
  { snapshotId }: PausedSandbox,
  ahead: CreatedAhead,
): Promise<Snapshot> {
  try {
    return await node.snapshots.open(snapshotId)
  } catch (error) {
    await ahead.discard()
    throw error
  }
}

/** Boots from its files. Those of a snapshot of memory are extracted first. */
export async function bootPaused(
  node: RestoreContext,
  paused: PausedSandbox,
  resuming: Resuming,
): Promise<LiveRecord> {
  const snapshot = await node.snapshots.open(paused.snapshotId, { filesOnly: true })
  if (snapshot.kind === 'files')
    return await boot(node, { paused, ...resuming, snapshot, files: snapshot.files })
  const draftId = node.host.randomHex(draftIdBytes)
  try {
    const files = await extractFiles(node, snapshot, { draftId, signal: resuming.signal })
    return await boot(node, { paused, ...resuming, snapshot, files })
  } finally {
    await removeSnapshot(node, draftId)
  }
}

interface BootOptions extends Resuming {
  readonly paused: PausedSandbox
  readonly snapshot: Snapshot
  readonly files: string
}

async function boot(
  node: RestoreContext,
  { paused, timeoutSeconds, snapshot, files, signal }: BootOptions,
): Promise<LiveRecord> {
  const { templateId, buildId, envdVersion, claim } = paused
  const { rootfs, resources } = snapshot
  const defaults = snapshot.defaults === undefined ? {} : { defaults: snapshot.defaults }
  const volumes = volumesOfBoot(claim.volumeMounts)
  const origin = { templateId, buildId, envdVersion, rootfs, resources, ...defaults }
  const options = { ...origin, ...volumes, party: partyOf(claim), signal }
  const fresh = await makeContainer(node, options)
  try {
    await node.daemon.importChanges(fresh.container.slot.address, files, signal)
  } catch (error) {
    await discardContainer(node, fresh)
    throw error
  }
  const controlToken = node.host.randomHex(controlTokenBytes)
  return await claimContainer(node, fresh, { claim, timeoutSeconds, controlToken, signal, ...defaults })
}
