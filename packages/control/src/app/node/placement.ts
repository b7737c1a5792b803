/** Chooses the nodes that sandboxes and builds are placed on. */
import { isOutcomeUnknown, isServiceError, ServiceError } from '@cay/core/errors.ts'
import { type BuildFacts, chooseBuilder } from '@cay/core/placement/choose-builder.ts'
import { chooseNode, type NodeView, type PlacementRequest } from '@cay/core/placement/choose-node.ts'
import { missingCpuFeatures } from '@cay/core/placement/cpu-features.ts'
import { localNodeId } from '@cay/core/placement/node-id.ts'
import type { NodeTable } from '@cay/core/placement/node-table.ts'
import type { Resources } from '../../ports/orchestrator.ts'

/** A node that refuses is not asked again for the same sandbox. */
export const triesMax = 4

export type PlaceRequest = Pick<
  PlacementRequest,
  'buildId' | 'originId' | 'arch' | 'labels' | 'volumesDirectoryId'
> & {
  readonly resources: Resources
  /** Features of the processor that the memory needs: sorted, separated by spaces; absent or empty: any. */
  readonly cpuFeatures?: string | undefined
  readonly excluded?: ReadonlySet<string>
  /** Only the origin has what is needed. */
  readonly isFixed?: boolean
  /** The bundled template that a build is to wait for on the node. */
  readonly recipe?: string | undefined
}

export interface PlaceBuildRequest extends BuildFacts {
  readonly labels?: readonly string[] | undefined
  readonly excluded?: ReadonlySet<string>
  /** The bundled template that it is to wait for on the node, until that is built there. */
  readonly recipe?: string | undefined
}

export interface Placement {
  /** Throws no_capacity when no node can take it. */
  choose(request: PlaceRequest): string
  /** For work that any node can do, of those with the labels. Throws no_capacity when there is none. */
  anyNode(labels?: readonly string[], volumesDirectoryId?: string): string
  /** Throws no_capacity when no node can take it. */
  chooseBuilder(request: PlaceBuildRequest): string
}

/** A single machine. */
export const localPlacement: Placement = {
  choose: chooseLocal,
  anyNode: () => localNodeId,
  chooseBuilder: chooseLocal,
}

function chooseLocal({ excluded }: { readonly excluded?: ReadonlySet<string> }): string {
  if (excluded?.has(localNodeId) === true) throw new ServiceError('no_capacity', 'there is no other node')
  return localNodeId
}

export interface PlacementNodes {
  readonly table: NodeTable
  /** Whether a call would arrive there now. */
  isReachable(nodeId: string): boolean
}

export function clusterPlacement(nodes: PlacementNodes, draw: () => number = Math.random): Placement {
  const { table } = nodes
  const isReachable = (nodeId: string) => nodes.isReachable(nodeId)
  /** A call waits for a link that is gone: it may be back within a moment. Where another node is linked, nobody has to wait. */
  const place = (
    request: PlaceRequest,
    chooseFrom: (asked: PlacementRequest) => NodeView | undefined,
  ): string => {
    const { resources, cpuFeatures = '', excluded = new Set(), isFixed = false, recipe, ...same } = request
    if (isFixed) throw new ServiceError('no_capacity', 'no other node has what is needed')
    const { cpuCount, memoryMb } = resources
    const cpuClasses = cpuFeatures === '' ? {} : { cpuClasses: classesWith(table, cpuFeatures) }
    const asked = { ...same, ...cpuClasses, cpuCount, memoryMb, excluded, needsRecipes: recipe !== undefined }
    const chosen = chooseFrom({ ...asked, isReachable }) ?? chooseFrom(asked)
    if (chosen === undefined) throw new ServiceError('no_capacity', whyNone(table, request))
    table.notePlaced(chosen.nodeId, { cpuCount })
    return chosen.nodeId
  }
  const choose = (request: PlaceRequest) => place(request, (asked) => chooseNode(table, asked, draw))
  return {
    choose,
    anyNode: (labels, volumesDirectoryId) => choose({ resources: nothing, labels, volumesDirectoryId }),
    chooseBuilder: ({ labels, excluded = new Set(), recipe, ...facts }) =>
      place({ resources: nothing, labels, excluded, recipe }, (asked) =>
        chooseBuilder(table, asked, { ...facts, draw }),
      ),
  }
}

/** What no node has is no lack of room. */
function whyNone({ all }: NodeTable, { labels = [], volumesDirectoryId, recipe }: PlaceRequest): string {
  if (recipe !== undefined && !all.some(({ buildsFromRecipes }) => buildsFromRecipes === true))
    return `no node of this cluster can build from '${recipe}' yet: upgrade the nodes, or create a sandbox of '${recipe}' first`
  if (volumesDirectoryId !== undefined && !all.some((node) => node.volumesDirectoryId === volumesDirectoryId))
    return 'no node of the cluster has the directory in which the volume lies'
  const isMissing = !all.some((node) => labels.every((label) => node.labels.has(label)))
  if (labels.length === 0 || !isMissing) return 'no node of the cluster has room'
  return `no node of the cluster has the labels that the team needs: ${labels.join(', ')}`
}

const nothing: Resources = { cpuCount: 0, memoryMb: 0, diskSizeMb: 0 }

/** The CPU classes of the cluster, few, that have all of the features. */
function classesWith(table: NodeTable, cpuFeatures: string): ReadonlySet<string> {
  const fits = (cpuClass: string) => missingCpuFeatures(cpuFeatures, cpuClass).length === 0
  return new Set([...table.cpuClasses()].filter((cpuClass) => cpuClass === cpuFeatures || fits(cpuClass)))
}

/**
 * Tries nodes until one takes it. `attempt` throws no_capacity or node_unavailable where another node may do; what it throws
 * last is thrown. A node that may have taken it is followed by no other one.
 */
export async function tryNodes<T>(
  first: string,
  {
    choose,
    attempt,
  }: {
    readonly choose: (excluded: ReadonlySet<string>) => string | Promise<string>
    readonly attempt: (nodeId: string, turn: number) => Promise<T>
  },
): Promise<T> {
  const refused = new Set<string>()
  for (let nodeId = first, turn = 1; ; turn++) {
    try {
      return await attempt(nodeId, turn)
    } catch (error) {
      refused.add(nodeId)
      if (turn >= triesMax || !isRefusal(error)) throw error
      nodeId = await chooseOther(choose, refused, error)
    }
  }
}

/** When no other node is left, what the last one has said is the answer. */
async function chooseOther(
  choose: (excluded: ReadonlySet<string>) => string | Promise<string>,
  refused: ReadonlySet<string>,
  error: unknown,
): Promise<string> {
  try {
    return await choose(refused)
  } catch (none) {
    throw isServiceError(none, 'no_capacity') ? error : none
  }
}

/** Another node may do, and this one has not begun it. */
export function isRefusal(error: unknown): boolean {
  if (isOutcomeUnknown(error)) return false
  return (
    isServiceError(error, 'no_capacity') ||
    isServiceError(error, 'node_unavailable') ||
    isServiceError(error, 'no_compatible_node')
  )
}
