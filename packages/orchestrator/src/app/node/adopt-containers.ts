/**
 * Adopts, at the start of the node, the sandboxes that kept running and those that are paused, and ends the containers that
 * belong to no sandbox: pooled ones, and those of creates, ends and resumes that were not completed.
 */
import { type EgressLists, reachesNobody } from '@cay/core/egress/lists.ts'
import { causeOfUnseenDeath } from '@cay/core/sandbox/cause-of-death.ts'
import type { EndReason } from '@cay/core/sandbox/state.ts'
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import type { ContainerRecord, EndedSandbox, PausedSandbox } from '../../ports/record.ts'
import { endContainer, type RemovalContext } from '../container/remove-container.ts'
import { discardContainer } from '../pause/evict-frozen-copies.ts'
import { type RecordEndContext, recordEnd } from '../sandbox/record-end.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'
import { type DropSnapshotContext, dropUnreferencedSnapshots } from '../snapshot/drop-snapshot.ts'
import type { NodeContext } from './node-context.ts'

export type AdoptContext = DropSnapshotContext &
  RecordEndContext &
  RemovalContext &
  Pick<NodeContext, 'cgroups' | 'frozenCopies' | 'machine' | 'oomWatcher'>

/** What an earlier run of the node left. */
export interface RecoveredState {
  readonly records: readonly ContainerRecord[]
  readonly ended: readonly EndedSandbox[]
  readonly paused: readonly PausedSandbox[]
  /** Existing snapshots, usable or not, on this node or in the object store. */
  readonly snapshotIds: ReadonlySet<string>
}

export interface RecoveredSandboxes {
  readonly adopted: readonly LiveRecord[]
  /** Claimed by a sandbox, but dead. */
  readonly dead: readonly LiveRecord[]
  /** Belong to no sandbox. */
  readonly leftover: readonly ContainerRecord[]
  readonly paused: readonly PausedSandbox[]
  /** Frozen copies of paused sandboxes. */
  readonly frozen: readonly LiveRecord[]
  /** Paused, but without a snapshot. */
  readonly lostPaused: readonly PausedSandbox[]
  /** Stale: their sandbox has ended, or runs. */
  readonly forgotten: readonly PausedSandbox[]
}

/** Pure. Decides what happens to each record. */
export function classifyRecoveredState(
  recovered: RecoveredState,
  isAlive: (process: ProcessIdentity) => boolean,
): RecoveredSandboxes {
  const { records, snapshotIds } = recovered
  const endedIds = idsOf(recovered.ended)
  const isLiving = (record: LiveRecord) => record.process !== undefined && isAlive(record.process)
  const claimed = records.filter(isClaimed).filter((record) => !endedIds.has(record.claim.sandboxId))
  const claimedLiving = idsOf(claimed.filter(isLiving))
  const unended = recovered.paused.filter((one) => !endedIds.has(one.claim.sandboxId))
  const paused = unended.filter((one) => snapshotIds.has(one.snapshotId))
  const withoutSnapshot = unended.filter((one) => !snapshotIds.has(one.snapshotId))
  const lostPaused = withoutSnapshot.filter((one) => !claimedLiving.has(one.claim.sandboxId))
  // A container of a paused sandbox comes from a resume that was not committed.
  const pausedIds = idsOf([...paused, ...lostPaused])
  const sandboxes = newest(
    claimed.filter((record) => !pausedIds.has(record.claim.sandboxId)),
    isLiving,
  )
  const copyIds = new Set(paused.map((one) => one.frozenContainerId))
  const frozen = claimed.filter((record) => copyIds.has(record.container.id) && isLiving(record))
  const kept = new Set<ContainerRecord>([...sandboxes, ...frozen])
  return {
    adopted: sandboxes.filter(isLiving),
    dead: sandboxes.filter((record) => !isLiving(record)),
    leftover: records.filter((record) => !kept.has(record)),
    paused,
    frozen,
    lostPaused,
    forgotten: recovered.paused.filter((one) => !pausedIds.has(one.claim.sandboxId)),
  }
}

/**
 * The egress policy of each address, which must be in force before anything else is done. In leftover containers user
 * processes may run until they are ended, as in one that was about to be resumed.
 */
export function listsByAddress({ adopted, frozen, leftover }: RecoveredSandboxes): Map<string, EgressLists> {
  return new Map([
    ...leftover.map(({ container }) => [container.slot.address, reachesNobody] as const),
    ...[...adopted, ...frozen].map(({ container, claim }) => [container.slot.address, claim.egress] as const),
  ])
}

