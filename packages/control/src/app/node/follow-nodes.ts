/** Follows nodes of a cluster: each node is followed by one control process at a time, and each process follows its share. */
import { isServiceError } from '@cay/core/errors.ts'
import type { Deps } from '../deps.ts'
import type { ClusterNodes } from './cluster-nodes.ts'
import { type FollowNodeDeps, followNode } from './follow-node.ts'

export type FollowNodesDeps = FollowNodeDeps &
  Pick<Deps, 'leaseClock' | 'replicas' | 'operations'> & { readonly cluster: ClusterNodes }

/** Duration of the lease in milliseconds, and how often it is renewed. */
const leaseMs = 10_000
const renewMs = 2_000
/** The following of a node ends that long before the lease does. */
const marginMs = 2_000

interface Followed {
  readonly stop: AbortController
  readonly done: Promise<void>
}

/** Follows its share of the nodes until the signal is aborted. Never throws. */
export async function followNodes(deps: FollowNodesDeps, signal: AbortSignal): Promise<void> {
  const followed = new Map<string, Followed>()
  let endMs = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    const nowMs = deps.leaseClock.nowMs()
    const taking = takeShare(deps, nowMs)
    // A database that does not answer keeps the statement for longer than the lease lasts.
    if (followed.size > 0 && !(await isSettledBefore(deps, taking, endMs))) follow(deps, followed, new Set())
    const ids = await taking
    const nextEndMs = nowMs + leaseMs - marginMs
    if (ids !== undefined && deps.leaseClock.nowMs() < nextEndMs) {
      endMs = nextEndMs
      follow(deps, followed, new Set(ids))
    } else if (deps.leaseClock.nowMs() >= endMs) follow(deps, followed, new Set())
    await deps.leaseClock.sleep(renewMs, signal)
  }
  follow(deps, followed, new Set())
  await Promise.all([...followed.values()].map(({ done }) => done))
  await deps.store.releaseNodes(deps.operations.processId).catch(ignoreUnavailable)
}

async function isSettledBefore(
  { leaseClock }: FollowNodesDeps,
  task: Promise<unknown>,
  endMs: number,
): Promise<boolean> {
  const settled = new AbortController()
  const late = leaseClock.sleep(Math.max(0, endMs - leaseClock.nowMs()), settled.signal).then(() => false)
  const isInTime = await Promise.race([task.then(() => true), late])
  settled.abort()
  return isInTime
}

/** Undefined when the database does not answer. Never throws. */
async function takeShare(deps: FollowNodesDeps, nowMs: number): Promise<readonly string[] | undefined> {
  const { store, operations, replicas, cluster, log } = deps
  const share = Math.max(1, Math.ceil(cluster.ids().length / replicas.count))
  try {
    return await store.followNodes(operations.processId, share, { nowMs, untilMs: nowMs + leaseMs })
  } catch (error) {
    const level = isServiceError(error) ? 'debug' : 'error'
    log[level]({ event: 'replica.renew.failed', err: error }, 'failed to renew a lease; retrying')
    return undefined
  }
}

function follow(deps: FollowNodesDeps, followed: Map<string, Followed>, ids: ReadonlySet<string>): void {
  for (const [nodeId, { stop }] of followed) if (!ids.has(nodeId)) stop.abort()
  for (const nodeId of ids) {
    if (followed.has(nodeId)) continue
    const stop = new AbortController()
    const done = followNode(deps, nodeId, stop.signal).finally(() => followed.delete(nodeId))
    followed.set(nodeId, { stop, done })
  }
}

function ignoreUnavailable(error: unknown): void {
  if (!isServiceError(error, 'database_unavailable')) throw error
}
