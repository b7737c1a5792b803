/**
 * Chooses the node of a build. What steps made is kept on the node that ran them, so a template is built where it was built last;
 * and builds wait for each other on a node, so that none gets many while others have none:
 *
 *   the node of the template's last build    if it has at most one build more under way than the least busy node
 *   one of the least busy nodes              otherwise, as for other work
 *
 * Only nodes that can take it count. Behind one other build, which is half done on average, a build from the cache begins earlier
 * than one that runs all of its steps again would end; behind two it would not.
 */
import { canTake, chooseNode, type NodeView, type NodeViews, type PlacementRequest } from './choose-node.ts'

export interface BuildFacts {
  /** Where the template was built last. */
  readonly lastNodeId: string | undefined
  /** Number of builds under way, by node; absent: none. */
  readonly underWay: ReadonlyMap<string, number>
}

/** Builds more than on the least busy node, behind which a build waits for what is kept. */
const waitedForMax = 1

/** `draw` returns a random number from 0 to less than 1. Undefined when no node can take the build. */
export function chooseBuilder(
  { all }: Pick<NodeViews, 'all'>,
  request: PlacementRequest,
  { lastNodeId, underWay, draw }: BuildFacts & { readonly draw: () => number },
): NodeView | undefined {
  const able = all.filter((node) => canTake(node, request))
  const buildsOn = ({ nodeId }: NodeView) => underWay.get(nodeId) ?? 0
  const fewest = able.reduce((least, node) => Math.min(least, buildsOn(node)), Number.POSITIVE_INFINITY)
  const last = able.find(({ nodeId }) => nodeId === lastNodeId)
  if (last !== undefined && buildsOn(last) <= fewest + waitedForMax) return last
  const leastBusy = able.filter((node) => buildsOn(node) === fewest)
  return chooseNode({ all: leastBusy, find: () => undefined, holdersOf: () => [] }, request, draw)
}
