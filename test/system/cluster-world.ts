/**
 * Control with several simulated nodes, which renew their leases while its clock moves. What nodes keep of paused sandboxes
 * is in a store that they share, as with an object store. A node can be cut off, rebooted and brought back.
 */
import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import { LeaseVerdict, NodeLease } from '@cay/contract/gen/cluster/lease_pb.js'
import { recordPurpose } from '@cay/control/app/artifact/artifact-keys.ts'
import { makeSealer } from '@cay/control/edge/host/sealer.ts'
import type { ReadSegments } from '@cay/control/ports/artifact.ts'
import type { NodeClients } from '@cay/control/ports/node-clients.ts'
import type { OrchestratorClient } from '@cay/control/ports/orchestrator.ts'
import type { Store } from '@cay/control/ports/store.ts'
import { callerNodeId } from '@cay/control/rpc/caller-node.ts'
import { FakeClock } from '@cay/control/sim/fake-clock.ts'
import { SimulatedBuilder } from '@cay/control/sim/simulated-builder.ts'
import { SimulatedObserver } from '@cay/control/sim/simulated-observer.ts'
import { type SimulatedDirectory, SimulatedVolumes } from '@cay/control/sim/simulated-volumes.ts'
import type { ClusterParts } from '@cay/control/start-control.ts'
import type { Snapshot } from '@cay/orchestrator/ports/snapshot.ts'
import type { GuestMemory } from '@cay/orchestrator/sim/simulated-machine.ts'
import {
  type ConnectRouter,
  createClient,
  createRouterTransport,
  type Interceptor,
  type Transport,
} from '@connectrpc/connect'
import { SimulatedNode } from '../support/simulated-node.ts'
import { startWorld, type World } from './control-world.ts'

export const callerHeader = 'x-test-node'
const renewEveryMs = 5_000

interface StoredPause {
  readonly snapshot: Snapshot
  readonly images: readonly (readonly [string, GuestMemory])[]
}

export class ClusterNode {
  readonly nodeId: string
  readonly node: SimulatedNode
  readonly clients: NodeClients
  /** Of its containers: as many as it says that fit. */
  placesMax = 100
  cpuFeatures: readonly string[] = ['avx', 'sse']
  cached: readonly string[] = []
  bootId = 'boot-1'
  clockOffsetMs = 0
  version = '0.1.0'
  /** It takes builds that start from a bundled template which is not built yet. */
  buildsFromRecipes = true
  isCut = false
  /** Control knows no better. */
  isLinked = true
  /** What control answered last. */
  verdict: LeaseVerdict = LeaseVerdict.UNSPECIFIED
  incarnation = 0n
  readonly #clock: FakeClock
  /** The id of the directory of volumes that it shares. */
  readonly #directoryId: string | undefined

  constructor(
    nodeId: string,
    { clock, directory }: { readonly clock: FakeClock; readonly directory?: SimulatedDirectory | undefined },
    around: (node: SimulatedNode) => OrchestratorClient,
  ) {
    this.#directoryId = directory?.id
    this.nodeId = nodeId
    this.#clock = clock
    this.node = new SimulatedNode(clock)
    this.clients = {
      orchestrator: around(this.node),
      observer: new SimulatedObserver(),
      builder: new SimulatedBuilder(),
      volumes: new SimulatedVolumes(directory),
    }
  }

  /** It can neither be reached nor reach control; its sandboxes go on. */
  cut(): void {
    this.isCut = true
    this.node.goAway()
  }

  heal(): void {
    this.isCut = false
    this.node.comeBack()
  }

  /** The ids of the sandboxes that run on it. */
  async running(): Promise<string[]> {
    const { node } = this.node.orchestrator
    return node.registry.liveRecords().map(({ claim }) => claim.sandboxId)
  }

