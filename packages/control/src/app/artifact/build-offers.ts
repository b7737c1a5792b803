/**
 * The builds that nodes of a cluster should have before a sandbox needs them: of each template that some node has a build of,
 * the newest one, the most recently used or published first. They are computed once for all nodes, from what the nodes report.
 */
import type { OfferableBuild } from '../../ports/artifact.ts'
import type { Clock } from '../../ports/host.ts'
import type { Store } from '../../ports/store.ts'
import type { ClusterNodes } from '../node/cluster-nodes.ts'

export interface BuildOffersDeps {
  readonly store: Pick<Store, 'listOfferableBuilds'>
  readonly clock: Clock
  readonly cluster: Pick<ClusterNodes, 'find' | 'table'>
}

/** A node is offered no more builds than that. */
export const offersMax = 16
/** Builds that neither were used nor published for so long are fetched when they are needed. */
const usedMsMax = 7 * 24 * 3_600_000
/** How long what was computed is used, in milliseconds. */
const freshMs = 5_000
const candidatesMax = 1_000

export class BuildOffers {
  readonly #deps: BuildOffersDeps
  #computed: Promise<readonly OfferableBuild[]> = Promise.resolve([])
  #computedAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: BuildOffersDeps) {
    this.#deps = deps
  }

  /** Nothing of a team that needs nodes with labels that this one lacks. */
  async listFor(nodeId: string): Promise<readonly OfferableBuild[]> {
    const node = this.#deps.cluster.find(nodeId)
    if (node === undefined) return []
    const labels = new Set(node.labels)
    const suited = (await this.#all()).filter(({ nodeLabels }) => nodeLabels.every((one) => labels.has(one)))
    return suited.slice(0, offersMax)
  }

  /** Whether the artifact is a build that the node is offered, or its root file system. */
  async isOffered(nodeId: string, artifactId: string): Promise<boolean> {
    const offers = await this.listFor(nodeId)
    return offers.some(({ buildId, rootfsId }) => buildId === artifactId || rootfsId === artifactId)
  }

  #all(): Promise<readonly OfferableBuild[]> {
    const nowMs = this.#deps.clock.nowMs()
    if (nowMs - this.#computedAtMs < freshMs) return this.#computed
    this.#computedAtMs = nowMs
    const computed = this.#compute(nowMs)
    computed.catch(() => {
      this.#computedAtMs = Number.NEGATIVE_INFINITY
    })
    this.#computed = computed
    return computed
  }

  async #compute(nowMs: number): Promise<readonly OfferableBuild[]> {
    const { store, cluster } = this.#deps
    const held = cluster.table.heldBuilds(candidatesMax)
    const found = (await store.listOfferableBuilds(held)).sort((a, b) => b.createdAtMs - a.createdAtMs)
    const isNewest = ({ templateId }: OfferableBuild, index: number) =>
      found.findIndex((one) => one.templateId === templateId) === index
    return found
      .filter((build, index) => isNewest(build, index) && nowMs - build.usedAtMs < usedMsMax)
      .sort((a, b) => b.usedAtMs - a.usedAtMs)
  }
}
