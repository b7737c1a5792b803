/** What a start does with what an earlier run has left on the machine: takes over what lives, and sweeps the rest. */
import { retry } from '@cay/kit/flow/retry.ts'
import { adoptContainers, type Found, readRemains, sortRemains } from './app/adopt-containers.ts'
import type { Node } from './app/node.ts'
import type { LiveRecord } from './app/sandbox-registry.ts'
import { dropRuntimes } from './edge/kept-runtimes.ts'
import { endStrayCalls, type LeftoverPlaces, removeLeftovers } from './edge/leftovers.ts'
import type { wireMachine } from './machine.ts'
import type { EgressLists } from './ports.ts'

type WholeNode = Node & Pick<ReturnType<typeof wireMachine>, 'packetRules'>

/** Before anything can be made: the packet rules are whole from the first packet on. */
export async function takeOver(node: WholeNode, dataDir: string, places: LeftoverPlaces): Promise<void> {
  const remains = await readRemains(node)
  const sorted = sortRemains(remains, (one) => node.runtime.isAlive(one))
  await node.packetRules.load(listsByAddress([...sorted.adopted, ...sorted.frozen]))
  await endStrayCalls(places.containers, keptIds(sorted))
  await adoptContainers(node, sorted, remains.ended)
  await dropUnnamedRuntimes(node, dataDir)
  await sweep(node, places)
}

/** What the machine is still busy with is free a moment later; what never gets free must not keep the node from running. */
async function sweep(node: Node, places: LeftoverPlaces): Promise<void> {
  try {
    const removed = await retry(() => removeLeftovers(places, knownTo(node)), {
      attempts: 10,
      delayMs: () => 300,
    })
    node.log.info(removed, 'swept what belonged to nobody')
  } catch (error) {
    node.log.error({ err: error }, 'could not sweep what belongs to nobody; the next start tries again')
  }
}

/** A runtime goes when no snapshot and no container was made by it, and another is installed. */
async function dropUnnamedRuntimes(node: Node, dataDir: string): Promise<void> {
  const snapshots = await node.snapshots.list()
  const containers = [
    ...node.registry.liveRecords(),
    ...node.frozenCopies.records(),
    ...node.condemned.values(),
  ]
  const engines = [
    node.engine,
    ...snapshots.map((one) => one.engine),
    ...containers.map((one) => one.container.engine),
  ]
  const named = engines.flatMap((engine) => (engine === undefined ? [] : [engine.sha256]))
  const dropped = await dropRuntimes(dataDir, new Set(named))
  if (dropped > 0) node.log.info({ dropped }, 'removed runtimes that nothing was made by')
}

function listsByAddress(records: readonly LiveRecord[]): Map<string, EgressLists> {
  return new Map(records.map(({ container, claim }) => [container.slot.address, claim.egress]))
}

function keptIds({ adopted, frozen }: Found): Set<string> {
  return new Set([...adopted, ...frozen].map((record) => record.container.id))
}

function knownTo(node: Node) {
  const records = [...node.registry.liveRecords(), ...node.frozenCopies.records(), ...node.condemned.values()]
  return {
    slots: new Set(records.map((record) => record.container.slot.index)),
    containerIds: new Set(records.map((record) => record.container.id)),
  }
}
