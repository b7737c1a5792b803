/**
 * Snapshots that are in the object store as well. One that is not on this node is fetched before it is opened. What is
 * removed here is released there.
 */
import { isServiceError, type ServiceError } from '@cay/core/errors.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { settleAll } from '@cay/kit/flow/settle-all.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Artifacts, OpenedArtifact } from '../../ports/artifact.ts'
import type { PausedSandbox } from '../../ports/record.ts'
import type { Snapshot, Snapshots } from '../../ports/snapshot.ts'
import type { FileSnapshots } from '../snapshot/file-snapshots.ts'
import type { LastUses } from './last-uses.ts'
import type { SharedRootfs } from './shared-rootfs.ts'
import type { StoredRuntimes } from './stored-runtimes.ts'

export interface StoredSnapshotsOptions {
  readonly local: FileSnapshots
  readonly artifacts: Artifacts
  readonly rootfs: SharedRootfs
  readonly runtimes: StoredRuntimes
  readonly uses: LastUses
  readonly log: Logger
  /** All are stored later. */
  readonly isDeferred: boolean
}

export interface StoredSnapshots extends Snapshots {
  /** Stores one that is on this node. */
  store(snapshotId: string, paused?: PausedSandbox): Promise<void>
  /** Whether it must not be stored. */
  isTransient(snapshotId: string): boolean
  /** Removes it from this node alone, if it is not used. Resolves with whether it did. */
  evict(snapshotId: string, isUnused: () => boolean): Promise<boolean>
}

export function storedSnapshots(options: StoredSnapshotsOptions): StoredSnapshots {
  const { local, artifacts, uses } = options
  const queue = new SerialQueue()
  const transient = new Set<string>()
  /** What is fetched ahead, by the snapshot's id. */
  const arrivals = new Map<string, Arrival>()
  const store = (snapshotId: string, paused?: PausedSandbox) => storeSnapshot(options, snapshotId, paused)
  return {
    store,
    isTransient: (snapshotId) => transient.has(snapshotId),
    begin: (snapshotId) => local.begin(snapshotId),
    list: () => local.list(),
    publish: (facts, rootfs, given = {}) => {
      if (given.isTransient === true) transient.add(facts.snapshotId)
      return local.publish(facts, rootfs, given)
    },
    async upload(snapshotId, paused) {
      if (options.isDeferred) return false
      await store(snapshotId, paused)
      return true
    },
    fetchAhead(snapshotId) {
      const arriving = arrivals.get(snapshotId)
      if (arriving !== undefined) return arriving.rootfs
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      const whole = queue.run(snapshotId, async () => {
        if (!(await local.has(snapshotId))) await ensureHere(options, snapshotId, resolve)
      })
      arrivals.set(snapshotId, { rootfs: promise, whole })
      const settle = () => {
        arrivals.delete(snapshotId)
        resolve(undefined)
      }
      // The open that follows tells the failure.
      whole.then(settle, settle)
      return promise
    },
    has: async (snapshotId) => (await local.has(snapshotId)) || isSnapshot(await artifacts.open(snapshotId)),
    open: (snapshotId, how) => {
      const whole = arrivals.get(snapshotId)?.whole
      return queue.run(snapshotId, async () => {
        try {
          await whole
          return await openHere(options, snapshotId, how)
        } catch (error) {
          if (!isServiceError(error, 'snapshot_damaged') || !(await fetchAgain(options, snapshotId, error)))
            throw error
          return await openHere(options, snapshotId, how)
        }
      })
    },
    evict: (snapshotId, isUnused) =>
      queue.run(snapshotId, async () => {
        if (transient.has(snapshotId) || !isUnused()) return false
        await local.remove(snapshotId)
        uses.forget(snapshotId)
        return true
      }),
    async remove(snapshotId, { isHereOnly = false } = {}) {
      // What is being fetched is removed when it is there.
      await queue.run(snapshotId, () => local.remove(snapshotId))
      if (!transient.delete(snapshotId) && !isHereOnly) await artifacts.release([snapshotId])
    },
  }
}

