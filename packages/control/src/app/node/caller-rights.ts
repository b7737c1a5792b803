/**
 * What a node of a cluster may ask control for: what concerns sandboxes that are on it. Where the caller is undefined, the
 * services of the single machine ask.
 */
import { ServiceError } from '@cay/core/errors.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'

/** Throws forbidden unless the record names the caller. */
export function assertOnCaller(
  { log }: Pick<Deps, 'log'>,
  { sandboxId, nodeId }: Pick<SandboxRecord, 'sandboxId' | 'nodeId'>,
  caller: string | undefined,
): void {
  if (caller === undefined || caller === nodeId) return
  log.warn(
    { event: 'node.request.refused', nodeID: caller, sandboxID: sandboxId },
    'refused a request of a node for a sandbox that is not on it',
  )
  throw new ServiceError('forbidden', `the sandbox '${sandboxId}' is not on node '${caller}'`)
}

/** Returns those of the sandboxes that are on the caller, or were paused there last. The others are logged. */
export async function withoutForeign(
  { store, log }: Pick<Deps, 'store' | 'log'>,
  sandboxIds: readonly string[],
  caller: string | undefined,
): Promise<ReadonlySet<string>> {
  const asked = new Set(sandboxIds)
  if (caller === undefined || asked.size === 0) return asked
  const found = await store.findSandboxes([...asked])
  const own = found.filter(({ nodeId, originId }) => nodeId === caller || originId === caller)
  const ownIds = new Set(own.map(({ sandboxId }) => sandboxId))
  const foreign = [...asked].filter((id) => !ownIds.has(id))
  if (foreign.length > 0)
    log.warn(
      { event: 'node.request.refused', nodeID: caller, sandboxIDs: foreign },
      'left out sandboxes of a request that are not on the node that asks',
    )
  return ownIds
}
