/**
 * The kinds of containers that the pool keeps, with their demand: of each build those without volumes, and of the one build
 * that is most asked for with volumes also those with the directory of volumes.
 */
import { busiestMoment, type Demand, withCreate } from '@cay/core/pool/demand.ts'
import type { PoolTemplate } from '@cay/core/pool/plan.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import type { TemplateBuild } from '../../ports/template.ts'

export interface PoolKind extends PoolTemplate {
  readonly build: TemplateBuild
  /** Present: for sandboxes with volumes, which are restored from it. */
  readonly volumeCheckpoint?: string
}

/** The checkpoints that sandboxes with volumes are restored from. */
export interface PooledCheckpoints {
  /** Undefined: sandboxes with volumes are booted from this build. */
  find(build: TemplateBuild): Promise<string | undefined>
  /** For a checkpoint that could not be restored. */
  discard(build: TemplateBuild, error: unknown): Promise<void>
}

/** Names a kind; plans and stocks have it where they say `buildId`. */
export function poolKind(buildId: string, hasVolumes: boolean): string {
  return hasVolumes ? `${buildId}/volumes` : buildId
}

export function kindOf({ buildId, container }: ContainerRecord): string {
  return poolKind(buildId, container.volumes !== undefined)
}

export class PoolKinds {
  readonly #volumeCheckpoints: Pick<PooledCheckpoints, 'find'>
  #builds: readonly TemplateBuild[] = []
  /** By the kind of the template. */
  readonly #demand = new Map<string, Demand>()

  constructor(volumeCheckpoints: Pick<PooledCheckpoints, 'find'>) {
    this.#volumeCheckpoints = volumeCheckpoints
  }

  get builds(): readonly TemplateBuild[] {
    return this.#builds
  }

  setBuilds(builds: readonly TemplateBuild[]): void {
    this.#builds = builds
    const known = new Set(
      builds.flatMap(({ templateId }) => [poolKind(templateId, false), poolKind(templateId, true)]),
    )
    for (const kind of this.#demand.keys()) if (!known.has(kind)) this.#demand.delete(kind)
  }

  noteDemand(buildId: string, hasVolumes: boolean, nowMs: number): void {
    const build = this.#builds.find((one) => one.buildId === buildId)
    if (build === undefined) return
    this.#demand.set(
      poolKind(build.templateId, hasVolumes),
      withCreate(this.#demandOf(build, hasVolumes), nowMs),
    )
  }

  plain(): PoolKind[] {
    return this.#builds.map((build) => ({
      ...{ buildId: poolKind(build.buildId, false), build },
      demand: this.#demandOf(build, false),
    }))
  }

  async list(nowMs: number): Promise<PoolKind[]> {
    return [...this.plain(), ...(await this.#withVolumes(nowMs))]
  }

  async #withVolumes(nowMs: number): Promise<PoolKind[]> {
    const peakOf = (build: TemplateBuild) => busiestMoment(this.#demandOf(build, true), nowMs)
    const [busiest] = this.#builds.filter((build) => peakOf(build) > 0).sort((a, b) => peakOf(b) - peakOf(a))
    if (busiest === undefined) return []
    const volumeCheckpoint = await this.#volumeCheckpoints.find(busiest)
    if (volumeCheckpoint === undefined) return []
    const buildId = poolKind(busiest.buildId, true)
    const demand = this.#demandOf(busiest, true)
    return [{ buildId, build: busiest, demand, isOnDemand: true, volumeCheckpoint }]
  }

  #demandOf({ templateId }: TemplateBuild, hasVolumes: boolean): Demand {
    return this.#demand.get(poolKind(templateId, hasVolumes)) ?? []
  }
}