interface Arrival {
  readonly rootfs: Promise<string | undefined>
  readonly whole: Promise<void>
}

async function storeSnapshot(
  { local, artifacts, rootfs, runtimes }: StoredSnapshotsOptions,
  snapshotId: string,
  paused: PausedSandbox | undefined,
): Promise<void> {
  const files = await local.ownFiles(snapshotId)
  const { directory, names, manifest } = files
  const [rootfsId, runtimeId] = await Promise.all([rootfs.store(files.rootfs), runtimes.storeFor(files)])
  await artifacts.store({
    artifactId: snapshotId,
    kind: paused === undefined ? 'snapshot' : 'pause',
    ...{ directory, names, rootfsId },
    ...(runtimeId === undefined ? {} : { runtimeId }),
    ...(manifest.kind === 'files' ? {} : { cpuFeatures: manifest.cpuFeatures }),
    ...(paused === undefined ? {} : { pause: recordOf(paused) }),
  })
}

/** The frozen copy is this node's alone. */
function recordOf(paused: PausedSandbox) {
  const { frozenContainerId: _, ...others } = paused
  const { sandboxId, epoch = 0 } = paused.claim
  return { sandboxId, epoch, record: JSON.stringify({ ...others, isStored: true }) }
}

async function openHere(
  options: StoredSnapshotsOptions,
  snapshotId: string,
  how: Parameters<Snapshots['open']>[1],
): Promise<Snapshot> {
  await ensureHere(options, snapshotId)
  return await options.local.open(snapshotId, how)
}

async function ensureHere(
  { uses, ...options }: StoredSnapshotsOptions,
  snapshotId: string,
  onRootfs?: (rootfs: string) => void,
): Promise<void> {
  const { local, artifacts, runtimes } = options
  if (await local.has(snapshotId)) await runtimes.fetchFor(await local.ownFiles(snapshotId))
  else await fetchSnapshot({ ...options, onRootfs }, snapshotId, await artifacts.open(snapshotId))
  uses.note(snapshotId, (await local.ownFiles(snapshotId)).directory)
}

/** A copy that was fetched is not flushed to the disk, so a power failure damages it. Resolves with whether there is another one. */
async function fetchAgain(
  options: StoredSnapshotsOptions,
  snapshotId: string,
  why: ServiceError,
): Promise<boolean> {
  const { local, artifacts, log } = options
  if (!(await local.has(snapshotId))) return false
  const artifact = await artifacts.open(snapshotId)
  if (!isSnapshot(artifact)) return false
  log.warn(
    { event: 'snapshot.fetched_again', snapshotID: snapshotId, why: why.message },
    'the copy of a snapshot on this node is damaged; fetching it from the object store',
  )
  await local.remove(snapshotId)
  await fetchSnapshot(options, snapshotId, artifact)
  return true
}

interface Fetching extends Pick<StoredSnapshotsOptions, 'local' | 'rootfs' | 'runtimes'> {
  /** Called as soon as the root file system is on this node. */
  readonly onRootfs?: ((rootfs: string) => void) | undefined
}

/** Without an artifact the local store says that the snapshot is damaged. */
async function fetchSnapshot(
  { local, rootfs, runtimes, onRootfs }: Fetching,
  snapshotId: string,
  artifact: OpenedArtifact | undefined,
): Promise<void> {
  if (!isSnapshot(artifact)) return
  const { rootfsId } = artifact
  await local.receive(snapshotId, async (directory) => {
    // Neither waits for the other.
    const files = artifact.fetch(directory, { isDurable: false })
    await settleAll(rootfsId === undefined ? [files] : [files, rootfs.fetch(rootfsId).then(onRootfs)])
    if (rootfsId !== undefined) await rootfs.place(rootfsId, directory)
  })
  await runtimes.fetchFor(await local.ownFiles(snapshotId))
}

function isSnapshot(artifact: OpenedArtifact | undefined): artifact is OpenedArtifact {
  return artifact?.kind === 'snapshot' || artifact?.kind === 'pause'
}
