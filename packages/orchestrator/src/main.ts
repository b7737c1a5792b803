/** The orchestrator: the service of a node that creates, keeps and ends its sandboxes. */

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { ensureEgressAuthority } from '@cay/kit/certificates/authority-files.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { listenLocally } from '@cay/kit/host/listen-locally.ts'
import { keepSharedLock, readBootId } from '@cay/kit/host/shared-locks.ts'
import { ensureSwapSupport } from '@cay/kit/host/swap-support.ts'
import { rejectMalformed } from '@cay/kit/reject-malformed.ts'
import { type RunningService, runService, type ServiceContext } from '@cay/kit/service.ts'
import { serviceIds } from '@cay/kit/service-users.ts'
import { traceCallsIn } from '@cay/kit/trace-calls.ts'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { recordDenials } from './app/logs/record-denials.ts'
import { startLogCollection } from './app/logs/start-log-collection.ts'
import { countSandboxes } from './app/metrics/count-sandboxes.ts'
import { startSampling } from './app/metrics/start-sampling.ts'
import { startDiskGuard } from './app/volume/disk-guard.ts'
import { type OrchestratorSettings, readOrchestratorSettings } from './config.ts'
import { egressAddress, egressPort, installationName } from './dialect/network/slot-plan.ts'
import { HostCgroups } from './edge/container/cgroups.ts'
import { keepRuntime } from './edge/container/kept-runtimes.ts'
import { RunscRuntime } from './edge/container/runsc.ts'
import { guardPacketRules } from './edge/network/guarded-packet-rules.ts'
import { readNodeTraits } from './edge/node/node-traits.ts'
import { readOwnVersion } from './edge/node/own-version.ts'
import { FileRecords } from './edge/sandbox/file-records.ts'
import { startVolumeServer } from './edge/volume/start-volume-server.ts'
import { UploadRoom } from './edge/volume/upload-room.ts'
import { VolumeServers } from './edge/volume/volume-servers.ts'
import { builderRoutes } from './rpc/builder-service.ts'
import { renderErrors } from './rpc/errors.ts'
import { measureCalls } from './rpc/measure-calls.ts'
import { observeRoutes } from './rpc/observe-service.ts'
import { orchestratorRoutes } from './rpc/orchestrator-service.ts'
import { withVolumeContent } from './rpc/volume-content.ts'
import { volumeRoutes } from './rpc/volume-service.ts'
import { recoverNode } from './wiring/recover-node.ts'
import { openSwap, removeUnwantedSwap, startSwapping } from './wiring/swap.ts'
import { keepPoolReady, startIdleFreezer, startTimers } from './wiring/timers.ts'
import { openBuilder } from './wiring/wire-builds.ts'
import type { SharedParts } from './wiring/wire-lease.ts'
import { machineLayout, prepareMachine, wireMachine } from './wiring/wire-machine.ts'
import { wireNode } from './wiring/wire-node.ts'
import { isShared, type MachineVolumes, wireVolumes } from './wiring/wire-volumes.ts'

/** Number of preallocated slots: a burst of that many creates waits for none. */
const preallocatedSlots = 12

/** Maximum milliseconds that the start waits for the first pooled container of each template. */
const firstReadyMsMax = 5_000

/** How long the process that serves the content of a volume stays without requests. */
const volumeServerIdleMs = 60_000

/** How long a request waits for such a process to start, in milliseconds. */
const volumeServerPatienceMs = 10_000

/** How long a client may read nothing of the content of a volume, in milliseconds. */
const contentSilenceMsMax = 120_000

/** Number of these processes: at most some 1.3 GB of memory. */
const volumeServersMax = 32

/** Requests for the content of volumes at once: an upload has two pieces of 1 MiB in the process of its volume. */
const contentRequestsMax = 256

/** Maximum size of a message: a build may have 16 MiB of steps. */
const messageBytesMax = 32 * 1024 * 1024

void runService('orchestrator', start)

