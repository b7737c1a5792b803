import { GarbageCollector } from '../artifact/collect-garbage.ts'
import { attempt } from '../attempt.ts'
import type { Deps } from '../deps.ts'
import { pruneOldEvents, relayEvents, signLedgers } from '../event/audit.ts'
import { exportEvents } from '../event/export-events.ts'
import { abandonVolumes, removeDeletedVolumes } from '../volume/volumes.ts'

export type KeepHouseDeps = Pick<
  Deps,
  | 'store'
  | 'clock'
  | 'log'
  | 'nodeRegistry'
  | 'nodes'
  | 'placement'
  | 'eventDays'
  | 'eventExports'
  | 'ledgerKey'
  | 'removesGarbage'
  | 'blobs'
>

/** Interval between two runs of what is due always. */
const everyMs = 10_000
/** Interval between two signatures of the ends of the ledger's chains. */
const signEveryMs = 60_000
/** Interval between two pruning runs of the audit log. */
const pruneEveryMs = 600_000
/** Interval between two searches for unused artifacts, which look at each artifact. */
const collectEveryMs = 60_000

/** Interval between two attempts to delete the files of volumes that are deleted. */
const removeVolumesEveryMs = 60_000

/** What is done for the whole installation, by one control process, until the signal is aborted. Never throws. */
export async function keepHouse(deps: KeepHouseDeps, signal: AbortSignal): Promise<void> {
  const exports = deps.eventExports.map((target) => exportEvents(deps, target, signal))
  await Promise.all([doPeriodically(deps, signal), ...exports])
}

async function doPeriodically(deps: KeepHouseDeps, signal: AbortSignal): Promise<void> {
  let prunedAtMs = Number.NEGATIVE_INFINITY
  let collectedAtMs = Number.NEGATIVE_INFINITY
  let removedAtMs = Number.NEGATIVE_INFINITY
  let signedAtMs = deps.clock.nowMs()
  const garbage = new GarbageCollector(deps)
  for (;;) {
    await deps.clock.sleep(everyMs, signal)
    if (signal.aborted) return
    await attempt(deps, 'poll the node', async () => {
      await deps.nodes.poll()
    })
    await attempt(deps, 'relay events', () => relayEvents(deps))
    if (deps.clock.nowMs() - signedAtMs >= signEveryMs) {
      signedAtMs = deps.clock.nowMs()
      await attempt(deps, 'sign the ledger', () => signLedgers(deps))
    }
    if (deps.removesGarbage && deps.clock.nowMs() - collectedAtMs >= collectEveryMs) {
      collectedAtMs = deps.clock.nowMs()
      await attempt(deps, 'remove unused artifacts', () => garbage.collect())
    }
    if (deps.clock.nowMs() - removedAtMs >= removeVolumesEveryMs) {
      removedAtMs = deps.clock.nowMs()
      await attempt(deps, 'give up interrupted creations of volumes', () => abandonVolumes(deps))
      await attempt(deps, 'delete the files of volumes', () => removeDeletedVolumes(deps))
    }
    if (deps.clock.nowMs() - prunedAtMs < pruneEveryMs) continue
    prunedAtMs = deps.clock.nowMs()
    await attempt(deps, 'prune old events', () => pruneOldEvents(deps))
  }
}
