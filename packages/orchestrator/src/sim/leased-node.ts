/** A simulated node of a cluster in virtual time: it renews its lease, and fences itself, as the real one does. */
import { Fence } from '../app/lease/fence.ts'
import { LeaseRenewer } from '../app/lease/lease-renewer.ts'
import { NodeLease } from '../app/lease/node-lease.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import { releaseVolumes } from '../app/volume/detach-volumes.ts'
import type { Clock } from '../ports/host.ts'
import type { LeaseClient, StoredLease } from '../ports/lease.ts'
import { SimulatedMachine } from './simulated-machine.ts'
import { SimulatedVolumes } from './simulated-volumes.ts'
import { SimulatedWorld } from './simulated-world.ts'

/** Passes only when a test lets it. */
export class VirtualTime implements Clock {
  #nowMs = 1_700_000_000_000
  readonly #sleepers = new Set<{ readonly atMs: number; wake(): void }>()

  nowMs(): number {
    return this.#nowMs
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => this.#sleepers.add({ atMs: this.#nowMs + ms, wake }))
  }

  /** Wakes whoever is due, and resolves when what they began waits again. */
  async pass(ms: number): Promise<void> {
    this.#nowMs += ms
    for (const sleeper of this.#sleepers) {
      if (sleeper.atMs > this.#nowMs) continue
      this.#sleepers.delete(sleeper)
      sleeper.wake()
    }
    await settled()
  }

  /** The machine is suspended meanwhile: nothing on it runs. */
  suspend(ms: number): void {
    this.#nowMs += ms
  }
}

/** Steps of a simulated node take no longer than a few turns of the event loop. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await new Promise(setImmediate)
}

interface LeasedNodeOptions {
  readonly machine?: SimulatedMachine
  readonly kept?: StoredLease | undefined
  readonly bootId?: string
}

export class LeasedNode {
  readonly machine: SimulatedMachine
  readonly lease: NodeLease
  /** What its lease file holds. */
  stored: StoredLease | undefined
  readonly #time: VirtualTime
  readonly #client: LeaseClient
  readonly #world: SimulatedWorld
  #fence: Fence
  #renewer: LeaseRenewer
  #renewAtMs = 0
  #isRenewing = false

  constructor(time: VirtualTime, client: LeaseClient, options: LeasedNodeOptions = {}) {
    const { bootId = 'boot 1', kept } = options
    this.#time = time
    this.#client = client
    this.machine = options.machine ?? new SimulatedMachine(time)
    this.stored = kept
    const clock = { bootId, nowMs: () => time.nowMs() }
    const file = {
      read: async () => this.stored,
      write: async (lease: StoredLease) => {
        this.stored = lease
      },
    }
    this.lease = new NodeLease({ clock, file, kept })
    this.#world = new SimulatedWorld(this.machine, { lease: this.lease })
    this.#fence = this.#openFence()
    this.#renewer = this.#openRenewer()
  }

  get node(): NodeContext {
    return this.#world.node
  }

  /** Lets time pass, in steps. */
  async run(ms: number, stepMs = 1_000): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      this.turn()
      await this.#time.pass(Math.min(stepMs, ms - passed))
    }
    this.turn()
    await this.#time.pass(0)
  }

  /** What the timers of the node do at this moment. */
  turn(): void {
    this.#fence.round()
    if (!this.#isRenewing && this.#time.nowMs() >= this.#renewAtMs) void this.#renew()
  }

  /** Sandboxes whose processes run. */
  runningCount(): number {
    return [...this.machine.guests.keys()].filter((id) => !this.machine.frozen.has(id)).length
  }

  /** The service dies and starts again; with another boot id, the machine does. */
  async restart(bootId?: string): Promise<LeasedNode> {
    if (bootId !== undefined) for (const id of [...this.machine.guests.keys()]) this.machine.crash(id)
    const { machine, stored: kept } = this
    const again = new LeasedNode(this.#time, this.#client, {
      ...{ machine, kept },
      ...(bootId === undefined ? {} : { bootId }),
    })
    await again.#recover()
    return again
  }

  async #recover(): Promise<void> {
    await this.#world.restart()
    this.#fence = this.#openFence()
    this.#renewer = this.#openRenewer()
  }

  #openFence(): Fence {
    return new Fence({ ...this.node, lease: this.lease, releaseVolumes: () => this.#releaseVolumes() }, 4)
  }

  #openRenewer(): LeaseRenewer {
    return new LeaseRenewer({
      ...{ ...this.node, lease: this.lease, leaseClient: this.#client },
      releaseVolumes: () => this.#releaseVolumes(),
      report: async () => ({
        capacity: emptyCapacity,
        pooledBuildIds: [],
        cachedBuildIds: [],
        volumesDirectoryId: undefined,
      }),
      sleep: (ms) => this.#time.sleep(ms),
    })
  }

  #releaseVolumes(): Promise<void> {
    const sharedVolumes = new SimulatedVolumes(this.machine)
    return releaseVolumes({ ...this.node, sharedVolumes, stopServing: async () => undefined })
  }

  async #renew(): Promise<void> {
    this.#isRenewing = true
    this.#renewAtMs = this.#time.nowMs() + this.#renewer.everyMs
    const outcome = await this.#renewer.renew(new AbortController().signal)
    this.#isRenewing = false
    if (outcome === 'again') await this.#renew()
  }
}

const emptyCapacity = {
  ...{ placesMax: 200, placesUsed: 0, placesInFlight: 0, cpuCount: 2, cpusAllocated: 0 },
  ...{ memoryTotalMb: 1, memoryFreeMb: 1, diskFreeMb: 1 },
}
