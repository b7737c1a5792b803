/**
 * What a build was started with is kept while it is under way, sealed, because steps and credentials may be secret. So it reaches its
 * node although control is killed before it has sent it, and starts once more on another node when its node is lost: the object
 * store has the files of its COPY steps.
 */
import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { buildReasons } from '@cay/core/template/build-state.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { BuildDetail, BuildOnNode, BuildOrder } from '../../ports/build.ts'
import type { Clock, Sealer } from '../../ports/host.ts'
import type { NodeRegistry } from '../../ports/node-clients.ts'
import type { Store } from '../../ports/store.ts'
import { isRefusal, triesMax } from '../node/placement.ts'
import type { BuildPlacer, PlacedBuild } from './build-placer.ts'
import { grantCopied } from './grant-uploads.ts'

export interface RetryDeps {
  readonly store: Store
  readonly sealer: Sealer
  readonly buildPlacer: BuildPlacer
  readonly nodeRegistry: NodeRegistry
  readonly clock: Clock
  readonly log: Logger
  /** Undefined: there is no object store. */
  readonly blobs: BlobStore | undefined
}

/** To be kept in the transaction that records where the build starts. */
export function sealOrder({ sealer }: Pick<RetryDeps, 'sealer'>, build: BuildOnNode): string {
  return sealer.seal(JSON.stringify(build), purposeOf(build))
}

/** Whether the build goes on: on another node, where this or another control process has started it, or will. */
export async function retryElsewhere(deps: RetryDeps, build: BuildDetail): Promise<boolean> {
  const { store, clock, log, blobs } = deps
  const { buildId, nodeId: lostNodeId } = build
  // The files of its COPY steps are on the lost node alone.
  if (blobs === undefined) return false
  const kept = await store.findBuildOrder(buildId)
  if (kept === undefined || lostNodeId === null) return false
  const order = openOrder(deps, buildId, kept)
  const number = await store.countBuildLogs(buildId)
  const placed = await placedBuild(deps, build, order)
  const retried = await placeAnew(deps, placed, async (nodeId) => {
    const retry = { lostNodeId, nodeId, logsBefore: number + 1, nowMs: clock.nowMs() }
    return { nodeId, outcome: await store.retryBuild(buildId, retry) }
  })
  if (retried === undefined) return false
  const { nodeId, outcome } = retried
  if (outcome !== 'retried') return outcome === 'moved'
  const message = 'The node was lost. The build starts again on another node.'
  await store.addBuildLogs(buildId, [
    { number, timestampMs: clock.nowMs(), level: 'warn', message, step: '' },
  ])
  log.warn({ event: 'build.retried', buildID: buildId, nodeID: nodeId, lostNodeID: lostNodeId }, message)
  await startOnSome(deps, order, { placed, nodeId })
  return true
}

/** How long in milliseconds a build is sent to a node that has not got it. */
const startAgainMsMax = 600_000

/** `begun`: it was on the node, or has ended. `late`: it has not reached a node in time. */
export type StartOutcome = 'sent' | 'begun' | 'late'

/**
 * For a build that its node does not know. One that has not begun, because the request failed or the process that was to send it
 * has ended, is sent: the node takes it once, whoever else sends it. Throws what the node answers.
 */
export async function startAgain(deps: RetryDeps, buildId: string): Promise<StartOutcome> {
  const { store, clock } = deps
  const [build, kept] = [await store.findBuildDetail(buildId), await store.findBuildOrder(buildId)]
  if (build?.state !== 'building' || build.nodeId === null || kept === undefined) return 'begun'
  if ((await store.countBuildLogs(buildId)) !== kept.logsBefore) return 'begun'
  if (clock.nowMs() - build.updatedAtMs > startAgainMsMax) return 'late'
  const order = openOrder(deps, buildId, kept)
  const placed = await placedBuild(deps, build, order)
  await startOnSome(deps, order, { placed, nodeId: build.nodeId })
  return 'sent'
}

interface Start {
  readonly placed: PlacedBuild
  /** Where it is recorded. */
  readonly nodeId: string
}

/** Tries other nodes while one refuses it. Throws what the last one answers; the build stays recorded there. */
export async function startOnSome(
  deps: RetryDeps,
  order: BuildOnNode,
  { placed, nodeId }: Start,
): Promise<void> {
  const refused = new Set<string>()
  for (let from = nodeId; ; ) {
    try {
      return await startOn(deps, from, order)
    } catch (error) {
      refused.add(from)
      if (refused.size >= triesMax || !isRefusal(error)) throw error
      const next = await moveFrom(deps, from, { ...placed, excluded: refused })
      if (next === 'none') throw error
      if (next === 'moved') return
      from = next.nodeId
    }
  }
}

async function startOn(deps: RetryDeps, nodeId: string, order: BuildOnNode): Promise<void> {
  const { store, nodeRegistry } = deps
  const { builder } = nodeRegistry.clientsOf(nodeId)
  await grantCopied(deps, nodeId, order)
  await builder.startBuild(order)
  const build = await store.findBuildDetail(order.buildId)
  // It was cancelled, or another control process has moved it meanwhile.
  if (build?.state !== 'building' || build.nodeId !== nodeId)
    await builder.cancelBuild(order.buildId, buildReasons.cancelled)
}

/** `none`: there is no other node. `moved`: another process has moved it, or it has ended. */
async function moveFrom(
  deps: RetryDeps,
  from: string,
  build: PlacedBuild,
): Promise<{ readonly nodeId: string } | 'moved' | 'none'> {
  const { store, clock } = deps
  const moved = await placeAnew(deps, build, async (to) => {
    const changed = await store.changeBuild(build.buildId, ({ state, nodeId }) =>
      state === 'building' && nodeId === from ? { nodeId: to, updatedAtMs: clock.nowMs() } : undefined,
    )
    return changed === undefined ? 'moved' : { nodeId: to }
  })
  return moved ?? 'none'
}

function openOrder({ sealer }: RetryDeps, buildId: string, { sealed }: BuildOrder): BuildOnNode {
  return JSON.parse(sealer.open(sealed, purposeOf({ buildId }))) as BuildOnNode
}

async function placedBuild(
  deps: RetryDeps,
  build: BuildDetail,
  { source }: BuildOnNode,
): Promise<PlacedBuild> {
  const { templateId, buildId } = build
  const recipe = source.kind === 'recipe' ? source.alias : undefined
  return { templateId, buildId, labels: await labelsOf(deps, build), recipe }
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