  async renew(transport: Transport): Promise<void> {
    if (this.isCut) return
    const client = createClient(NodeLease, transport)
    const used = (await this.running()).length
    const headers = { [callerHeader]: this.nodeId }
    const answer = await client.renew(
      {
        ...{ bootId: this.bootId, incarnation: this.incarnation, instanceId: 'run', version: this.version },
        ...{ arch: 'x86_64', cpuFeatures: [...this.cpuFeatures], address: `${this.nodeId}:3004` },
        clockMs: BigInt(this.#clock.nowMs() + this.clockOffsetMs),
        cachedBuildIds: [...this.cached],
        volumesDirectoryId: this.#directoryId ?? '',
        buildsFromRecipes: this.buildsFromRecipes,
        capacity: {
          ...{ placesMax: this.placesMax, placesUsed: used, cpuCount: 8, cpusAllocated: used },
          ...{ memoryTotalMb: 65_536n, memoryFreeMb: BigInt(65_536 - 64 * used), diskFreeMb: 99_999n },
        },
      },
      { headers },
    )
    this.verdict = answer.verdict
    this.incarnation = answer.incarnation
  }
}

export interface Cluster extends World {
  readonly nodes: readonly ClusterNode[]
  readonly store: Store
  /** Throws when there is none with the id. */
  nodeOf(nodeId: string | null | undefined): ClusterNode
  /** Time passes in which nodes renew their leases and everybody does what is due. */
  pass(ms: number): Promise<void>
  renewAll(): Promise<void>
  /** To control, for the services of nodes; `callerHeader` names the node. */
  readonly transport: () => Transport
  /** The nodes whose links control keeps. */
  readonly linked: () => readonly string[]
  /** Where control has recorded the sandbox. */
  placeOf(sandboxId: string): Promise<string | null | undefined>
}

interface ClusterOptions {
  readonly firstId?: string
  /** Parts of logs in the object store. */
  readonly readSegments?: ReadSegments
  /** Of volumes, which all nodes share. */
  readonly directory?: SimulatedDirectory
}

/** Ended with the test. */
export async function startCluster(
  count = 3,
  { firstId = 'n1', readSegments, directory }: ClusterOptions = {},
): Promise<Cluster> {
  const clock = new FakeClock()
  const sealer = makeSealer(Buffer.alloc(32, 7))
  const stored = new Map<string, StoredPause>()
  let store: Store | undefined
  const keep = (node: SimulatedNode) => storingPauses(node, { stored, sealer, storeOf: () => store })
  const nodes = Array.from(
    { length: count },
    (_, index) => new ClusterNode(index === 0 ? firstId : `n${index + 1}`, { clock, directory }, keep),
  )
  const served: { transport?: Transport } = {}
  let retained: ReadonlySet<string> = new Set()
  const cluster: ClusterParts = {
    version: '0.1.0',
    transports: {
      transportOf: (nodeId) => findNode(nodes, nodeId).node.orchestrator.transport,
      isReachable: (nodeId) => findNode(nodes, nodeId).isLinked,
      forwardTo: () => () => Promise.reject(new Error('simulated nodes need no forwarding')),
      onLink: () => () => undefined,
      retain: (nodeIds) => {
        retained = nodeIds
      },
    },
    callNode: (transport) => clientsBehind(nodes, transport),
    serve: async (routes) => {
      served.transport = serveNodes(routes)
      return () => undefined
    },
    replicaAddresses: () => ['control:3003'],
  }
  const world = await startWorld({
    cluster,
    clock,
    blobs: unusedBlobs,
    ...(readSegments === undefined ? {} : { readSegments }),
    around: (part) => {
      if ('listNodes' in part) store = part as unknown as Store
      return part
    },
  })
  if (store === undefined) throw new Error('control has opened no store')
  const opened = store
  for (const { nodeId } of nodes)
    await opened.addNode({ nodeId, name: `host-${nodeId}`, labels: [], nowMs: clock.nowMs() })
  const transportOfServed = () => {
    if (served.transport === undefined) throw new Error('control serves no nodes')
    return served.transport
  }
  const renewAll = async () => {
    const transport = transportOfServed()
    let isDone = false
    const renewals = Promise.all(nodes.map((node) => node.renew(transport)))
    // A failure is the caller's, after the clock has moved.
    void renewals
      .catch(() => undefined)
      .finally(() => {
        isDone = true
      })
    // Renewals are gathered for a moment, which passes here.
    while (!isDone) await clock.advance(1)
    await renewals
  }
  let passedMs = 0
  const made: Cluster = Object.assign(Object.create(world), {
    nodes,
    store: opened,
    renewAll,
    transport: transportOfServed,
    linked: () => [...retained].sort(),
    nodeOf: (nodeId: string | null | undefined) => findNode(nodes, nodeId ?? ''),
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 1000) {
        await clock.advance(Math.min(1000, left))
        passedMs += Math.min(1000, left)
        if (passedMs % renewEveryMs === 0) await renewAll()
      }
    },
    async placeOf(sandboxId: string) {
      return (await opened.findSandbox(sandboxId))?.nodeId
    },
  })
  await renewAll()
  await made.pass(5_000)
  return made
}

