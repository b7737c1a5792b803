/**
 * Chooses the nodes of builds and has the choice recorded, one build after the other, so that builds that are started at once count
 * each other. What other control processes choose meanwhile is not seen.
 */
import { Semaphore } from '@cay/kit/flow/semaphore.ts'
import type { NodeRegistry } from '../../ports/node-clients.ts'
import type { Store } from '../../ports/store.ts'
import type { Placement } from '../node/placement.ts'

export interface BuildPlacerDeps {
  readonly store: Pick<Store, 'listBuildsInState' | 'listBuilds'>
  readonly placement: Placement
  readonly nodeRegistry: NodeRegistry
}

export interface PlacedBuild {
  readonly templateId: string
  readonly buildId: string
  /** That the team's nodes need. */
  readonly labels: readonly string[] | undefined
  /** Nodes that have refused it. */
  readonly excluded?: ReadonlySet<string>
  /** The bundled template that it is to wait for on the node, until that is built there. */
  readonly recipe?: string | undefined
}

/** The latest builds of the template among which its last node is looked for: those that nobody started have none. */
const recentMax = 16

export class BuildPlacer {
  readonly #deps: BuildPlacerDeps
  readonly #turns = new Semaphore(1)

  constructor(deps: BuildPlacerDeps) {
    this.#deps = deps
  }

  /** `record` writes down that the build is on the node. Throws no_capacity, and what `record` throws. */
  async place<T>(build: PlacedBuild, record: (nodeId: string) => Promise<T>): Promise<T> {
    return await this.#turns.run(async () => await record(await this.#choose(build)))
  }

  async #choose({ templateId, buildId, labels, excluded = new Set(), recipe }: PlacedBuild): Promise<string> {
    const { store, placement, nodeRegistry } = this.#deps
    const isOther = (other: { readonly buildId: string }) => other.buildId !== buildId
    // On a single machine there is nothing to choose.
    const [building, recent] = nodeRegistry.isCluster
      ? [await store.listBuildsInState('building'), await store.listBuilds({ templateId, limit: recentMax })]
      : [[], []]
    const nodeIds = building.filter(isOther).flatMap(({ nodeId }) => nodeId ?? [])
    const counts = Map.groupBy(nodeIds, (nodeId) => nodeId)
    // A build that failed has left what its first steps made.
    const last = recent.find((other) => isOther(other) && other.nodeId !== null)
    return placement.chooseBuilder({
      ...{ labels, excluded, recipe },
      lastNodeId: last?.nodeId ?? undefined,
      underWay: new Map([...counts].map(([nodeId, all]) => [nodeId, all.length])),
    })
  }
}
