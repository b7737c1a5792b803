/** A node on a simulated machine, wired as the real one is. */
import type { NodeBounds } from '@cay/core/placement/admission.ts'
import { policyOf } from '@cay/core/placement/node-status.ts'
import { Semaphore } from '@cay/kit/flow/semaphore.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { createLogger } from '@cay/kit/log.ts'
import type { ContainerParts } from '../app/container/container-parts.ts'
import type { MachineParts } from '../app/container/machine-parts.ts'
import { LogKeeper } from '../app/logs/log-keeper.ts'
import { CreateTally } from '../app/node/create-tally.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import { NodeStatusStore } from '../app/node/node-status-store.ts'
import { FrozenCopies } from '../app/pause/frozen-copies.ts'
import { CreatedContainers } from '../app/pool/created-containers.ts'
import { Pool } from '../app/pool/pool.ts'
import { PreallocatedSlots } from '../app/pool/preallocated-slots.ts'
import { MemoryWatch } from '../app/sandbox/memory-watch.ts'
import { SandboxRegistry } from '../app/sandbox/sandbox-registry.ts'
import { CaptureTurns } from '../app/snapshot/capture-turns.ts'
import type { Consent } from '../ports/host.ts'
import type { Machine } from '../ports/machine.ts'
import type { TemplateBuild } from '../ports/template.ts'
import { SimulatedGuestLogs, SimulatedLogStore } from './simulated-logs.ts'
import type { SimulatedMachine } from './simulated-machine.ts'
import {
  type NodeRun,
  SimulatedConnections,
  SimulatedDaemon,
  SimulatedDisks,
  SimulatedGate,
  SimulatedHost,
  SimulatedPacketRules,
  SimulatedRecords,
  SimulatedRuntime,
  SimulatedSlots,
} from './simulated-parts.ts'
import { SimulatedSnapshots } from './simulated-snapshots.ts'

export const simulatedBuild: TemplateBuild = {
  templateId: 'base0000000000000000',
  buildId: '11111111-1111-4111-8111-111111111111',
  alias: 'base',
  resources: { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10_240 },
  envdVersion: '0.6.13',
  createdAtMs: 1,
  rootfs: '/templates/rootfs.erofs',
  checkpoint: '/templates/checkpoint',
}

const simulatedFacts: Omit<Machine, 'bootedAtMs'> = {
  facts: async () => ({ cpuFamily: '6', cpuModel: '1', cpuModelName: 'simulated', cpuArchitecture: 'x64' }),
  usage: async () => ({
    cpuPercent: 25,
    cpuCount: 8,
    memory: {
      usedBytes: 2 ** 30,
      totalBytes: 2 ** 34,
      hugePages: { total: 0, used: 0, reserved: 0 },
      hugePageBytes: 2 ** 21,
    },
    disks: [{ mountPoint: '/', device: '/dev/sda1', filesystemType: 'ext4', usedBytes: 1, totalBytes: 2 }],
  }),
}

function standingOf(machine: SimulatedMachine, clock: SimulatedHost): NodeStatusStore {
  const file = {
    read: async () => machine.nodeStatus,
    write: async (kept: SimulatedMachine['nodeStatus']) => {
      machine.nodeStatus = kept
    },
  }
  return new NodeStatusStore({ file, clock, kept: machine.nodeStatus })
}

function wireParts(run: NodeRun, preallocatedSlots: number): ContainerParts {
  const host = new SimulatedHost(run)
  const berthParts = {
    containersDirectory: '/dev/null/containers',
    slots: new SimulatedSlots(run),
    disks: new SimulatedDisks(run),
    records: new SimulatedRecords(run),
    host,
    clock: host,
    log: createLogger('simulated', 'silent'),
  }
  const parts = {
    ...berthParts,
    preallocatedSlots: new PreallocatedSlots(berthParts, preallocatedSlots),
    cgroups: host,
    packetRules: new SimulatedPacketRules(run),
    runtime: new SimulatedRuntime(run),
    daemon: new SimulatedDaemon(run),
    restores: new Semaphore(4),
    removals: new SerialQueue(),
    pendingRemovals: new Map(),
  } satisfies MachineParts
  return { ...parts, created: new CreatedContainers(parts) }
}

export interface SimulatedNodeOptions {
  readonly poolSize?: number
  /** As many as `poolSize` when nothing is said: then demand changes nothing. */
  readonly poolMax?: number
  readonly preallocatedSlots?: number
  /** Containers to keep created ahead; none when nothing is said. */
  readonly created?: number
  readonly bounds?: Partial<NodeBounds>
  readonly consent?: Consent
}

export function simulateNode(machine: SimulatedMachine, options: SimulatedNodeOptions = {}): NodeContext {
  const run = { machine, number: machine.startRun() }
  const parts = wireParts(run, options.preallocatedSlots ?? 0)
  const host = new SimulatedHost(run)
  const starting = new Set<string>()
  const standing = standingOf(machine, host)
  const registry = new SandboxRegistry(BigInt(machine.nowMs) * 1000n)
  const store = new SimulatedLogStore(host)
  const guestLogs = new SimulatedGuestLogs()
  const logs = new LogKeeper({ store, guestLogs, registry, clock: host, log: parts.log })
  if (machine.builds.length === 0) machine.builds.push(simulatedBuild)
  return {
    ...parts,
    templates: host,
    snapshots: new SimulatedSnapshots(run),
    gate: new SimulatedGate(run),
    connections: new SimulatedConnections(run),
    consent: options.consent ?? { admitResume: async () => 'admitted' },
    clock: host,
    registry,
    logs,
    memory: new MemoryWatch({ ...parts, registry, logs }),
    pool: new Pool(parts, {
      bounds: {
        sizeMin: options.poolSize ?? 0,
        countMax: options.poolMax ?? options.poolSize ?? 0,
        memoryMbMax: 16_384,
      },
      createdBounds: {
        sizeMin: options.created ?? 0,
        sizeMax: options.created ?? 0,
        memoryMbMax: 16_384,
      },
      memoryReserveMb: 512,
      makersMax: 2,
      isBusy: () => starting.size > 0,
      isSaturated: () => parts.restores.waiting > 0,
      isWanted: () => policyOf(standing.status).keepsPool,
      clock: host,
    }),
    bounds: {
      sandboxesMax: 100,
      memoryReserveMb: 512,
      diskReserveMb: 1024,
      frozenCopiesMax: 2,
      ...options.bounds,
    },
    machine: { ...simulatedFacts, bootedAtMs: () => machine.bootedAtMs },
    standing,
    creates: new CreateTally(),
    frozenCopies: new FrozenCopies(),
    starting,
    queue: new SerialQueue(),
    pendingSnapshotRemovals: new Set(),
    pendingEnds: new Set(),
    pauseAgainAtMs: new Map(),
    captureTurns: new CaptureTurns(),
    captures: new Semaphore(4),
  }
}
