/** Puts the node together from its real parts. */
import { availableParallelism } from 'node:os'
import { policyOf } from '@cay/core/placement/node-status.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { Semaphore } from '@cay/kit/flow/semaphore.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Logger } from '@cay/kit/log.ts'
import { LogKeeper } from '../app/logs/log-keeper.ts'
import { UsageSampler } from '../app/metrics/usage-sampler.ts'
import { CreateTally } from '../app/node/create-tally.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import { NodeStatusStore } from '../app/node/node-status-store.ts'
import { withoutOwn } from '../app/node/without-own.ts'
import { FrozenCopies } from '../app/pause/frozen-copies.ts'
import { Pool } from '../app/pool/pool.ts'
import { MemoryWatch } from '../app/sandbox/memory-watch.ts'
import { SandboxRegistry } from '../app/sandbox/sandbox-registry.ts'
import { CaptureTurns } from '../app/snapshot/capture-turns.ts'
import type { OrchestratorSettings } from '../config.ts'
import { guestLogs } from '../edge/logs/guest-logs.ts'
import { LogFiles } from '../edge/logs/log-files.ts'
import { HostUsage } from '../edge/metrics/sandbox-usage.ts'
import { SeriesFiles } from '../edge/metrics/series-files.ts'
import { connectGate } from '../edge/network/egress-gate.ts'
import { NodeConnections } from '../edge/network/node-connections.ts'
import { LinuxMachine } from '../edge/node/linux-machine.ts'
import { statusFileAt } from '../edge/node/status-file.ts'
import { connectConsent } from '../edge/sandbox/control-consent.ts'
import { FileSnapshots } from '../edge/snapshot/file-snapshots.ts'
import { CachedTemplates } from '../edge/template/cached-templates.ts'
import type { NodeTraits } from '../ports/template.ts'
import type { wireMachine } from './wire-machine.ts'

/** Sandboxes saved at once, per core: the disk is what they wait for. */
const capturesPerCore = 2

/** Containers that are made ahead at once, per core: the rest of the machine is for those who wait. */
const poolMakersPerCore = 0.5

export interface NodeWiring {
  readonly dataDir: string
  readonly settings: OrchestratorSettings
  readonly traits: NodeTraits
  readonly parts: ReturnType<typeof wireMachine>
  readonly log: Logger
}

export interface WiredNode {
  readonly node: NodeContext & Pick<NodeWiring['parts'], 'packetRules'>
  readonly templates: CachedTemplates
  readonly logStore: LogFiles
  readonly seriesStore: SeriesFiles
  readonly usage: UsageSampler
}

export async function wireNode({ dataDir, settings, traits, parts, log }: NodeWiring): Promise<WiredNode> {
  const templates = new CachedTemplates(dataDir, traits, log)
  await templates.refresh()
  const snapshots = new FileSnapshots(dataDir, traits.cpuFeatures)
  await snapshots.sweep()
  const { clock } = parts
  const registry = new SandboxRegistry(BigInt(Date.now()) * 1000n)
  const observed = wireObservers({ dataDir, settings, parts, log, clock, registry })
  const starting = new Set<string>()
  const file = statusFileAt(dataLayout(dataDir).nodeStatusFile)
  const standing = new NodeStatusStore({ file, clock, kept: await file.read() })
  const node: WiredNode['node'] = {
    ...parts,
    templates,
    snapshots,
    gate: connectGate(dataLayout(dataDir).egressSocket),
    connections: withoutOwn(new NodeConnections(), (address) => observed.logs.isAsking(address)),
    consent: connectConsent(dataLayout(dataDir).vaultSocket),
    registry,
    logs: observed.logs,
    memory: new MemoryWatch({ ...parts, registry, logs: observed.logs }),
    pool: new Pool(parts, {
      bounds: settings.pool,
      createdBounds: settings.created,
      memoryReserveMb: settings.bounds.memoryReserveMb,
      makersMax: Math.ceil(availableParallelism() * poolMakersPerCore),
      isBusy: () => starting.size > 0,
      isSaturated: () => parts.restores.waiting > 0,
      isWanted: () => policyOf(standing.status).keepsPool,
      clock,
    }),
    frozenCopies: new FrozenCopies(),
    clock,
    bounds: settings.bounds,
    machine: new LinuxMachine(dataDir),
    standing,
    creates: new CreateTally(),
    starting,
    queue: new SerialQueue(),
    pendingSnapshotRemovals: new Set(),
    pendingEnds: new Set(),
    pauseAgainAtMs: new Map(),
    captureTurns: new CaptureTurns(),
    captures: new Semaphore(availableParallelism() * capturesPerCore),
  }
  return { node, templates, ...observed }
}

/** Who writes down what sandboxes say and use. */
function wireObservers({
  dataDir,
  settings,
  parts,
  log,
  clock,
  registry,
}: Omit<NodeWiring, 'traits'> & Pick<NodeContext, 'clock' | 'registry'>) {
  const { sandboxLogs, sandboxMetrics } = dataLayout(dataDir)
  const { keptMs } = settings.logs
  const logStore = new LogFiles({ directory: sandboxLogs, bounds: settings.logs, clock })
  const seriesStore = new SeriesFiles({ directory: sandboxMetrics, keptMs, clock })
  const meter = new HostUsage((containerId) => parts.cgroups.pathOf(containerId))
  const usage = new UsageSampler({ registry, meter, store: seriesStore, clock, log, keptMs })
  const logs = new LogKeeper({ store: logStore, guestLogs, registry, clock, log })
  return { logStore, seriesStore, usage, logs }
}
