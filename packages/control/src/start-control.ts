/** Assembles control from its ports: the same for the real node and the simulated one. */

import { randomBytes, randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { nodeLossMs as usualLossMs } from '@cay/core/placement/decide-renewal.ts'
import { localNodeId } from '@cay/core/placement/node-id.ts'
import { listenLocally, takeOverSocket } from '@cay/kit/host/listen-locally.ts'
import { listeningUrl } from '@cay/kit/host/listening-url.ts'
import type { Logger } from '@cay/kit/log.ts'
import { rejectMalformed } from '@cay/kit/reject-malformed.ts'
import { keepInterceptors } from '@cay/kit/router-interceptors.ts'
import { traceCallsIn } from '@cay/kit/trace-calls.ts'
import type { ConnectRouter } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import type { FastifyInstance } from 'fastify'
import { BuildOffers } from './app/artifact/build-offers.ts'
import { BuildPlacer } from './app/build/build-placer.ts'
import { BuildFollower } from './app/build/follow-builds.ts'
import type { Deps } from './app/deps.ts'
import { ensureLedgerKey } from './app/event/ledger-key.ts'
import { ensureAdminToken, ensureSharedAdminToken } from './app/key/admin-token.ts'
import { checkSealer } from './app/key/check-sealer.ts'
import { agreeOnLoss } from './app/node/agree-on-loss.ts'
import { volumeClaimOf } from './app/node/claim-node.ts'
import { ClusterAdmin } from './app/node/cluster-admin.ts'
import { ClusterNodes } from './app/node/cluster-nodes.ts'
import { followNode } from './app/node/follow-node.ts'
import { followNodes } from './app/node/follow-nodes.ts'
import { keepHouse } from './app/node/keep-house.ts'
import { localRegistry } from './app/node/local-registry.ts'
import { Nodes } from './app/node/nodes.ts'
import { clusterPlacement, localPlacement } from './app/node/placement.ts'
import { LeaseRenewals } from './app/node/renew-lease.ts'
import { watchLeases } from './app/node/watch-leases.ts'
import { keepLeading } from './app/replica/keep-leading.ts'
import { LeaseClock } from './app/replica/lease-clock.ts'
import { LiveReplicas } from './app/replica/live-replicas.ts'
import { createAccessTokens } from './app/sandbox/access-token.ts'
import { Operations } from './app/sandbox/operations.ts'
import { retryWhenAway } from './app/sandbox/retry-writes.ts'
import { SandboxWriters } from './app/sandbox/sandbox-writers.ts'
import { TrafficResumes } from './app/sandbox/traffic-resumes.ts'
import { ensureFirstTeam } from './app/team/first-team.ts'
import { attachSandboxVolumes } from './app/volume/attach-volumes.ts'
import { createVolumeTokens } from './app/volume/volume-tokens.ts'
import { WebhookSender } from './app/webhook/webhook-sender.ts'
import type { ControlSettings } from './config.ts'
import type { DashboardOptions } from './http/dashboard.ts'
import { listen } from './http/listen.ts'
import { createServer, type Health } from './http/server.ts'
import type { ReadSegments } from './ports/artifact.ts'
import type { BuilderClient } from './ports/build.ts'
import type { EventExport } from './ports/event.ts'
import type { Clock, KeyFile, ResolveHost, Sealer } from './ports/host.ts'
import type { Issuer } from './ports/issuer.ts'
import type { CallNode, NodeTransports } from './ports/node-transports.ts'
import type { Observer } from './ports/observe.ts'
import type { OrchestratorClient } from './ports/orchestrator.ts'
import type { Store } from './ports/store.ts'
import type { VolumeNode } from './ports/volume.ts'
import type { PostWebhook } from './ports/webhook.ts'
import { artifactRoutes } from './rpc/artifact-service.ts'
import { consentRoutes } from './rpc/consent-service.ts'
import { leaseRoutes } from './rpc/lease-service.ts'
import { locateRoutes } from './rpc/locate-service.ts'
import { vaultRoutes } from './rpc/vault-service.ts'

export interface ControlParts {
  /** Closed by `stop`. */
  readonly store: Store
  readonly orchestrator: OrchestratorClient
  readonly observer: Observer
  readonly builder: BuilderClient
  /** The object store; absent: artifacts are on the node alone. */
  readonly blobs?: BlobStore
  /** Absent: logs and metrics are read from nodes alone. */
  readonly readSegments?: ReadSegments
  /** Absent on a single machine, whose node is reached over local sockets. */
  readonly cluster?: ClusterParts
  /** Socket for the node's requests about artifacts; absent: not served. */
  readonly artifactsSocket?: string
  readonly clock: Clock
  readonly keyFile: KeyFile
  readonly adminTokenFile: KeyFile
  readonly sealer: Sealer
  readonly resolveHost: ResolveHost
  readonly postWebhook: PostWebhook
  /** Places outside that get a copy of the audit log. */
  readonly eventExports?: readonly EventExport[]
  /** Of a single machine. Absent: the installation has no volumes. */
  readonly volumes?: VolumeNode
  /** Absent: users cannot sign in. */
  readonly issuer?: Issuer
  readonly log: Logger
  readonly settings: ControlSettings
  readonly listen: { readonly host: string; readonly port: number }
  /** Absent: there is no dashboard. */
  readonly dashboard?: { readonly directory: string; readonly proxyPort: number }
  /** Socket for the requests of egress gateways and nodes; absent: not served. */
  readonly vaultSocket?: string
  /** Registers hooks before the server listens; tests use it to validate every response against the spec. */
  readonly prepare?: (app: FastifyInstance) => void
}

/** Control of several nodes, which reach it by links that they open. */
export interface ClusterParts {
  /** Of Cay. */
  readonly version: string
  readonly transports: NodeTransports
  readonly callNode: CallNode
  /** Serves the nodes' requests; each has the context value `callerNodeId`. Returns what ends that. */
  readonly serve: (routes: (router: ConnectRouter) => void) => Promise<() => void | Promise<void>>
  /** host:port of the control processes that nodes can reach. */
  readonly replicaAddresses: () => readonly string[]
  /** Milliseconds after which a silent node is given up. Absent: as the design has it. */
  readonly nodeLossMs?: number
}

export interface RunningControl {
  readonly url: string
  stop(): Promise<void>
}

export async function startControl(parts: ControlParts): Promise<RunningControl> {
  const { store, orchestrator, clock, log, settings } = parts
  await checkSealer(parts)
  await ensureFirstTeam({ store, clock, keyFile: parts.keyFile, randomBytes }, settings.apiKey)
  const stopped = new AbortController()
  const { leaseClock, reading } = await openLeaseClock(parts, stopped.signal)
  const operations = new Operations(randomUUID(), { store, leaseClock })
  const replicas = new LiveReplicas()
  const sender = new WebhookSender({
    ...{ store, sealer: parts.sealer, clock, leaseClock, log, operations, replicas },
    ...{ post: parts.postWebhook, retries: settings.webhooks.retries, random: Math.random },
  })
  const cluster = parts.cluster && new ClusterNodes({ ...parts.cluster, store, leaseClock, log })
  await cluster?.read()
  const nodeRegistry = cluster ?? localRegistry({ volumes: undefined, ...parts })
  const placement = cluster ? clusterPlacement(cluster) : localPlacement
  const buildPlacer = new BuildPlacer({ store, placement, nodeRegistry })
  const deps: Deps = {
    store,
    nodeRegistry,
    nodes: cluster
      ? new ClusterAdmin({ store, clock, leaseClock, log, cluster })
      : new Nodes({ admin: orchestrator, clock }),
    placement,
    blobs: parts.blobs,
    readSegments: parts.readSegments,
    buildOffers: cluster && new BuildOffers({ store, clock, cluster }),
    removesGarbage: parts.blobs !== undefined && !parts.blobs.location.startsWith('file:'),
    buildPlacer,
    builds: new BuildFollower({
      store,
      nodeRegistry,
      buildPlacer,
      clock,
      log,
      blobs: parts.blobs,
      sealer: parts.sealer,
    }),
    clock,
    leaseClock,
    log,
    randomBytes,
    writers: new SandboxWriters(retryWhenAway(clock, stopped.signal)),
    operations,
    replicas,
    trafficResumes: new TrafficResumes({
      ...{ store, operations, clock, isCluster: cluster !== undefined },
      claimVolumes: (nodeId, sandbox) => volumeClaimOf({ nodeRegistry }, nodeId, sandbox),
      attachVolumes: (sandbox) => attachSandboxVolumes({ store, nodeRegistry, placement }, sandbox),
    }),
    heldSnapshots: new Map(),
    accessTokenOf: await createAccessTokens(store),
    adminToken: await findAdminToken(parts),
    sealer: parts.sealer,
    trustedProxies: settings.trustedProxies,
    resolveHost: parts.resolveHost,
    volumeTokens: await createVolumeTokens(store, { clock, domain: settings.domain }),
    identity: settings.identity,
    issuer: parts.issuer,
    webhooks: { sender, allowed: settings.webhooks.allowed },
    ledgerKey: await ensureLedgerKey(parts),
    eventDays: settings.eventDays,
    eventExports: parts.eventExports ?? [],
    maxSandboxHours: settings.maxSandboxHours,
    domain: settings.domain,
  }
  const health: Health = { isDraining: false }
  const app = createServer(deps, health, dashboardOptions(parts))
  parts.prepare?.(app)
  await listen(app, parts.listen)
  const sending = sender.run(stopped.signal)
  const { work, stopWork } =
    parts.cluster && cluster
      ? await startClusterWork(deps, { ...parts.cluster, cluster }, stopped.signal)
      : await startWork(deps, parts, stopped.signal)
  return {
    url: listeningUrl(app.server),
    async stop() {
      health.isDraining = true
      stopped.abort()
      await app.close()
      await stopWork()
      await deps.builds.close()
      await Promise.all([work, reading, sending])
      await deps.writers.drained()
      await store.close()
    },
  }
}

function dashboardOptions({ dashboard, settings }: ControlParts): DashboardOptions | undefined {
  return dashboard && { ...dashboard, domain: settings.domain }
}

function findAdminToken({ store, sealer, adminTokenFile }: ControlParts): Promise<string> {
  return store.isShared
    ? ensureSharedAdminToken(adminTokenFile, { store, sealer, randomBytes })
    : ensureAdminToken(adminTokenFile, randomBytes)
}

interface LeaseTime {
  readonly leaseClock: Clock
  /** Until the signal is aborted. */
  readonly reading: Promise<void>
}

/** A process that is alone compares its leases with its own clock. */
async function openLeaseClock({ store, clock, log }: ControlParts, signal: AbortSignal): Promise<LeaseTime> {
  if (!store.isShared) return { leaseClock: clock, reading: Promise.resolve() }
  const leaseClock = await LeaseClock.start({ store, clock, log, monotonicMs: () => performance.now() })
  return { leaseClock, reading: leaseClock.keepReading(signal) }
}

interface Work {
  readonly work: Promise<unknown>
  readonly stopWork: () => void | Promise<void>
}

type Sockets = Pick<ControlParts, 'vaultSocket' | 'artifactsSocket'>

/** What control does without being asked: with several control processes, one of them follows the node. */
async function startWork(deps: Deps, sockets: Sockets, signal: AbortSignal): Promise<Work> {
  const { log } = deps
  if (!deps.store.isShared) {
    const stopWork = await listenToServices(deps, sockets)
    return { work: followAndKeepHouse(deps, signal), stopWork }
  }
  const onError = (error: unknown) => {
    const level = isServiceError(error) ? 'debug' : 'error'
    log[level]({ event: 'replica.renew.failed', err: error }, 'failed to renew a lease; retrying')
  }
  const lead = async (leading: AbortSignal) => {
    const stopListening = await listenToServices(deps, sockets)
    await followAndKeepHouse(deps, leading)
    stopListening()
  }
  const work = Promise.all([
    keepLeading(deps, { name: 'node', work: lead }, signal),
    deps.replicas.keepRenewing(deps, signal),
    deps.operations.keepRenewing(deps.writers, signal, onError),
  ])
  return { work, stopWork: () => undefined }
}

interface ClusterWork extends ClusterParts {
  readonly cluster: ClusterNodes
}

/** With several nodes: every control process serves nodes and follows its share of them. One keeps house. */
async function startClusterWork(
  deps: Deps,
  { cluster, serve, replicaAddresses, nodeLossMs = usualLossMs }: ClusterWork,
  signal: AbortSignal,
): Promise<Work> {
  const { log } = deps
  await agreeOnLoss(deps.store, nodeLossMs)
  const renewals = new LeaseRenewals({ ...deps, cluster })
  const stopWork = await serve((router) => {
    leaseRoutes({ renewals, nodeLossMs, replicaAddresses })(router)
    locateRoutes({ ...deps, cluster })(router)
    vaultRoutes(deps)(router)
    consentRoutes(deps)(router)
    if (deps.blobs !== undefined) artifactRoutes(deps)(router)
  })
  const onError = (error: unknown) => {
    const level = isServiceError(error) ? 'debug' : 'error'
    log[level]({ event: 'replica.renew.failed', err: error }, 'failed to renew a lease; retrying')
  }
  const lead = async (leading: AbortSignal) => {
    await Promise.all([keepHouse(deps, leading), watchLeases({ ...deps, renewals, nodeLossMs }, leading)])
  }
  const work = Promise.all([
    cluster.keepReading(signal),
    followNodes({ ...deps, cluster }, signal),
    keepLeading(deps, { name: 'node', work: lead }, signal),
    deps.replicas.keepRenewing(deps, signal),
    deps.operations.keepRenewing(deps.writers, signal, onError),
  ])
  return { work, stopWork }
}

async function followAndKeepHouse(deps: Deps, signal: AbortSignal): Promise<void> {
  await Promise.all([followNode(deps, localNodeId, signal), keepHouse(deps, signal)])
}

/** Serves the requests of egress gateways and nodes; returns what ends that. */
async function listenToServices(deps: Deps, { vaultSocket, artifactsSocket }: Sockets): Promise<() => void> {
  const routes = (router: ConnectRouter) => {
    vaultRoutes(deps)(router)
    consentRoutes(deps)(router)
  }
  const servers = [
    ...(vaultSocket === undefined ? [] : [await listenAt(deps, vaultSocket, routes)]),
    ...(artifactsSocket === undefined || deps.blobs === undefined
      ? []
      : [await listenAt(deps, artifactsSocket, artifactRoutes(deps))]),
  ]
  return () => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  }
}

function listenAt({ store }: Deps, socket: string, routes: (router: ConnectRouter) => void): Promise<Server> {
  const listen = store.isShared ? takeOverSocket : listenLocally
  return listen(
    socket,
    connectNodeAdapter(keepInterceptors(rejectMalformed({ routes, interceptors: [traceCallsIn] }))),
  )
}
