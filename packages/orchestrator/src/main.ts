/** The orchestrator: the service on a node that makes, keeps and ends its sandboxes. */
import { chmod, mkdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { availableParallelism, hostname } from 'node:os'
import { ensureEgressAuthority } from '@cay/kit/certificates/authority-files.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { retry } from '@cay/kit/flow/retry.ts'
import { Semaphore } from '@cay/kit/flow/semaphore.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Logger } from '@cay/kit/log.ts'
import { type RunningService, runService, type ServiceContext } from '@cay/kit/service.ts'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { adoptContainers, type Found, readRemains, sortRemains } from './app/adopt-containers.ts'
import type { ContainerParts } from './app/container-parts.ts'
import { countSandboxes } from './app/count-sandboxes.ts'
import { retryDrops } from './app/drop-snapshot.ts'
import { FrozenCopies } from './app/frozen-copies.ts'
import { IdleWatch, lookForIdleEveryMs } from './app/idle-watch.ts'
import { keepDenials } from './app/keep-denials.ts'
import { keepLogs } from './app/keep-logs.ts'
import { keepMetrics } from './app/keep-metrics.ts'
import { LogKeeper } from './app/log-keeper.ts'
import type { Node } from './app/node.ts'
import { fillEveryMs, Pool } from './app/pool.ts'
import { retryRemovals, retryRemovalsEveryMs } from './app/remove-container.ts'
import { reportRefused, reportRefusedEveryMs } from './app/report-refused.ts'
import { type LiveRecord, SandboxRegistry } from './app/sandbox-registry.ts'
import { tendCopiesEveryMs, tendFrozenCopies } from './app/tend-frozen-copies.ts'
import { UsageSampler } from './app/usage-sampler.ts'
import { look, lookEveryMs } from './app/watch-lives.ts'
import { withoutOwn } from './app/without-own.ts'
import { openBuilder } from './build/wire-builds.ts'
import { readOrchestratorSettings } from './config.ts'
import { egressAddress, egressPort, installationName } from './dialect/slot-plan.ts'
import { CachedTemplates } from './edge/cached-templates.ts'
import { HostCgroups } from './edge/cgroups.ts'
import { connectGate } from './edge/egress-gate.ts'
import { FileRecords } from './edge/file-records.ts'
import { FileSnapshots } from './edge/file-snapshots.ts'
import { guardPacketRules } from './edge/guarded-packet-rules.ts'
import { guestLogs } from './edge/guest-logs.ts'
import { dropRuntimes, keepRuntime } from './edge/kept-runtimes.ts'
import { endStrayCalls, type LeftoverPlaces, removeLeftovers } from './edge/leftovers.ts'
import { LogFiles } from './edge/log-files.ts'
import { NodeConnections } from './edge/node-connections.ts'
import { readNodeTraits } from './edge/node-traits.ts'
import { RunscRuntime } from './edge/runsc.ts'
import { HostUsage } from './edge/sandbox-usage.ts'
import { SeriesFiles } from './edge/series-files.ts'
import { machinePlaces, prepareMachine, wireMachine } from './machine.ts'
import type { EgressLists } from './ports.ts'
import { builderRoutes } from './rpc/builder-service.ts'
import { renderErrors } from './rpc/errors.ts'
import { measureCalls } from './rpc/measure-calls.ts'
import { observeRoutes } from './rpc/observe-service.ts'
import { orchestratorRoutes } from './rpc/orchestrator-service.ts'

/** Berths kept made ahead: a burst of that many creates waits for none. */
const readyBerths = 12

/** Sandboxes saved at once, per core: the disk is what they wait for. */
const capturesPerCore = 2

/** Containers that are made ahead at once, per core: the rest of the machine is for those who wait. */
const poolMakersPerCore = 0.5

/** Milliseconds that a start waits for the first container of each template to be ready. */
const firstReadyMsMax = 5_000

/** One message of a caller: a build may have 16 MiB of steps. */
const messageBytesMax = 32 * 1024 * 1024

/** Milliseconds between looks at the templates that lie here. */
const templatesEveryMs = 5_000

void runService('orchestrator', start)

async function start({ env, settings, log }: ServiceContext): Promise<RunningService> {
  const own = readOrchestratorSettings(env)
  const { dataDir } = settings
  const installation = await prepareMachine(dataDir, log)
  const places = machinePlaces(dataDir)
  const records = new FileRecords(places)
  const { records: found } = await records.list()
  const takenSlots = found.map((record) => record.container.slot.index)
  const { certificate } = await ensureEgressAuthority(dataLayout(dataDir).egressAuthority)
  const caBundle = [certificate]
  const cgroups = new HostCgroups(installationName(installation))
  const traits = await readNodeTraits(new RunscRuntime({ cgroups }))
  const engine = await keepRuntime(dataDir, env.PATH ?? '', traits)
  const parts = wireMachine({ dataDir, installation, log, takenSlots, readyBerths, caBundle, engine })
  const templates = new CachedTemplates(dataDir, traits, log)
  await templates.refresh()
  const snapshots = new FileSnapshots(dataDir, traits.cpuFeatures)
  await snapshots.sweep()
  const starting = new Set<string>()
  const clock = { nowMs: () => Date.now() }
  const registry = new SandboxRegistry(BigInt(Date.now()) * 1000n)
  const logStore = new LogFiles({ directory: dataLayout(dataDir).sandboxLogs, bounds: own.logs, clock })
  const { keptMs } = own.logs
  const seriesStore = new SeriesFiles({ directory: dataLayout(dataDir).sandboxMetrics, keptMs, clock })
  const meter = new HostUsage((containerId) => parts.cgroups.pathOf(containerId))
  const usage = new UsageSampler({ registry, meter, store: seriesStore, clock, log, keptMs })
  const logs = new LogKeeper({ store: logStore, guestLogs, registry, clock, log })
  const node: Node = {
    ...parts,
    templates,
    snapshots,
    gate: connectGate(dataLayout(dataDir).egressSocket),
    connections: withoutOwn(new NodeConnections(), (address) => logs.isAsking(address)),
    registry,
    logs,
    pool: new Pool(parts, {
      bounds: own.pool,
      memoryReserveMb: own.bounds.memoryReserveMb,
      makersMax: Math.ceil(availableParallelism() * poolMakersPerCore),
      isBusy: () => starting.size > 0,
      clock,
    }),
    frozenCopies: new FrozenCopies(),
    clock,
    bounds: own.bounds,
    starting,
    queue: new SerialQueue(),
    condemnedSnapshots: new Set(),
    noticed: new Set(),
    pauseAgainAtMs: new Map(),
    captures: new Semaphore(availableParallelism() * capturesPerCore),
  }
  const remains = await readRemains(node)
  const sorted = sortRemains(remains, (one) => parts.runtime.isAlive(one))
  // Before anything can be made: the rules are whole from the first packet on.
  await parts.packetRules.load(listsByAddress([...sorted.adopted, ...sorted.frozen]))
  await endStrayCalls(places.containers, keptIds(sorted))
  await adoptContainers(node, sorted, remains.ended)
  await dropUnnamedRuntimes(node, dataDir)
  await sweep(node, { installation, cgroups: parts.cgroups, ...places })
  const identity = {
    nodeId: hostname(),
    runtimeVersion: traits.runtimeVersion,
    egressAddress: egressAddress(installation),
    egressPort,
  }
  const builder = await openBuilder(node, {
    dataDir,
    traits,
    env,
    ...own.builds,
    onChange: async () => {
      if (await templates.refresh()) await keepReady(node)
    },
  })
  const socket = dataLayout(dataDir).orchestratorSocket
  const server = await listen(
    socket,
    connectNodeAdapter({
      routes: (router) => {
        orchestratorRoutes(node, identity)(router)
        observeRoutes(node, usage)(router)
        builderRoutes(builder)(router)
      },
      interceptors: [measureCalls, renderErrors(log)],
      readMaxBytes: messageBytesMax,
    }),
  )
  await keepReady(node)
  await node.pool.hasOneOfEach(firstReadyMsMax)
  const rules = await guardPacketRules(parts.packetRules, log)
  countSandboxes(node)
  const observed = keepLogs(node, logStore)
  const stopped = new AbortController()
  const denials = keepDenials(node, stopped.signal)
  const measured = keepMetrics(usage, seriesStore, log)
  const timers = startTimers(node, templates, log)
  if (own.freezeAfterMs > 0) timers.push(watchForIdle(node, own.freezeAfterMs))
  return {
    listening: { orchestrator: `unix:${socket}` },
    stop: async () => {
      rules.stop()
      for (const timer of timers) clearInterval(timer)
      await builder.close()
      node.registry.closeWatchers()
      server.close()
      server.closeIdleConnections()
      await node.queue.drained()
      stopped.abort()
      await denials
      await observed.stop()
      await measured.stop()
      await node.removals.drained()
      await node.pool.close()
      await parts.berths.close()
      server.closeAllConnections()
    },
  }
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

/** Berths as the newest build needs them, and containers of the newest build of each template. */
async function keepReady(node: Node): Promise<void> {
  const builds = newestBuilds(await node.templates.list())
  if (builds[0] !== undefined) node.berths.keep(builds[0].resources.diskSizeMb)
  node.pool.setBuilds(builds)
}

function startTimers(node: Node, templates: CachedTemplates, log: Logger): NodeJS.Timeout[] {
  const refresh = async () => {
    if (await templates.refresh()) await keepReady(node)
  }
  let turn = 0
  return [
    setInterval(() => look(node, turn++), lookEveryMs),
    setInterval(() => node.pool.fill(), fillEveryMs),
    setInterval(() => void tendFrozenCopies(node), tendCopiesEveryMs),
    setInterval(() => void retryRemovals(node satisfies ContainerParts), retryRemovalsEveryMs),
    setInterval(() => void retryDrops(node), retryRemovalsEveryMs),
    setInterval(() => void reportRefused(node), reportRefusedEveryMs),
    setInterval(
      () =>
        void refresh().catch((error: unknown) => log.error({ err: error }, 'templates could not be read')),
      templatesEveryMs,
    ),
  ]
}

function watchForIdle(node: Node, graceMs: number): NodeJS.Timeout {
  const idleWatch = new IdleWatch(node, graceMs)
  return setInterval(() => void idleWatch.look(), lookForIdleEveryMs)
}

/** One build per template: the newest, which comes first. */
function newestBuilds<T extends { templateId: string }>(builds: readonly T[]): T[] {
  return builds.filter(
    (build, index) => builds.findIndex((one) => one.templateId === build.templateId) === index,
  )
}

/** Only root may connect: whoever reaches this socket owns the node's sandboxes. */
async function listen(path: string, handler: Parameters<typeof createServer>[1]): Promise<Server> {
  await mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true, mode: 0o700 })
  await rm(path, { force: true })
  const server = createServer(handler)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  await chmod(path, 0o600)
  return server
}
