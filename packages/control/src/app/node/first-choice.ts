import type { Deps } from '../deps.ts'
import type { PlaceRequest } from './placement.ts'

/** Where it is tried first. Throws no_capacity; node_unavailable when the only node that has what is needed does not respond. */
export function firstChoice(
  { placement, nodeRegistry }: Pick<Deps, 'placement' | 'nodeRegistry'>,
  request: PlaceRequest,
): string {
  const { isFixed, originId } = request
  if (isFixed !== true || originId === undefined) return placement.choose(request)
  nodeRegistry.assertAlive(originId)
  return originId
}
