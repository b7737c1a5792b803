/**
 * Creates on a simulated cluster in virtual time: control processes that choose from reports of up to five seconds' age, and
 * nodes that keep the files of what they have started. The chooser is the real one; nothing ends and nothing fails.
 */
import { idleSandboxMemoryMb } from '@cay/core/placement/admission.ts'
import { chooseNode, type NodeView, type PlacementRequest } from '@cay/core/placement/choose-node.ts'
import { NodeTable } from '@cay/core/placement/node-table.ts'
import { randomFrom } from './random.ts'

export interface SimulatedCluster {
  readonly nodes: number
  readonly creates: number
  readonly replicas: number
  readonly templates: number
  readonly createsPerSecond: number
  /** Sandboxes that fit on a node. */
  readonly placesMax: number
  /** Builds whose files fit on a node; the one that was used longest ago makes room. */
  readonly cacheMax: number
}

export interface PlacementResult {
  /** Share of the creates on nodes that had the files. */
  readonly hits: number
  /** Sandboxes of the fullest node by those of the mean. */
  readonly maxByMean: number
  readonly min: number
  readonly mean: number
  readonly max: number
  /** Creates that a node refused because it was full, whatever control knew of it. */
  readonly refused: number
  readonly microsecondsPerChoice: number
}

const reportSeconds = 5
const memoryTotalMb = 65_536

interface SimulatedNode {
  sandboxes: number
  /** In the order of use. */
  readonly builds: Map<string, true>
  /** As reported last; undefined since they are others. */
  reported: ReadonlySet<string> | undefined
}

export interface SimulationOptions {
  readonly seed?: number
  /** Called now and then with the number of creates that are done. */
  readonly onProgress?: (creates: number) => Promise<void>
}

const progressEvery = 100_000

export async function simulatePlacement(
  cluster: SimulatedCluster,
  { seed = 1, onProgress }: SimulationOptions = {},
): Promise<PlacementResult> {
  const draw = randomFrom(seed)
  const template = zipf(cluster.templates, draw)
  const nodes = Array.from(
    { length: cluster.nodes },
    (): SimulatedNode => ({ sandboxes: 0, builds: new Map(), reported: undefined }),
  )
  const tables = Array.from({ length: cluster.replicas }, () => new NodeTable())
  const reportTo = (index: number, node: SimulatedNode) => {
    // Each table copies it.
    const view = report(cluster, node, index)
    for (const table of tables) table.set(view)
  }
  for (const [index, node] of nodes.entries()) reportTo(index, node)
  const reportsPerCreate = cluster.nodes / reportSeconds / cluster.createsPerSecond
  let [hits, refused, reported] = [0, 0, 0]
  for (let create = 0; create < cluster.creates; create++) {
    if (create % progressEvery === 0) await onProgress?.(create)
    // Every node reports once in five seconds, each at another moment.
    for (; reported < create * reportsPerCreate; reported++) {
      const index = reported % cluster.nodes
      const node = nodes[index]
      if (node !== undefined) reportTo(index, node)
    }
    const table = tables[create % cluster.replicas]
    const buildId = template()
    const request: PlacementRequest = { buildId, cpuCount: 1, memoryMb: 512, excluded: new Set() }
    const chosen = table === undefined ? undefined : chooseNode(table, request, draw)
    const node = chosen === undefined ? undefined : nodes[Number(chosen.nodeId)]
    if (chosen === undefined || node === undefined || node.sandboxes >= cluster.placesMax) {
      refused += 1
      continue
    }
    table?.notePlaced(chosen.nodeId, request)
    if (use(node, buildId, cluster.cacheMax)) hits += 1
    node.sandboxes += 1
  }
  const loads = nodes.map(({ sandboxes }) => sandboxes)
  const mean = loads.reduce((sum, load) => sum + load, 0) / loads.length
  const max = Math.max(...loads)
  return {
    ...{ hits: hits / cluster.creates, maxByMean: max / mean, min: Math.min(...loads), mean, max, refused },
    microsecondsPerChoice: timeChoices(tables, template, draw),
  }
}

const timedChoices = 200_000

/** In processor time, so that a busy machine changes it little. */
function timeChoices(tables: readonly NodeTable[], template: () => string, draw: () => number): number {
  const requests = Array.from(
    { length: 1000 },
    (): PlacementRequest => ({ buildId: template(), cpuCount: 1, memoryMb: 512, excluded: new Set() }),
  )
  const before = process.cpuUsage()
  for (let turn = 0; turn < timedChoices; turn++) {
    const [table, request] = [tables[turn % tables.length], requests[turn % requests.length]]
    if (table !== undefined && request !== undefined) chooseNode(table, request, draw)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / timedChoices
}

/** Returns whether the node had the files. */
function use(node: SimulatedNode, buildId: string, cacheMax: number): boolean {
  const { builds } = node
  const isHit = builds.delete(buildId)
  builds.set(buildId, true)
  if (isHit) return true
  node.reported = undefined
  const [oldest] = builds.keys()
  if (builds.size > cacheMax && oldest !== undefined) builds.delete(oldest)
  return false
}

/** The set of builds is the same one as long as its members are, as control keeps it. */
function report({ placesMax }: SimulatedCluster, node: SimulatedNode, index: number): NodeView {
  const { sandboxes, builds } = node
  node.reported ??= new Set(builds.keys())
  return {
    ...{ nodeId: String(index), isOpen: true, arch: 'x86_64', cpuClass: 'a', labels: new Set() },
    ...{ placesMax, placesUsed: sandboxes, cpuCount: 64, cpusAllocated: sandboxes },
    ...{ memoryTotalMb, memoryFreeMb: memoryTotalMb - sandboxes * idleSandboxMemoryMb, diskFreeMb: 100_000 },
    ...{ pooledBuilds: noBuilds, cachedBuilds: node.reported },
  }
}

const noBuilds: ReadonlySet<string> = new Set()

/** Template n is asked for 1/n as often as the first one. */
function zipf(templates: number, draw: () => number): () => string {
  let sum = 0
  const sums = Array.from({ length: templates }, (_, index) => {
    sum += 1 / (index + 1)
    return sum
  })
  return () => {
    const at = draw() * sum
    let [low, high] = [0, templates - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > at) high = middle
      else low = middle + 1
    }
    return `build-${low}`
  }
}