/** One record for each sandbox: the removal of a frozen copy that was replaced may not have been completed. */
function newest(records: readonly LiveRecord[], isLiving: (record: LiveRecord) => boolean): LiveRecord[] {
  const bySandbox = new Map<string, LiveRecord>()
  for (const record of records) {
    const other = bySandbox.get(record.claim.sandboxId)
    if (other === undefined || outweighs(record, other, isLiving))
      bySandbox.set(record.claim.sandboxId, record)
  }
  return [...bySandbox.values()]
}

function outweighs(
  record: LiveRecord,
  other: LiveRecord,
  isLiving: (record: LiveRecord) => boolean,
): boolean {
  if (isLiving(record) !== isLiving(other)) return isLiving(record)
  return record.claim.startedAtMs > other.claim.startedAtMs
}

export async function readRecoveredState(
  node: Pick<NodeContext, 'records' | 'snapshots'>,
): Promise<RecoveredState> {
  const { records } = await node.records.list()
  const { paused } = await node.records.listPaused()
  const isPresent = ({ isStored, snapshotId }: PausedSandbox) => isStored ?? node.snapshots.has(snapshotId)
  const present = await Promise.all(paused.map(isPresent))
  const snapshotIds = new Set(paused.map((one) => one.snapshotId).filter((_, index) => present[index]))
  return { records, paused, snapshotIds, ended: await node.records.listEnded() }
}

/** The start of the node waits until the processes of leftovers are gone, and not until their resources are released. */
export async function adoptContainers(
  node: AdoptContext,
  found: RecoveredSandboxes,
  ended: readonly EndedSandbox[],
): Promise<void> {
  for (const record of found.adopted) {
    // It may have been frozen, for a pause or because it was idle; an idle sandbox will be frozen again.
    await node.cgroups.thaw(record.container.id)
    await node.oomWatcher.adopt(record)
    node.registry.put(record)
  }
  for (const one of ended) node.registry.end(one)
  for (const record of found.dead)
    await recordEnd(node, { ...record, ...record.container }, await reasonOf(node, record))
  for (const one of found.lostPaused) await recordEnd(node, one, 'lost')
  for (const one of [...found.lostPaused, ...found.forgotten])
    await node.records.removePaused(one.claim.sandboxId)
  for (const one of found.paused) node.registry.putPaused(one)
  for (const record of found.frozen) await keepFrozen(node, record)
  await Promise.all([...found.dead, ...found.leftover].map((record) => endLeftover(node, record)))
  const snapshots = await dropUnreferencedSnapshots(node)
  const { adopted, paused, dead, lostPaused, leftover } = found
  const counts = { adopted: adopted.length, paused: paused.length, lost: dead.length + lostPaused.length }
  node.log.info(
    { event: 'node.recovered', ...counts, removed: leftover.length, snapshots },
    'recovered sandboxes and snapshots',
  )
}

/** A failure is retried while the node runs: it must not prevent the start. */
async function endLeftover(node: AdoptContext, record: ContainerRecord): Promise<void> {
  try {
    await endContainer(node, record)
  } catch (error) {
    const { id } = record.container
    node.log.warn(
      { event: 'container.remove.failed', containerID: id, err: error },
      'failed to end a leftover container; retried',
    )
  }
}

/** A copy that a resume had thawed is frozen again: the resume was never acknowledged. */
async function keepFrozen(node: AdoptContext, record: LiveRecord): Promise<void> {
  try {
    await node.cgroups.freeze(record.container.id)
    node.frozenCopies.put(record)
  } catch (error) {
    node.log.warn(
      { event: 'frozen_copy.discarded', containerID: record.container.id, err: error },
      'discarding a frozen copy',
    )
    await discardContainer(node, record)
  }
}

async function reasonOf(node: AdoptContext, { claim, container }: LiveRecord): Promise<EndReason> {
  return causeOfUnseenDeath({
    startedAtMs: claim.startedAtMs,
    bootedAtMs: node.machine.bootedAtMs(),
    memoryKills: await node.cgroups.memoryKills(container.id),
  })
}

function idsOf(all: readonly { readonly claim: { readonly sandboxId: string } }[]): Set<string> {
  return new Set(all.map((one) => one.claim.sandboxId))
}

function isClaimed(record: ContainerRecord): record is LiveRecord {
  return record.claim !== undefined && record.controlToken !== undefined
}
