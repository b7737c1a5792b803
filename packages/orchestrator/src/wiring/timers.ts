/** The timers of the node: they keep the pool filled, and reconcile sandboxes, containers and snapshots. */
import type { Logger } from '@cay/kit/log.ts'
import type { ContainerParts } from '../app/container/container-parts.ts'
import { retryRemovals, retryRemovalsEveryMs } from '../app/container/remove-container.ts'
import { IdleFreezer, idlePollEveryMs } from '../app/idle/idle-freezer.ts'
import { reportRefusedEveryMs, reportRefusedPackets } from '../app/logs/report-refused-packets.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import { evictCopiesEveryMs, evictFrozenCopies } from '../app/pause/evict-frozen-copies.ts'
import { fillEveryMs } from '../app/pool/pool.ts'
import { oomPollEveryMs } from '../app/sandbox/oom-watcher.ts'
import { reconcileEveryMs, reconcileSandboxes } from '../app/sandbox/reconcile-sandboxes.ts'
import { retryDrops } from '../app/snapshot/drop-snapshot.ts'
import { fileServerPollEveryMs } from '../app/volume/file-server-watcher.ts'

/** Milliseconds between listings of the templates. */
const templatesEveryMs = 5_000

/** Keeps preallocated slots for the newest build, and a pool for the newest build of each template. */
export async function keepPoolReady(node: NodeContext): Promise<void> {
  const all = await node.templates.list()
  const builds = newestBuilds(all)
  if (builds[0] !== undefined) node.preallocatedSlots.keep(builds[0].resources.diskSizeMb)
  // A container of the pool is restored from the checkpoint of its build.
  node.pool.setBuilds(builds.filter(({ foreign }) => foreign === undefined))
  await node.volumeCheckpoints.keepOnly(all)
  await node.foreignCheckpoints.keepOnly(all.filter(({ foreign }) => foreign !== undefined))
}

/** `refresh` lists the templates again. */
export function startTimers(node: NodeContext, refresh: () => Promise<void>, log: Logger): NodeJS.Timeout[] {
  let turn = 0
  return [
    setInterval(() => reconcileSandboxes(node, turn++), reconcileEveryMs),
    setInterval(() => void node.oomWatcher.poll(), oomPollEveryMs),
    setInterval(() => void node.fileServerWatcher.poll(), fileServerPollEveryMs),
    setInterval(() => node.pool.fill(), fillEveryMs),
    setInterval(() => void evictFrozenCopies(node), evictCopiesEveryMs),
    setInterval(() => void retryRemovals(node satisfies ContainerParts), retryRemovalsEveryMs),
    setInterval(() => void retryDrops(node), retryRemovalsEveryMs),
    setInterval(() => void reportRefusedPackets(node), reportRefusedEveryMs),
    setInterval(
      () =>
        void refresh().catch((error: unknown) =>
          log.error({ event: 'template.list.failed', err: error }, 'failed to read the templates'),
        ),
      templatesEveryMs,
    ),
  ]
}

export function startIdleFreezer(node: NodeContext, graceMs: number): NodeJS.Timeout {
  const idleFreezer = new IdleFreezer(node, graceMs)
  return setInterval(() => void idleFreezer.poll(), idlePollEveryMs)
}

/** The newest build of each template; builds are listed newest first. */
function newestBuilds<T extends { templateId: string }>(builds: readonly T[]): T[] {
  return builds.filter(
    (build, index) => builds.findIndex((one) => one.templateId === build.templateId) === index,
  )
}
