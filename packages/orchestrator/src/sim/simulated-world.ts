/**
 * A simulated machine with a node that can be killed and started again, and a judge of what is on it: everything there must
 * belong to a sandbox, a frozen copy or a caller's snapshot, and what the node tells must be what is there.
 */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import { retryRemovals } from '../app/container/remove-container.ts'
import {
  adoptContainers,
  classifyRecoveredState,
  listsByAddress,
  readRecoveredState,
} from '../app/node/adopt-containers.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import { retryDrops } from '../app/snapshot/drop-snapshot.ts'
import { type GuestMemory, SimulatedMachine } from './simulated-machine.ts'
import { type SimulatedNodeOptions, simulateNode } from './simulated-node.ts'

export type SandboxState = 'absent' | 'running' | 'paused' | 'ended'

export class SimulatedWorld {
  readonly machine: SimulatedMachine
  node: NodeContext
  readonly #options: SimulatedNodeOptions
  /** Containers whose processes were under no lists when a node began. */
  readonly #unruled: string[] = []

  constructor(machine = new SimulatedMachine(), options: SimulatedNodeOptions = {}) {
    this.machine = machine
    this.#options = options
    this.node = simulateNode(machine, options)
  }

  /** What a killed node does when it is started again on the same machine. */
  async restart(): Promise<void> {
    const before = this.node
    this.node = simulateNode(this.machine, this.#options)
    const recovered = await readRecoveredState(this.node)
    const found = classifyRecoveredState(recovered, this.node.runtime.isAlive.bind(this.node.runtime))
    await this.#loadLists(listsByAddress(found))
    await adoptContainers(this.node, found, recovered.ended)
    await this.node.removals.drained()
    this.#sweep()
    await before.queue.drained()
    await before.removals.drained()
  }

  /** What the packet rules let out before the node does anything else. */
  async #loadLists(lists: ReadonlyMap<string, EgressLists>): Promise<void> {
    const { guests, packetRules } = this.machine
    packetRules.clear()
    for (const [address, own] of lists) await this.node.packetRules.set(address, own)
    for (const { container } of guests.values())
      if (!lists.has(container.slot.address)) this.#unruled.push(container.id)
  }

  /** Nothing that the node has begun goes on, and what failed was tried again. */
  async settle(): Promise<void> {
    await this.node.queue.drained()
    await this.node.removals.drained()
    await retryRemovals(this.node)
    await retryDrops(this.node)
  }

  state(sandboxId: string): SandboxState {
    const view = this.node.registry.views().find((one) => idOf(one) === sandboxId)
    if (view === undefined) return 'absent'
    const { phase } = view
    if (phase === 'running' || phase === 'paused' || phase === 'ended') return phase
    throw new Error(`${sandboxId} is left ${phase}`)
  }

  /** What its processes remember, and its files, wherever they are; undefined when they are nowhere. */
  memory(sandboxId: string): GuestMemory | undefined {
    const record = this.node.registry.find(sandboxId)
    if (record !== undefined) return this.machine.reach(record.container.slot.address).memory
    const { snapshotId } = this.node.registry.findPaused(sandboxId) ?? {}
    const snapshot = snapshotId === undefined ? undefined : this.machine.snapshots.get(snapshotId)
    if (snapshot === undefined) return undefined
    return this.machine.images.get(snapshot.kind === 'files' ? snapshot.files : snapshot.checkpoint)
  }

  /** What has no owner, and what is published but missing; empty when all is well. Call it when the node has settled. */
  faults(): string[] {
    const { machine, node } = this
    const live = node.registry.liveRecords()
    const copies = node.frozenCopies.records()
    const paused = node.registry.pausedSandboxes()
    const containers = [...live, ...copies].map(({ container }) => container)
    const ids = containers.map(({ id }) => id)
    const callers = [...machine.snapshots.values()].filter(({ owner }) => owner === 'caller')
    const snapshots = [...callers, ...paused].map(({ snapshotId }) => snapshotId)
    return [
      ...differences('processes', ids, machine.guests.keys()),
      ...differences('records', ids, machine.records.keys()),
      ...differences('disks', ids, machine.disks),
      ...differences(
        'slots',
        containers.map(({ slot }) => slot.index),
        machine.slotsInUse,
      ),
      ...differences(
        'frozen containers',
        copies.map(({ container }) => container.id),
        machine.frozen,
      ),
      ...differences(
        'recorded lists',
        [...live, ...copies].map(({ container, claim }) => toText(container.id, claim.egress)),
        [...machine.records].map(([id, { claim }]) => toText(id, claim?.egress)),
      ),
      ...differences(
        'packet rules',
        [...live, ...copies]
          .filter(({ claim }) => claim.egress.allowOut.length + claim.egress.denyOut.length > 0)
          .map(({ container, claim }) => toText(container.slot.address, claim.egress)),
        [...machine.packetRules].map(([address, lists]) => toText(address, lists)),
      ),
      ...differences('containers without lists', [], this.#unruled),
      ...differences('drafts', [], machine.drafts),
      ...differences('snapshots', snapshots, machine.snapshots.keys()),
      // That of one that has ended means nothing, and goes when its end is acknowledged.
      ...differences(
        'paused records',
        paused.map((one) => one.claim.sandboxId),
        [...machine.paused.keys()].filter((id) => this.state(id) !== 'ended'),
      ),
      ...differences(
        'copies',
        [],
        copies.map((one) => one.claim.sandboxId).filter((id) => this.state(id) !== 'paused'),
      ),
      ...differences('pending removals', [], node.pendingRemovals.keys()),
    ]
  }

  /** What the sweep of a start does on a real machine, by the names of things. */
  #sweep(): void {
    const records = [
      ...this.node.registry.liveRecords(),
      ...this.node.frozenCopies.records(),
      ...this.node.pendingRemovals.values(),
    ]
    const ids = new Set(records.map(({ container }) => container.id))
    const slots = new Set(records.map(({ container }) => container.slot.index))
    for (const id of this.machine.guests.keys()) if (!ids.has(id)) this.machine.crash(id)
    for (const id of this.machine.disks) if (!ids.has(id)) this.machine.disks.delete(id)
    for (const index of this.machine.slotsInUse) if (!slots.has(index)) this.machine.slotsInUse.delete(index)
    this.machine.drafts.clear()
  }
}

function toText(whose: string, lists: EgressLists | undefined): string {
  return `${whose}: allow [${lists?.allowOut.join()}], deny [${lists?.denyOut.join()}]`
}

function idOf(view: ReturnType<NodeContext['registry']['views']>[number]): string {
  if ('ended' in view) return view.ended.claim.sandboxId
  return ('paused' in view ? view.paused : view.record).claim.sandboxId
}

function differences<T>(what: string, expected: Iterable<T>, found: Iterable<T>): string[] {
  const expectedItems = new Set(expected)
  const foundItems = new Set(found)
  return [
    ...[...expectedItems]
      .filter((one) => !foundItems.has(one))
      .map((one) => `${what}: ${String(one)} is missing`),
    ...[...foundItems]
      .filter((one) => !expectedItems.has(one))
      .map((one) => `${what}: ${String(one)} is nobody's`),
  ]
}
