/** A cluster without machines: control's end of links, and agents of nodes with simulated orchestrators behind them. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinCluster } from '@cay/agent/app/join-cluster.ts'
import { clusterDoor } from '@cay/agent/edge/cluster-door.ts'
import { openIdentity, openReplicas, writeIdentity, writeReplicas } from '@cay/agent/edge/identity-files.ts'
import type { Keys } from '@cay/agent/ports/join.ts'
import { startAgent } from '@cay/agent/start-agent.ts'
import { ensureClusterAuthority } from '@cay/control/app/member/cluster-authority.ts'
import { createJoinToken } from '@cay/control/app/member/join-tokens.ts'
import { readJoinTraits } from '@cay/control/app/member/join-traits.ts'
import { makeSealer } from '@cay/control/edge/host/sealer.ts'
import { systemClock } from '@cay/control/edge/host/system-clock.ts'
import { NodeLinks } from '@cay/control/edge/link/node-links.ts'
import { openStore } from '@cay/control/edge/store/open-store.ts'
import type { Clock } from '@cay/control/ports/host.ts'
import type { Store } from '@cay/control/ports/store.ts'
import { vaultRoutes } from '@cay/control/rpc/vault-service.ts'
import { FakeClock } from '@cay/control/sim/fake-clock.ts'
import { type RunningLinks, startLinks } from '@cay/control/start-links.ts'
import { fingerprintOf, makeCertificateRequest } from '@cay/kit/certificates/members.ts'
import { createLogger } from '@cay/kit/log.ts'
import type { RunningService } from '@cay/kit/service.ts'
import { SimulatedNode } from '../support/simulated-node.ts'

const log = createLogger('cluster', 'silent')
const sealer = makeSealer(Buffer.alloc(32, 7))

export const machine = { name: 'one', version: '0.1.0', arch: 'x86_64', cpuFeatures: ['sse', 'avx'] }
type Machine = typeof machine

export interface Replica {
  readonly links: NodeLinks
  readonly address: string
  readonly running: RunningLinks
}

export interface LinkedNode {
  readonly nodeId: string
  readonly node: SimulatedNode
  readonly clock: FakeClock
  /** Below it are the sockets that the node's services call. */
  readonly directory: string
  readonly orchestratorSocket: string
  agent: RunningService
  /** Starts the agent anew, as the supervisor does. */
  restart(): Promise<void>
}

export interface LinkWorld {
  readonly store: Store
  readonly replicas: readonly Replica[]
  token(): Promise<string>
  keys(): Promise<Keys>
  join(machine?: Partial<Machine>, token?: string, keys?: Keys): ReturnType<typeof joinCluster>
  addNode(machine?: Partial<Machine>): Promise<LinkedNode>
  stop(): Promise<void>
}

export interface LinkWorldOptions {
  readonly replicas?: number
  readonly clock?: Clock
  readonly drainMsMax?: number
  /** Default: all nodes know the control processes. */
  readonly discoveryMs?: number
  /** How long a call waits for the link of its node. */
  readonly patienceMs?: number
}

export async function startLinkWorld(options: LinkWorldOptions = {}): Promise<LinkWorld> {
  const { replicas: count = 1, clock = systemClock, drainMsMax, discoveryMs = 0 } = options
  const { patienceMs = discoveryMs === 0 ? 3_000 : 0 } = options
  const directory = await mkdtemp(join(tmpdir(), 'cay-links-'))
  const store = await openStore(':memory:')
  const deps = { store, sealer, clock, log, randomBytes }
  const replicas: Replica[] = []
  for (let index = 0; index < count; index++) {
    const links = new NodeLinks({ patienceMs, discoveryMs })
    const running = await startLinks({
      ...deps,
      ...(drainMsMax === undefined ? {} : { drainMsMax }),
      links,
      listen: { host: '127.0.0.1', port: 0 },
      routes: vaultRoutes({ ...deps, identity: { trustDomain: 'cay.local', issuer: undefined } }),
      readTraits: async () => ({ version: '0.1.0', ...(await readJoinTraits(store)) }),
      findReplicas: async () => replicas.map(({ address }) => address),
      settings: { domain: 'cay.example', blobsUrl: '', oidcIssuer: '' },
    })
    replicas.push({ links, running, address: `127.0.0.1:${running.port}` })
  }
  const [first] = replicas
  if (first === undefined) throw new Error('a world has a control process')
  const token = async () => {
    const { certificate } = await ensureClusterAuthority(deps)
    return await createJoinToken(deps, { authority: certificate, nodeId: null })
  }
  const joinAs: LinkWorld['join'] = async (more = {}, given, own) => {
    const keys = async () => own ?? (await makeKeys())
    return await joinCluster(
      { door: clusterDoor, keys, fingerprintOf },
      { address: first.address, token: given ?? (await token()), machine: { ...machine, ...more } },
    )
  }
  const nodes: LinkedNode[] = []
  return {
    store,
    replicas,
    token,
    keys: makeKeys,
    join: joinAs,
    async addNode(more = {}) {
      const { identity, settings } = await joinAs({ name: `node-${nodes.length}`, ...more })
      const own = join(directory, identity.nodeId)
      const linked = replicas.map(({ links }) => linkOf(links, identity.nodeId))
      const node = await startNode(own, identity, settings.replicas)
      await Promise.all(linked)
      nodes.push(node)
      return node
    },
    async stop() {
      for (const { agent, node } of nodes) {
        await agent.stop()
        await node.orchestrator.close()
      }
      for (const { running } of replicas) await running.stop()
      await store.close()
      await rm(directory, { recursive: true })
    },
  }
}

async function makeKeys(): Promise<Keys> {
  const [agent, proxy] = await Promise.all([makeCertificateRequest(), makeCertificateRequest()])
  return { agent, proxy }
}

function linkOf(links: NodeLinks, nodeId: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = links.onLink((linked) => {
      if (linked !== nodeId) return
      stop()
      resolve()
    })
  })
}

type Identity = Awaited<ReturnType<typeof joinCluster>>['identity']

async function startNode(
  directory: string,
  identity: Identity,
  replicas: readonly string[],
): Promise<LinkedNode> {
  const identityFile = join(directory, 'identity.json')
  const replicasFile = join(directory, 'replicas.json')
  await writeIdentity(identityFile, identity)
  await writeReplicas(replicasFile, replicas)
  const clock = new FakeClock()
  const node = new SimulatedNode(clock)
  const orchestratorSocket = join(directory, 'o.sock')
  await node.orchestrator.listen(orchestratorSocket)
  const start = async () =>
    startAgent({
      identity: await openIdentity({ identityFile, edgeIdentity: directory }),
      replicas: await openReplicas(replicasFile),
      orchestratorSocket,
      sockets: {
        vault: join(directory, 'vault.sock'),
        artifacts: join(directory, 'artifacts.sock'),
        cluster: join(directory, 'cluster.sock'),
      },
      log,
    })
  const linked: LinkedNode = {
    nodeId: identity.nodeId,
    node,
    clock,
    directory,
    orchestratorSocket,
    agent: await start(),
    async restart() {
      await linked.agent.stop()
      linked.agent = await start()
    },
  }
  return linked
}
