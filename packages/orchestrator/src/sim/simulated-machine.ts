/**
 * A machine that exists only in memory: what is on it, and faults on demand. What the node leaves behind here it would leave
 * behind on a real one. Its ports are the other files here that begin with simulated-.
 */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import type { Container } from '../ports/container.ts'
import type { GuestActivity, GuestIdentity } from '../ports/guest.ts'
import type { Clock, HostCapacity } from '../ports/host.ts'
import type { StoredStatus } from '../ports/machine.ts'
import type { ContainerRecord, EndedSandbox, PausedSandbox } from '../ports/record.ts'
import type { Snapshot } from '../ports/snapshot.ts'
import type { TemplateBuild } from '../ports/template.ts'

/** Steps at which a fault can be injected, in the order a create meets them. */
export const faultPoints = [
  'slots.acquire',
  'records.open',
  'disks.attach',
  'disks.linkRootfs',
  'records.write',
  'runtime.restore',
  'runtime.shieldDaemon',
  'daemon.waitReady',
  'packetRules.set',
  'daemon.init',
] as const
export type FaultPoint =
  | (typeof faultPoints)[number]
  | 'cgroups.freeze'
  | 'cgroups.remove'
  | 'cgroups.thaw'
  | 'connections.reset'
  | 'daemon.warmUp'
  | 'disks.detach'
  | 'egressClient.closeDisallowed'
  | 'egressClient.resetConnections'
  | 'egressClient.awaitGeneration'
  | 'packetRules.closeDisallowed'
  | 'runtime.attachVolumes'
  | 'records.remove'
  | 'records.removeEnded'
  | 'records.removePaused'
  | 'records.settlePaused'
  | 'records.writeEnded'
  | 'records.writePaused'
  | 'records.writePausedEpoch'
  | 'runtime.boot'
  | 'runtime.create'
  | 'runtime.checkpoint'
  | 'runtime.kill'
  | 'runtime.signal'
  | 'slots.release'
  | 'daemon.exportChanges'
  | 'daemon.idle'
  | 'daemon.importChanges'
  | 'daemon.trimMemory'
  | 'snapshots.begin'
  | 'snapshots.open'
  | 'snapshots.publish'
  | 'snapshots.remove'

/** A step fails before it has done anything, or when all is done: its caller cannot tell. */
export type FaultTime = 'before' | 'after'

export interface Step {
  readonly point: FaultPoint
  readonly time: FaultTime
}

interface Fault extends Step {
  skip: number
}

/** What a sandbox holds in memory and travels in a checkpoint. */
export interface GuestMemory {
  readonly identity?: GuestIdentity
  /** What its processes have done so far. */
  readonly work: readonly string[]
  /** What they have written into files. */
  readonly files: readonly string[]
}

interface Guest {
  readonly container: Container
  readonly process: ProcessIdentity
  memory: GuestMemory
  /** Processes of users, and calls that are being answered. */
  activity: GuestActivity
}

/** Operations at whose start `beforeStep` is awaited, with the sandbox's address, snapshot or id. */
export type HeldPoint =
  | 'runtime.checkpoint'
  | 'daemon.exportChanges'
  | 'snapshots.open'
  | 'records.writeEnded'

export class SimulatedMachine {
  bootedAtMs = 0
  /** Number of sandboxes that the node may run. */
  sandboxesMax = 100
  /** Addresses that the next network slots get, in order; when there are none, slots get addresses of their own. */
  readonly nextAddresses: string[] = []
  /** Snapshots that are still fetched when their root file system is here already. */
  readonly arriving = new Set<string>()
  /** Snapshots whose memory another runtime wrote. */
  readonly unrestorable = new Set<string>()
  /** Throws for a fault, or waits, so that a test can observe the operation in progress. */
  beforeStep: (point: HeldPoint, subject: string) => Promise<void> = async () => undefined
  /** What its file says; undefined: there is none. */
  nodeStatus: StoredStatus | undefined
  readonly slotsInUse = new Set<number>()
  readonly disks = new Set<string>()
  /** Second names of EROFS files, with the first one of each. */
  readonly rootfsNames = new Map<string, string>()
  readonly guests = new Map<string, Guest>()
  /** Containers whose guests are frozen and do not respond. */
  readonly frozen = new Set<string>()
  /** Containers of them whose processes have got SIGKILL, and die when they are thawed. */
  readonly killed = new Set<string>()
  /** What waits for the end of a container's processes. */
  readonly #onEnd = new Map<string, Set<() => void>>()
  /** How many of the next guests are started and never respond. */
  unresponsiveGuests = 0
  /** Processes that were ended for want of memory, by container. */
  readonly memoryKills = new Map<string, number>()
  readonly records = new Map<string, ContainerRecord>()
  /** Addresses that a connection is open to. */
  readonly connected = new Set<string>()
  /** By address; only sandboxes with lists of their own. */
  readonly packetRules = new Map<string, EgressLists>()
  isGatewayDown = false
  /** The newest generation of each sandbox that a caller waited for. */
  readonly gatewayGenerations = new Map<string, bigint>()
  /** Of whom the egress gateway, and the packet rules, were told to close what their lists refuse, in order. */
  readonly gatewayClosed: string[] = []
  readonly flowsClosed: { readonly address: string; readonly lists: EgressLists }[] = []
  /** Volumes that are mounted on the node, and those that were flushed, in order. */
  readonly attachedVolumes = new Set<string>()
  readonly flushedVolumes: string[] = []
  /** Containers whose process that serves volumes has ended. */
  readonly lostFileServers = new Set<string>()
  readonly ended = new Map<string, EndedSandbox>()
  readonly paused = new Map<string, PausedSandbox>()
  /** Snapshots in the making, by id. */
  readonly drafts = new Set<string>()
  readonly snapshots = new Map<string, Snapshot>()
  /** What checkpoints hold, by directory; a template's holds a guest that no sandbox has used. */
  readonly images = new Map<string, GuestMemory>()
  readonly builds: TemplateBuild[] = []
  hostCapacity: HostCapacity = { memoryAvailableMb: 16_384, diskAvailableMb: 100_000 }
  /** Every step that was taken, oldest first. */
  readonly steps: Step[] = []
  readonly #clock: Clock | undefined
  #nowMs = 1_700_000_000_000
  #faults: Fault[] = []
  #counter = 0
  #runs = 0
  #stepsUntilFault = Number.POSITIVE_INFINITY
  #stepsUntilKill = Number.POSITIVE_INFINITY

