/**
 * A build whose node is lost starts once more on another node, from what it was started with: that is kept while it is under way,
 * sealed, because steps and credentials may be secret. The files of COPY steps are in the object store.
 */
import { isServiceError } from '@cay/core/errors.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { BuildDetail, BuildOnNode } from '../../ports/build.ts'
import type { Clock, Sealer } from '../../ports/host.ts'
import type { NodeRegistry } from '../../ports/node-clients.ts'
import type { Store } from '../../ports/store.ts'
import type { BuildPlacer, PlacedBuild } from './build-placer.ts'
import { grantCopied } from './grant-uploads.ts'

export interface RetryDeps {
  readonly store: Store
  readonly sealer: Sealer
  readonly buildPlacer: BuildPlacer
  readonly nodeRegistry: NodeRegistry
  readonly clock: Clock
  readonly log: Logger
}

interface KeepDeps extends Pick<RetryDeps, 'store' | 'sealer' | 'nodeRegistry'> {
  /** Undefined: there is no object store, which would have the files. */
  readonly blobs: unknown
}

/** Keeps it where another node could start it again. */
export async function keepOrder(
  { store, sealer, nodeRegistry, blobs }: KeepDeps,
  build: BuildOnNode,
): Promise<void> {
  if (!nodeRegistry.isCluster || blobs === undefined) return
  await store.keepBuildOrder(build.buildId, sealer.seal(JSON.stringify(build), purposeOf(build)))
}

/** Whether the build goes on: on another node, where this or another control process has started it. */
export async function retryElsewhere(deps: RetryDeps, build: BuildDetail): Promise<boolean> {
  const { store, sealer, clock, log, nodeRegistry } = deps
  const { buildId, nodeId: lostNodeId } = build
  const kept = await store.findBuildOrder(buildId)
  if (kept === undefined || lostNodeId === null) return false
  const number = await store.countBuildLogs(buildId)
  const { templateId } = build
  const retried = await placeAnew(
    deps,
    { templateId, buildId, labels: await labelsOf(deps, build) },
    async (nodeId) => {
      const retry = { lostNodeId, nodeId, logsBefore: number + 1, nowMs: clock.nowMs() }
      return { nodeId, outcome: await store.retryBuild(buildId, retry) }
    },
  )
  if (retried === undefined) return false
  const { nodeId, outcome } = retried
  if (outcome !== 'retried') return outcome === 'moved'
  const message = 'The node was lost. The build starts again on another node.'
  await store.addBuildLogs(buildId, [
    { number, timestampMs: clock.nowMs(), level: 'warn', message, step: '' },
  ])
  log.warn({ event: 'build.retried', buildID: buildId, nodeID: nodeId, lostNodeID: lostNodeId }, message)
  const order = JSON.parse(sealer.open(kept.sealed, purposeOf(build))) as BuildOnNode
  await grantCopied(deps, nodeId, order)
  await nodeRegistry.clientsOf(nodeId).builder.startBuild(order)
  return true
}

/** That the nodes of its team's builds have. */
async function labelsOf(
  { store }: RetryDeps,
  { templateId }: BuildDetail,
): Promise<readonly string[] | undefined> {
  const { teamId = null } = (await store.findTemplateDetail(templateId)) ?? {}
  return teamId === null ? undefined : (await store.findTeam(teamId))?.nodeLabels
}

/** Undefined when there is no node for it. */
async function placeAnew<T>(
  { buildPlacer }: RetryDeps,
  build: PlacedBuild,
  record: (nodeId: string) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await buildPlacer.place(build, record)
  } catch (error) {
    if (!isServiceError(error, 'no_capacity')) throw error
    return undefined
  }
}

function purposeOf({ buildId }: { readonly buildId: string }): string {
  return `build order ${buildId}`
}
