/** Resource usage of sandboxes, for their team; also after they have ended. */
import { ServiceError } from '@cay/core/errors.ts'
import type { Range } from '@cay/core/metrics/series.ts'
import type { SandboxMetric } from '../../ports/observe.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { isSilence } from '../node/is-silence.ts'
import type { SandboxTarget } from '../sandbox/find-sandbox.ts'
import { findEver, type ObserveDeps, type Observed, observe } from './read-logs.ts'
import { readStoredMetrics } from './stored-history.ts'

/**
 * Defaults to the sandbox's whole life. Throws sandbox_not_found, request_invalid for a range that ends before it
 * starts.
 */
export async function readMetrics(
  deps: ObserveDeps & Pick<Deps, 'clock'>,
  target: SandboxTarget,
  { startMs, endMs }: { [End in keyof Range]: number | undefined },
): Promise<Observed<SandboxMetric[]>> {
  const sandbox = await findEver(deps, target)
  const range = { startMs: startMs ?? sandbox.startedAtMs, endMs: endMs ?? deps.clock.nowMs() }
  assertRange(range)
  return await observe(deps, sandbox, {
    onNode: (observer) => observer.readMetrics(sandbox.sandboxId, range),
    fromStore: () => readStoredMetrics(deps, sandbox.sandboxId, range),
  })
}

/** Throws request_invalid. */
export function assertRange({ startMs, endMs }: Range): void {
  if (startMs > endMs) throw new ServiceError('request_invalid', 'start must not be after end')
}

/** Sandboxes of other teams and unknown ids are omitted. */
export async function latestMetrics(
  { store, nodeRegistry, log }: Pick<Deps, 'store' | 'nodeRegistry' | 'log'>,
  team: Team,
  sandboxIds: readonly string[],
): Promise<ReadonlyMap<string, SandboxMetric>> {
  const listed = await Promise.all(sandboxIds.map((id) => store.findSandbox(id)))
  const own = listed.filter((sandbox) => sandbox !== undefined && sandbox.teamId === team.teamId)
  const running = own.filter((sandbox) => sandbox !== undefined)
  const nodeIds = new Set(running.flatMap(({ nodeId }) => nodeId ?? []))
  const found = await Promise.all(
    [...nodeIds].map(async (nodeId) => {
      const here = running.filter((sandbox) => sandbox.nodeId === nodeId)
      try {
        nodeRegistry.assertAlive(nodeId)
        const { observer } = nodeRegistry.clientsOf(nodeId)
        return await observer.latestMetrics(here.map(({ sandboxId }) => sandboxId))
      } catch (error) {
        if (!nodeRegistry.isCluster) throw error
        // The others still have an answer.
        if (!isSilence(error))
          log.warn({ event: 'node.call.failed', nodeID: nodeId, err: error }, 'a node answered with an error')
        return new Map()
      }
    }),
  )
  return new Map(found.flatMap((metrics) => [...metrics]))
}
