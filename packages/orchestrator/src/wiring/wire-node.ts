/** Wires the node to its machine. */
import { availableParallelism } from 'node:os'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { Logger } from '@cay/kit/log.ts'
import { makeCheckpoint } from '../app/container/make-checkpoint.ts'
import type { LeaseGuard } from '../app/lease/node-lease.ts'
import { UsageSampler } from '../app/metrics/usage-sampler.ts'
import { assembleNode } from '../app/node/assemble-node.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import type { OrchestratorSettings } from '../config.ts'
import { guestLogs } from '../edge/logs/guest-logs.ts'
import { LogFiles } from '../edge/logs/log-files.ts'
import { HostUsage } from '../edge/metrics/sandbox-usage.ts'
import { SeriesFiles } from '../edge/metrics/series-files.ts'
import { connectEgress } from '../edge/network/egress-client.ts'
import { NodeConnections } from '../edge/network/node-connections.ts'
import { LinuxMachine } from '../edge/node/linux-machine.ts'
import { statusFileAt } from '../edge/node/status-file.ts'
import { connectConsent } from '../edge/sandbox/control-consent.ts'
import { GuestClient } from '../edge/sandbox/guest-client.ts'
import { FileSnapshots } from '../edge/snapshot/file-snapshots.ts'
import { CachedTemplates } from '../edge/template/cached-templates.ts'
import { CheckpointFiles } from '../edge/volume/checkpoint-files.ts'
import type { LogStore, SeriesStore } from '../ports/observe.ts'
import type { NodeTraits, TemplateBuild } from '../ports/template.ts'
import type { ContainerVolumes } from '../ports/volume.ts'
import type { ArtifactWiring, StoredParts } from './wire-artifacts.ts'
import type { wireMachine } from './wire-machine.ts'

/** Concurrent checkpoints per core: they mostly wait for the disk. */
const capturesPerCore = 2

export const capturesMax = availableParallelism() * capturesPerCore

/** Pooled containers that are created concurrently, per core: the rest of the machine is for creates. */
const poolMakersPerCore = 0.5

export interface NodeWiring {
  readonly dataDir: string
  readonly settings: OrchestratorSettings
  readonly traits: NodeTraits
  readonly parts: ReturnType<typeof wireMachine>
  readonly log: Logger
  /** Absent: the node is the only one. */
  readonly lease?: LeaseGuard
}

export interface WiredNode {
  readonly node: NodeContext & Pick<NodeWiring['parts'], 'packetRules'>
  readonly templates: CachedTemplates
  readonly logStore: LogStore
  readonly seriesStore: SeriesStore
  readonly usage: UsageSampler
  /** Undefined: there is no object store. */
  readonly stored: StoredParts | undefined
}

export async function wireNode({
  dataDir,
  settings,
  traits,
  parts,
  log,
  lease,
}: NodeWiring): Promise<WiredNode> {
  const local = new FileSnapshots(dataDir, traits.cpuFeatures)
  await local.sweep()
  const { clock } = parts
  const layout = dataLayout(dataDir)
  const { keptMs } = settings.logs
  const logFiles = new LogFiles({ directory: layout.sandboxLogs, bounds: settings.logs, clock })
  const seriesFiles = new SeriesFiles({ directory: layout.sandboxMetrics, keptMs, clock })
  const stored = await wireStored({ dataDir, settings, local, logFiles, seriesFiles, clock, log })
  const fetch = stored === undefined ? {} : { fetch: stored.builds.fetch, noteUse: stored.noteUse }
  const templates = new CachedTemplates(dataDir, traits, { log, ...fetch })
  await templates.refresh()
  const snapshots = stored?.snapshots ?? local
  const file = statusFileAt(layout.nodeStatusFile)
  const { logStore = logFiles, seriesStore = seriesFiles } = stored ?? {}
  const node = assembleNode({
    containers: parts,
    templates,
    snapshots,
    egressClient: connectEgress(layout.egressSocket),
    connections: new NodeConnections(),
    consent: connectConsent(layout.vaultSocket),
    machine: new LinuxMachine(dataDir),
    logStore,
    guestLogs,
    ...(stored === undefined ? {} : { history: stored.history }),
    status: { file, kept: await file.read() },
    firstGeneration: BigInt(Date.now()) * 1000n,
    bounds: settings.bounds,
    poolBounds: settings.pool,
    createdBounds: settings.created,
    poolMakersMax: Math.ceil(availableParallelism() * poolMakersPerCore),
    capturesMax,
    volumeCheckpoints: {
      store: new CheckpointFiles(`${dataDir}/volume-checkpoints`, traits, 'volumes'),
      make: (build, checkpoint) => makeOwnCheckpoint(parts, { ...build, checkpoint }, { volumes: [] }),
    },
    foreignCheckpoints: {
      store: new CheckpointFiles(`${dataDir}/own-checkpoints`, traits, 'foreign'),
      make: (build, checkpoint) => makeOwnCheckpoint(parts, { ...build, checkpoint }),
    },
    ...(lease === undefined ? {} : { lease }),
  })
  const { registry } = node
  const meter = new HostUsage((containerId) => parts.cgroups.pathOf(containerId))
  const usage = new UsageSampler({ registry, meter, store: seriesStore, clock, log, keptMs })
  return { node, templates, logStore, seriesStore, usage, stored }
}

/** The object store's side is loaded only where there is one. */
async function wireStored({
  settings: { objectStore },
  ...wiring
}: Omit<ArtifactWiring, 'settings'> & Pick<NodeWiring, 'settings'>): Promise<StoredParts | undefined> {
  if (objectStore === undefined) return undefined
  const { wireArtifacts } = await import('./wire-artifacts.ts')
  return await wireArtifacts({ ...wiring, settings: objectStore })
}

/** The users of images have the shell that the warm-up needs, or the checkpoint fails. */
async function makeOwnCheckpoint(
  parts: NodeWiring['parts'],
  build: TemplateBuild,
  more: { readonly volumes?: ContainerVolumes } = {},
): Promise<void> {
  const openGuest = (address: string) => new GuestClient(address)
  const options = { user: build.defaults?.user ?? 'user', start: undefined, ...more }
  await makeCheckpoint({ ...parts, openGuest }, { ...options, build, progress: () => undefined })
}
