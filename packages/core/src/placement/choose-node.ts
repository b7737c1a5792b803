/**
 * Chooses the node of a sandbox, from what a control process knows of the nodes: reports that are a few seconds old, and
 * what it has placed itself since. The choice may be wrong, so the caller excludes a node that refuses and chooses again.
 *
 * A few random nodes and a few that have the files are compared, not all of them: several control processes that choose at
 * once then do not all choose the same node, and the cost does not grow with the cluster.
 */
import { idleSandboxMemoryMb } from './admission.ts'

export interface NodeView {
  readonly nodeId: string
  /** Ready, with a valid lease, and with a clock and a version that fit. */
  readonly isOpen: boolean
  readonly arch: string
  /** Names a set of CPU features. */
  readonly cpuClass: string
  readonly labels: ReadonlySet<string>
  readonly placesMax: number
  /** Containers, admitted sandboxes, and what was placed since the report. */
  readonly placesUsed: number
  readonly cpuCount: number
  readonly cpusAllocated: number
  readonly memoryTotalMb: number
  readonly memoryFreeMb: number
  readonly diskFreeMb: number
  readonly pooledBuilds: ReadonlySet<string>
  /** Builds whose files are on the node. */
  readonly cachedBuilds: ReadonlySet<string>
  /** Of the directory of volumes that it shares with other nodes. */
  readonly volumesDirectoryId?: string | undefined
  /** It takes builds that start from a bundled template which is not built yet. */
  readonly buildsFromRecipes?: boolean
}

/** The nodes that can be compared. */
export interface NodeViews {
  readonly all: readonly NodeView[]
  find(nodeId: string): NodeView | undefined
  /** Nodes that have the files of the build. */
  holdersOf(buildId: string): readonly NodeView[]
}

export interface PlacementRequest {
  /** Absent where nothing is restored. */
  readonly buildId?: string | undefined
  readonly cpuCount: number
  readonly memoryMb: number
  /** Tried first: the node that has the files of the last pause. */
  readonly originId?: string | undefined
  readonly arch?: string | undefined
  /** The CPU classes that can restore the memory; absent: any. */
  readonly cpuClasses?: ReadonlySet<string> | undefined
  readonly labels?: readonly string[] | undefined
  /** Only nodes that share this directory of volumes. */
  readonly volumesDirectoryId?: string | undefined
  /** Only nodes that take builds which start from a bundled template that is not built yet. */
  readonly needsRecipes?: boolean
  /** Nodes that have refused, or are to be left. */
  readonly excluded: ReadonlySet<string>
  /** Absent: all of them can be reached. */
  readonly isReachable?: (nodeId: string) => boolean
}

/** Number of random candidates, and of candidates that have the files. */
const randomCandidates = 3
const holderCandidates = 3
const heldBonus = 0.1
const pooledBonus = 0.05
/** A CPU counts for four sandboxes' worth of allocated ones: most of them idle. */
const cpuShare = 4

/** `draw` returns a random number from 0 to less than 1. Undefined when no node can take the sandbox. */
export function chooseNode(
  views: NodeViews,
  request: PlacementRequest,
  draw: () => number,
): NodeView | undefined {
  const origin = request.originId === undefined ? undefined : views.find(request.originId)
  if (origin !== undefined && canTake(origin, request)) return origin
  const holders = request.buildId === undefined ? [] : views.holdersOf(request.buildId)
  const best = bestOf(
    [...sample(holders, holderCandidates, draw), ...sample(views.all, randomCandidates, draw)],
    request,
  )
  // Rare: the cluster is nearly full, or few nodes fit.
  return best ?? bestOf(views.all, request)
}

export function canTake(node: NodeView, request: PlacementRequest): boolean {
  return (
    node.isOpen &&
    node.placesUsed < node.placesMax &&
    node.memoryFreeMb >= idleSandboxMemoryMb &&
    node.diskFreeMb > 0 &&
    node.memoryTotalMb >= request.memoryMb &&
    !request.excluded.has(node.nodeId) &&
    request.isReachable?.(node.nodeId) !== false &&
    (request.arch === undefined || request.arch === node.arch) &&
    (request.cpuClasses === undefined || request.cpuClasses.has(node.cpuClass)) &&
    (request.volumesDirectoryId === undefined || request.volumesDirectoryId === node.volumesDirectoryId) &&
    (request.needsRecipes !== true || node.buildsFromRecipes === true) &&
    (request.labels === undefined || request.labels.every((label) => node.labels.has(label)))
  )
}

function bestOf(candidates: readonly NodeView[], request: PlacementRequest): NodeView | undefined {
  let best: NodeView | undefined
  let bestScore = Number.POSITIVE_INFINITY
  for (const node of candidates) {
    if (!canTake(node, request)) continue
    const score = scoreOf(node, request)
    if (score >= bestScore) continue
    best = node
    bestScore = score
  }
  return best
}

/** The fuller the node by its scarcest resource, the worse. */
function scoreOf(node: NodeView, { buildId }: PlacementRequest): number {
  const memory = 1 - node.memoryFreeMb / node.memoryTotalMb
  const cpu = node.cpusAllocated / node.cpuCount / cpuShare
  const places = node.placesUsed / node.placesMax
  const load = Math.max(memory, cpu, places)
  if (buildId === undefined) return load
  const held = node.cachedBuilds.has(buildId) ? heldBonus : 0
  return load - held - (node.pooledBuilds.has(buildId) ? pooledBonus : 0)
}

/** May repeat an item, which costs nothing but a comparison. */
function sample<T>(items: readonly T[], count: number, draw: () => number): T[] {
  if (items.length <= count) return [...items]
  const drawn: T[] = []
  for (let turn = 0; turn < count; turn++) {
    const item = items[Math.floor(draw() * items.length)]
    if (item !== undefined) drawn.push(item)
  }
  return drawn
}