async function start(context: ServiceContext): Promise<RunningService> {
  const { env, settings, log } = context
  const own = readOrchestratorSettings(env)
  const { dataDir } = settings
  await ensureSwapSupport(env)
  const cluster = await openCluster(dataDir)
  const { installation, parts, traits, swap, volumes } = await openMachine(context, own, cluster?.nodeId)
  const lease = cluster === undefined ? {} : { lease: cluster.lease }
  const wired = await wireNode({ dataDir, settings: own, traits, parts, log, ...lease })
  const { node, templates } = wired
  const { cgroups, slots } = parts
  const { sweep } = await recoverNode(node, dataDir, {
    ...{ installation, cgroups, slots },
    ...machineLayout(dataDir),
  })
  const identity = {
    nodeId: cluster?.nodeId ?? hostname(),
    instanceId: randomUUID(),
    ...(await readOwnVersion()),
    runtimeVersion: traits.runtimeVersion,
    egressAddress: egressAddress(installation),
    egressPort,
  }
  const volumeServers = new VolumeServers({
    start: (volumeId) => startVolumeServer({ volumes: parts.volumes, installation, log }, volumeId),
    room: new UploadRoom({
      roomBytes: () => parts.volumes.roomBytes(),
      reserveMb: own.bounds.diskReserveMb,
    }),
    idleMs: volumeServerIdleMs,
    silenceMsMax: contentSilenceMsMax,
    patienceMs: volumeServerPatienceMs,
    countMax: volumeServersMax,
    requestsMax: contentRequestsMax,
  })
  const shared = sharedParts(volumes, volumeServers)
  const stopLease = await cluster?.start(node, { identity, traits, edge: own.edge, shared })
  const refresh = async () => {
    if (await templates.refresh()) await keepPoolReady(node)
  }
  const { stored } = wired
  const builder = await openBuilder(node, { dataDir, traits, env, ...own.builds, onChange: refresh, stored })
  const socket = dataLayout(dataDir).orchestratorSocket
  const server = await listenLocally(
    socket,
    withVolumeContent(
      volumeServers,
      connectNodeAdapter(
        rejectMalformed({
          routes: (router) => {
            orchestratorRoutes(node, identity)(router)
            observeRoutes(node, wired.usage)(router)
            builderRoutes(builder)(router)
            volumeRoutes(parts.volumes, volumeServers, shared && { ...node, ...shared })(router)
          },
          interceptors: [traceCallsIn, measureCalls, renderErrors(log)],
          readMaxBytes: messageBytesMax,
        }),
      ),
    ),
  )
  const swept = sweep()
  const unwantedSwap = swap === undefined ? removeUnwantedSwap(installation, log) : undefined
  await keepPoolReady(node)
  await node.pool.hasOneOfEach(firstReadyMsMax)
  const rules = await guardPacketRules(parts.packetRules, log)
  countSandboxes(node)
  const observed = startLogCollection(node, wired.logStore)
  const stopped = new AbortController()
  const denials = recordDenials(node, stopped.signal)
  const measured = startSampling(wired.usage, wired.seriesStore, log)
  const timers = startTimers(node, refresh, log)
  const stopDiskGuard = startDiskGuard({ volumes: parts.volumes, log })
  if (own.freezeAfterMs > 0) timers.push(startIdleFreezer(node, own.freezeAfterMs))
  const stopStoring = stored?.start(node, refresh)
  const stopSwapping = swap === undefined ? undefined : startSwapping(node, swap, cgroups)
  return {
    listening: { orchestrator: `unix:${socket}` },
    stop: async () => {
      rules.stop()
      for (const timer of timers) clearInterval(timer)
      stopDiskGuard()
      stopSwapping?.()
      await stopStoring?.()
      await stopLease?.()
      await builder.close()
      await volumeServers.stop()
      node.registry.closeWatchers()
      server.close()
      server.closeIdleConnections()
      await swept
      await unwantedSwap
      await node.queue.drained()
      stopped.abort()
      await denials
      await observed.stop()
      await measured.stop()
      await node.removals.drained()
      await Promise.all([node.volumeCheckpoints.close(), node.foreignCheckpoints.close()])
      await node.pool.close()
      await parts.created.close()
      await parts.preallocatedSlots.close()
      server.closeAllConnections()
    },
  }
}

/** What a node of a cluster has; undefined on a single machine, where nothing of it is loaded. */
async function openCluster(dataDir: string) {
  if (!existsSync(dataLayout(dataDir).nodeIdentity)) return undefined
  const { openMembership } = await import('./wiring/wire-cluster.ts')
  return await openMembership(dataDir)
}

/** Opens the machine: its ports, and the installed runtime. */
async function openMachine(
  { env, settings, log }: ServiceContext,
  {
    swapsFrozen,
    volumesDirectory,
    bounds,
  }: Pick<OrchestratorSettings, 'swapsFrozen' | 'volumesDirectory' | 'bounds'>,
  nodeId: string | undefined,
) {
  const { dataDir, uidBase } = settings
  const installation = await prepareMachine(dataDir, log)
  const { records } = await new FileRecords(machineLayout(dataDir)).list()
  const takenSlots = records.map((record) => record.container.slot.index)
  const { certificate } = await ensureEgressAuthority(dataLayout(dataDir).egressAuthority)
  const caBundle = [certificate]
  const cgroups = new HostCgroups(installationName(installation))
  const swap = await openSwap(swapsFrozen, { installation, cgroups })
  const traits = await readNodeTraits(new RunscRuntime({ cgroups }))
  const engine = await keepRuntime(dataDir, env.PATH ?? '', traits)
  const volumes = await wireVolumes({
    mountPoints: machineLayout(dataDir).volumes,
    directory: volumesDirectory,
    nodeId,
    reserveMb: bounds.diskReserveMb,
  })
  // For `cay doctor` on the other machines that share the directory.
  if (volumesDirectory !== undefined && nodeId !== undefined)
    keepSharedLock({ directory: volumesDirectory, nodeId, bootId: await readBootId() })
  const { proxy, egress } = serviceIds(uidBase, installation).users
  const serviceUids = { proxyUid: proxy.uid, egressUid: egress.uid }
  const options = {
    dataDir,
    installation,
    serviceUids,
    log,
    takenSlots,
    preallocatedSlots,
    caBundle,
    engine,
    volumes,
  }
  const parts = wireMachine({ ...options, ...(swap === undefined ? {} : { swap }) })
  return { installation, traits, parts, swap, volumes }
}

/** Undefined where the volumes are on this machine alone. */
function sharedParts(volumes: MachineVolumes, servers: VolumeServers): SharedParts | undefined {
  if (!isShared(volumes)) return undefined
  const { volumes: sharedVolumes, directoryId } = volumes
  return { sharedVolumes, directoryId, stopServing: (volumeId) => servers.stop(volumeId) }
}
