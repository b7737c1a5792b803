/** Where sandboxes are, for proxies that get requests for them. */
import { isOver } from '@cay/core/sandbox/lifetime.ts'
import type { State } from '@cay/core/sandbox/state.ts'
import type { SandboxLocation } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import type { ClusterNodes } from './cluster-nodes.ts'

export type LocateDeps = Pick<Deps, 'store' | 'clock'> & {
  readonly cluster: Pick<ClusterNodes, 'find' | 'statusOf'>
}

export type LocatedSandbox =
  | { readonly kind: 'on_node'; readonly nodeId: string; readonly address: string; readonly epoch: number }
  | { readonly kind: 'paused' | 'placing' | 'unreachable' | 'not_found' }

/** In the order of the ids. */
export async function locateSandboxes(
  deps: LocateDeps,
  sandboxIds: readonly string[],
): Promise<LocatedSandbox[]> {
  return await Promise.all(
    sandboxIds.map(async (sandboxId) => locateRecord(deps, await deps.store.locateSandbox(sandboxId))),
  )
}

const whereabouts: Readonly<Record<State, 'placing' | 'node' | 'paused' | 'gone'>> = {
  creating: 'placing',
  running: 'node',
  snapshotting: 'node',
  pausing: 'node',
  // Also while it is being resumed: a request for that joins it, and learns where it is then.
  paused: 'paused',
  killing: 'gone',
  ended: 'gone',
}

export function locateRecord(
  { cluster, clock }: Omit<LocateDeps, 'store'>,
  record: SandboxLocation | undefined,
): LocatedSandbox {
  if (record === undefined || isOver(record, clock.nowMs())) return { kind: 'not_found' }
  switch (whereabouts[record.state]) {
    case 'gone':
      return { kind: 'not_found' }
    case 'paused':
      return { kind: 'paused' }
    case 'placing':
      return { kind: 'placing' }
    case 'node':
      return onNode(cluster, record)
  }
}

/**
 * A node that does not reach control may still reach other nodes, and its sandboxes go on until its fence: a proxy that
 * cannot reach it says so itself.
 */
function onNode(
  cluster: LocateDeps['cluster'],
  { nodeId, epoch }: Pick<SandboxLocation, 'nodeId' | 'epoch'>,
): LocatedSandbox {
  const address = nodeId === null ? undefined : cluster.find(nodeId)?.report?.address
  if (nodeId === null || address === undefined || address === '' || cluster.statusOf(nodeId) === 'lost')
    return { kind: 'unreachable' }
  return { kind: 'on_node', nodeId, address, epoch }
}
