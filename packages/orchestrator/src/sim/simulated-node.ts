/** A node on a simulated machine, wired as the real one is. */
import type { NodeBounds } from '@cay/core/placement/admission.ts'
import { createLogger } from '@cay/kit/log.ts'
import { assembleContainers } from '../app/container/assemble-containers.ts'
import type { ContainerParts } from '../app/container/container-parts.ts'
import type { LeaseGuard } from '../app/lease/node-lease.ts'
import { assembleNode } from '../app/node/assemble-node.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import type { Daemon } from '../ports/guest.ts'
import type { Consent } from '../ports/host.ts'
import type { Machine } from '../ports/machine.ts'
import type { GuestLogs } from '../ports/observe.ts'
import type { TemplateBuild } from '../ports/template.ts'
import { SimulatedDisks, SimulatedRuntime, SimulatedSlots } from './simulated-containers.ts'
import { SimulatedDaemon } from './simulated-daemon.ts'
import { SimulatedHost } from './simulated-host.ts'
import { SimulatedGuestLogs, SimulatedLogStore } from './simulated-logs.ts'
import type { SimulatedMachine } from './simulated-machine.ts'
import { SimulatedConnections, SimulatedEgressClient, SimulatedPacketRules } from './simulated-network.ts'
import type { NodeRun } from './simulated-part.ts'
import { SimulatedRecords } from './simulated-records.ts'
import { SimulatedSnapshots } from './simulated-snapshots.ts'
import { SimulatedVolumes } from './simulated-volumes.ts'

export const simulatedBuild: TemplateBuild = {
  templateId: 'basebasebasebasebase',
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
    cpuPercent: 12.5,
    cpuCount: 8,
    memory: {
      usedBytes: 2 ** 30,
      totalBytes: 2 ** 34,
      hugePages: { total: 0, used: 0, reserved: 0 },
      hugePageBytes: 2 ** 21,
    },
    disks: [
      {
        mountPoint: '/',
        device: '/dev/sda1',
        filesystemType: 'ext4',
        usedBytes: 2 ** 30,
        totalBytes: 2 ** 36,
      },
    ],
  }),
}

function statusOf(machine: SimulatedMachine) {
  const file = {
    read: async () => machine.nodeStatus,
    write: async (kept: SimulatedMachine['nodeStatus']) => {
      machine.nodeStatus = kept
    },
  }
  return { file, kept: machine.nodeStatus }
}

const simulatedEngine = {
  ...{ program: '/simulated/runsc', sha256: '5e'.repeat(32) },
  ...{ version: 'simulated 1', flags: ['--simulated'] },
}

function assembleMachine(
  run: NodeRun,
  { preallocatedSlots = 0, daemon = new SimulatedDaemon(run) }: SimulatedNodeOptions,
): ContainerParts {
  const host = new SimulatedHost(run)
  const ports = {
    containersDirectory: '/dev/null/containers',
    slots: new SimulatedSlots(run),
    disks: new SimulatedDisks(run),
    records: new SimulatedRecords(run),
    host,
    clock: host,
    log: createLogger('simulated', 'silent'),
    cgroups: host,
    packetRules: new SimulatedPacketRules(run),
    runtime: new SimulatedRuntime(run),
    engine: simulatedEngine,
    volumes: new SimulatedVolumes(run.machine),
    daemon,
  }
  return assembleContainers(ports, { preallocatedSlots, restoresMax: 4 })
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
  readonly lease?: LeaseGuard
  /** Those of guests that answer over a network. */
  readonly daemon?: Daemon
  readonly guestLogs?: GuestLogs
}

function simulatedCheckpoints(machine: SimulatedMachine, directory: string) {
  const pathOf = ({ buildId }: TemplateBuild) => `${directory}/${buildId}`
  const { images } = machine
  return {
    store: {
      find: async (build: TemplateBuild) => (images.has(pathOf(build)) ? pathOf(build) : undefined),
      put: (build: TemplateBuild, make: (directory: string) => Promise<void>) => make(pathOf(build)),
      remove: async (build: TemplateBuild) => void images.delete(pathOf(build)),
      keepOnly: async () => undefined,
    },
    make: async (_: TemplateBuild, directory: string) =>
      void images.set(directory, { work: ['the warm-up'], files: [] }),
  }
}

export function simulateNode(machine: SimulatedMachine, options: SimulatedNodeOptions = {}): NodeContext {
  const run = { machine, number: machine.startRun() }
  const host = new SimulatedHost(run)
  if (machine.builds.length === 0) machine.builds.push(simulatedBuild)
  const memoryMbMax = 16_384
  const sizeMin = options.poolSize ?? 0
  const created = options.created ?? 0
  return assembleNode({
    containers: assembleMachine(run, options),
    templates: host,
    snapshots: new SimulatedSnapshots(run),
    egressClient: new SimulatedEgressClient(run),
    connections: new SimulatedConnections(run),
    ...(options.lease === undefined ? {} : { lease: options.lease }),
    consent: options.consent ?? { admitResume: async () => ({ epoch: 0 }) },
    machine: { ...simulatedFacts, bootedAtMs: () => machine.bootedAtMs },
    logStore: new SimulatedLogStore(host),
    guestLogs: options.guestLogs ?? new SimulatedGuestLogs(),
    status: statusOf(machine),
    // A node that starts again in the same instant goes on above the generations of the run before.
    firstGeneration: BigInt(machine.nowMs) * 1000n + BigInt(run.number) * 1_000_000n,
    bounds: {
      memoryReserveMb: 512,
      diskReserveMb: 1024,
      frozenCopiesMax: 2,
      ...options.bounds,
      get sandboxesMax() {
        return options.bounds?.sandboxesMax ?? machine.sandboxesMax
      },
    },
    poolBounds: { sizeMin, countMax: options.poolMax ?? sizeMin, memoryMbMax },
    createdBounds: { sizeMin: created, sizeMax: created, memoryMbMax },
    poolMakersMax: 2,
    capturesMax: 4,
    volumeCheckpoints: simulatedCheckpoints(machine, '/volume-checkpoints'),
    foreignCheckpoints: simulatedCheckpoints(machine, '/own-checkpoints'),
  })
}
