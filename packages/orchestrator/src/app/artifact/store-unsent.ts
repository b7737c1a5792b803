/**
 * Stores what is on this node alone: what was paused at its timeout, what was there before there was an object store, and
 * everything where nobody waits for it. A failure leaves it for the next round.
 */
import type { Artifacts } from '../../ports/artifact.ts'
import type { PausedSandbox } from '../../ports/record.ts'
import type { ListedSnapshot } from '../../ports/snapshot.ts'
import type { NodeContext } from '../node/node-context.ts'

export interface UnsentBuild {
  readonly templateId: string
  readonly buildId: string
}

export interface StoreUnsentContext extends Pick<NodeContext, 'log' | 'queue' | 'records' | 'registry'> {
  readonly artifacts: Pick<Artifacts, 'findStored'>
  readonly snapshots: {
    list(): Promise<readonly ListedSnapshot[]>
    store(snapshotId: string, paused?: PausedSandbox): Promise<void>
    isTransient(snapshotId: string): boolean
  }
  readonly builds: {
    places(): Promise<readonly UnsentBuild[]>
    store(build: UnsentBuild): Promise<void>
  }
}

/** Milliseconds between rounds. */
export const storeUnsentEveryMs = 10_000

/** Never rejects. */
export async function storeUnsent(node: StoreUnsentContext): Promise<void> {
  const paused = node.registry.pausedSandboxes().filter(({ isStored }) => isStored === undefined)
  for (const one of paused)
    await attempt(node, one.snapshotId, async () => {
      await node.snapshots.store(one.snapshotId, one)
      await noteStored(node, one)
    })
  await attempt(node, 'snapshots', () => storeSnapshots(node))
  await attempt(node, 'builds', () => storeBuilds(node))
}

/** It may have been resumed meanwhile, and even paused again. */
function noteStored(node: StoreUnsentContext, { claim, snapshotId }: PausedSandbox): Promise<void> {
  return node.queue.run(claim.sandboxId, async () => {
    const paused = node.registry.findPaused(claim.sandboxId)
    if (paused?.snapshotId !== snapshotId) return
    const stored = { ...paused, isStored: true } as const
    await node.records.writePaused(stored)
    node.registry.putPaused(stored)
  })
}

async function storeSnapshots(node: StoreUnsentContext): Promise<void> {
  const ours = (await node.snapshots.list()).filter(
    ({ owner, snapshotId }) => owner === 'caller' && !node.snapshots.isTransient(snapshotId),
  )
  for (const snapshotId of await unsentOf(
    node,
    ours.map((one) => one.snapshotId),
  ))
    await attempt(node, snapshotId, () => node.snapshots.store(snapshotId))
}

async function storeBuilds(node: StoreUnsentContext): Promise<void> {
  const places = await node.builds.places()
  const unsent = new Set(
    await unsentOf(
      node,
      places.map(({ buildId }) => buildId),
    ),
  )
  for (const place of places)
    if (unsent.has(place.buildId)) await attempt(node, place.buildId, () => node.builds.store(place))
}

async function unsentOf(node: StoreUnsentContext, artifactIds: readonly string[]): Promise<string[]> {
  if (artifactIds.length === 0) return []
  const stored = await node.artifacts.findStored(artifactIds)
  return artifactIds.filter((id) => !stored.has(id))
}

async function attempt(
  { log }: StoreUnsentContext,
  artifactId: string,
  task: () => Promise<void>,
): Promise<void> {
  try {
    await task()
  } catch (error) {
    log.warn(
      { event: 'artifact.store.failed', artifactID: artifactId, err: error },
      'failed to store an artifact in the object store; retried',
    )
  }
}
