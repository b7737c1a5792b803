/** Recovers, at a start, what an earlier run left on the machine: adopts what runs, and removes what is orphaned. */
import { retry } from '@cay/kit/flow/retry.ts'
import {
  adoptContainers,
  classifyRecoveredState,
  listsByAddress,
  type RecoveredSandboxes,
  type RecoveredState,
  readRecoveredState,
} from '../app/node/adopt-containers.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import { dropRuntimes } from '../edge/container/kept-runtimes.ts'
import {
  endOrphanedCalls,
  findLeftovers,
  type LeftoverScope,
  type Leftovers,
  removeLeftovers,
} from '../edge/container/leftovers.ts'
import type { HostNetworkSlots } from '../edge/network/network-slots.ts'
import type { NetworkSlot } from '../ports/container.ts'
import type { wireMachine } from './wire-machine.ts'

type WholeNode = NodeContext & Pick<ReturnType<typeof wireMachine>, 'packetRules'>

export interface RecoveryScope extends LeftoverScope {
  readonly slots: HostNetworkSlots
}

export interface RecoveredNode {
  /** Removes what is orphaned; never rejects. Nothing has to wait for it, because the node does not reuse its names. */
  sweep(): Promise<void>
}

/** Call it before anything is created: the packet rules are complete from the first packet on. */
export async function recoverNode(
  node: WholeNode,
  dataDir: string,
  machine: RecoveryScope,
): Promise<RecoveredNode> {
  const recovered = await readRecoveredState(node)
  const sorted = classifyRecoveredState(recovered, (one) => node.runtime.isAlive(one))
  await node.packetRules.load(listsByAddress(sorted))
  await endOrphanedCalls(machine.containers, keptIds(sorted))
  await machine.slots.restoreMountNamespaces(keptSlots(sorted))
  await adoptContainers(node, sorted, recovered.ended)
  await dropUnreferencedRuntimes(node, dataDir)
  const leftovers = await findLeftovers(machine, knownBy(recovered))
  machine.slots.hold(numbersOf(leftovers))
  return { sweep: () => sweep(node, machine, leftovers) }
}

/** Retries, because busy resources are free a moment later. */
async function sweep(
  { log }: Pick<NodeContext, 'log'>,
  machine: RecoveryScope,
  leftovers: Leftovers,
): Promise<void> {
  try {
    const removed = await retry(() => removeLeftovers(machine, leftovers), {
      attempts: 10,
      delayMs: () => 300,
    })
    machine.slots.free(numbersOf(leftovers))
    log.info({ event: 'node.orphans.removed', ...removed }, 'removed orphaned resources')
  } catch (error) {
    log.error(
      { event: 'node.orphans.failed', err: error },
      'failed to remove orphaned resources; retried at the next start',
    )
  }
}

/** Removes runtimes that no snapshot and no container was made by, and that are not installed. */
async function dropUnreferencedRuntimes(node: NodeContext, dataDir: string): Promise<void> {
  const snapshots = await node.snapshots.list()
  const containers = [
    ...node.registry.liveRecords(),
    ...node.frozenCopies.records(),
    ...node.pendingRemovals.values(),
  ]
  const engines = [
    node.engine,
    ...snapshots.map((one) => one.engine),
    ...containers.map((one) => one.container.engine),
  ]
  const named = engines.flatMap((engine) => (engine === undefined ? [] : [engine.sha256]))
  const dropped = await dropRuntimes(dataDir, new Set(named))
  if (dropped > 0) node.log.info({ event: 'runtime.removed', dropped }, 'removed unused runtimes')
}

function keptIds({ adopted, frozen }: RecoveredSandboxes): Set<string> {
  return new Set([...adopted, ...frozen].map((record) => record.container.id))
}

function keptSlots({ adopted, frozen }: RecoveredSandboxes): NetworkSlot[] {
  return [...adopted, ...frozen].map((record) => record.container.slot)
}

/** Everything with a record is kept, or removed with its record. */
function knownBy({ records }: RecoveredState) {
  return {
    slots: new Set(records.map((record) => record.container.slot.index)),
    containerIds: new Set(records.map((record) => record.container.id)),
  }
}

function numbersOf({ slots }: Leftovers): number[] {
  return slots.map(({ index }) => index)
}