  /** Without a clock, time passes when `nowMs` is set. */
  constructor(clock?: Clock) {
    this.#clock = clock
  }

  get nowMs(): number {
    return this.#clock?.nowMs() ?? this.#nowMs
  }

  set nowMs(ms: number) {
    if (this.#clock !== undefined) throw new TypeError('the machine has a clock of its own')
    this.#nowMs = ms
  }

  /** The next passage of the point throws; `skip` passages pass first. */
  failAt(point: FaultPoint, skip = 0, time: FaultTime = 'before'): void {
    this.#faults.push({ point, time, skip })
  }

  /** The step after so many others throws. */
  failAfter(steps: number): void {
    this.#stepsUntilFault = steps
  }

  /** The node dies like by SIGKILL when so many more steps have been taken: from then on it does nothing. */
  killNodeAfter(steps: number): void {
    this.#stepsUntilKill = steps
  }

  /** Which run of a node on this machine it is; a new one ends the one before. */
  startRun(): number {
    this.#faults = []
    this.#stepsUntilFault = Number.POSITIVE_INFINITY
    this.#stepsUntilKill = Number.POSITIVE_INFINITY
    this.#runs += 1
    return this.#runs
  }

  /** Everything that belongs to a container, by kind; all empty on a clean machine. */
  leftovers() {
    return {
      slots: [...this.slotsInUse],
      disks: [...this.disks],
      processes: [...this.guests.keys()],
      records: [...this.records.keys()],
      packetRules: [...this.packetRules.keys()],
    }
  }

  guestAt(address: string): Guest | undefined {
    return [...this.guests.values()].find((guest) => guest.container.slot.address === address)
  }

  /** The guest that answers at the address. */
  reach(address: string): Guest {
    const guest = this.guestAt(address)
    if (guest === undefined) throw new Error('nobody answers')
    if (this.frozen.has(guest.container.id)) throw new Error('who is frozen does not answer')
    return guest
  }

  /** A process of the guest does something that it will remember. */
  work(address: string, what: string): void {
    const guest = this.reach(address)
    const { memory } = guest
    guest.memory = { ...memory, work: [...memory.work, what], files: [...memory.files, what] }
  }

  /** As `beforeStep`, for an operation that fails as soon as the processes of the container are gone, as those of a runtime do. */
  async beforeStepWhileAlive(point: HeldPoint, { id, slot }: Container): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => undefined)
    const ends = this.#onEnd.get(id) ?? new Set()
    const onEnd = () => reject(new Error('the runtime has lost its sandbox'))
    this.#onEnd.set(id, ends.add(onEnd))
    try {
      await Promise.race([this.beforeStep(point, slot.address), promise])
    } finally {
      ends.delete(onEnd)
    }
  }

  /** The sandbox's processes end by themselves. */
  crash(containerId: string): void {
    for (const onEnd of this.#onEnd.get(containerId) ?? []) onEnd()
    this.#onEnd.delete(containerId)
    this.guests.delete(containerId)
    this.frozen.delete(containerId)
    this.killed.delete(containerId)
  }

  thaw(containerId: string): void {
    if (this.killed.has(containerId)) this.crash(containerId)
    else this.frozen.delete(containerId)
  }

  /** A process of the guest is ended for want of memory. */
  runOutOfMemory(containerId: string): void {
    this.memoryKills.set(containerId, (this.memoryKills.get(containerId) ?? 0) + 1)
  }

  /** Its power is cut for a moment. */
  reboot(): void {
    for (const id of [...this.guests.keys()]) this.crash(id)
    this.memoryKills.clear()
    this.nowMs += 1
    this.bootedAtMs = this.nowMs
  }

  pass(step: Step, run: number): void {
    if (run !== this.#runs || this.#stepsUntilKill <= 0) throw new Error('the node was killed')
    this.#stepsUntilKill -= 1
    this.steps.push(step)
    this.#stepsUntilFault -= 1
    if (this.#stepsUntilFault === -1) throw new Error(`injected fault at ${step.point}`)
    const index = this.#faults.findIndex(({ point, time }) => point === step.point && time === step.time)
    const fault = this.#faults[index]
    if (fault === undefined) return
    if (fault.skip > 0) fault.skip -= 1
    else {
      this.#faults.splice(index, 1)
      throw new Error(`injected fault at ${step.point}`)
    }
  }

  next(): number {
    this.#counter += 1
    return this.#counter
  }
}