function findNode(nodes: readonly ClusterNode[], nodeId: string): ClusterNode {
  const found = nodes.find((node) => node.nodeId === nodeId)
  if (found === undefined) throw new Error(`there is no node "${nodeId}"`)
  return found
}

function clientsBehind(nodes: readonly ClusterNode[], transport: Transport): NodeClients {
  const found = nodes.find(({ node }) => node.orchestrator.transport === transport)
  if (found === undefined) throw new Error('nobody has this transport')
  return found.clients
}

function serveNodes(routes: (router: ConnectRouter) => void): Transport {
  const nameCaller: Interceptor = (next) => (request) => {
    request.contextValues.set(callerNodeId, request.header.get(callerHeader) ?? undefined)
    return next(request)
  }
  // Interceptors of a service replace those of its router.
  const named = (router: ConnectRouter): ConnectRouter => ({
    ...router,
    service: (service, implementation, options) => {
      const interceptors = [nameCaller, ...(options?.interceptors ?? [])]
      return router.service(service, implementation, { ...options, interceptors })
    },
  })
  return createRouterTransport((router) => routes(named(router)))
}

/** No presigned request is sent: the simulated nodes share their store in memory. */
const unusedBlobs: BlobStore = {
  location: 's3://unused',
  delete: async () => undefined,
  // A node gets links with what it opens, and uses none here.
  presignGet: async (key: string) => ({ method: 'GET', url: `http://store.test/${key}`, headers: {} }),
  presignPut: () => Promise.reject(new Error('no object is written')),
} as unknown as BlobStore

interface Keeping {
  readonly stored: Map<string, StoredPause>
  readonly sealer: ReturnType<typeof makeSealer>
  readonly storeOf: () => Store | undefined
}

/** A pause answers when it is stored, as with an object store. */
function storingPauses(node: SimulatedNode, { stored, sealer, storeOf }: Keeping): OrchestratorClient {
  const { machine } = node.orchestrator
  return {
    ...node.client,
    async pauseSandbox(sandboxId, filesOnly, epoch) {
      const paused = await node.client.pauseSandbox(sandboxId, filesOnly, epoch)
      await keepPause(sandboxId)
      return paused
    },
    async adoptPaused(sandboxId, record, options) {
      const { snapshotId } = JSON.parse(record) as { snapshotId: string }
      const kept = stored.get(snapshotId)
      if (kept === undefined) throw new Error(`snapshot "${snapshotId}" is not stored`)
      machine.snapshots.set(snapshotId, kept.snapshot)
      for (const [place, image] of kept.images) machine.images.set(place, image)
      return await node.client.adoptPaused(sandboxId, record, options)
    },
  }

  async function keepPause(sandboxId: string): Promise<void> {
    const store = storeOf()
    const paused = node.orchestrator.node.registry.findPaused(sandboxId)
    const snapshot = machine.snapshots.get(paused?.snapshotId ?? '')
    if (store === undefined || paused === undefined || snapshot === undefined) return
    const { snapshotId: artifactId } = paused
    const images = [...machine.images].filter(([place]) => place.includes(artifactId))
    stored.set(artifactId, { snapshot, images })
    await store.beginArtifact({ artifactId, kind: 'pause', nowMs: 0, sealKey: () => 'key' })
    const sealedRecord = sealer.seal(JSON.stringify({ ...paused, isStored: true }), recordPurpose(artifactId))
    const facts = {
      artifactId,
      attempt: 1,
      manifest: '{}',
      storedBytes: 1,
      cpuFeatures: 'avx sse',
      sandboxId,
    }
    await store.commitArtifact(
      { ...facts, sealedRecord, runtimeId: '', rootfsId: '', alias: '', templateId: '' },
      0,
    )
  }
}
