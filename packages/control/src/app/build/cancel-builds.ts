import { buildReasons } from '@cay/core/template/build-state.ts'
import type { BuildDetail } from '../../ports/build.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'

export type CancelDeps = Pick<Deps, 'store' | 'builds' | 'nodeRegistry' | 'log'>

export interface Cancelled {
  readonly cancelledCount: number
  readonly failedCount: number
}

/**
 * Cancels all waiting and running builds of the team's templates. Each cancellation succeeds or fails on its own. A
 * build that finishes in the meantime is not counted. When the node does not respond, the build is counted as failed,
 * but its record is ended all the same.
 */
export async function cancelTeamBuilds(deps: CancelDeps, { teamId }: Team): Promise<Cancelled> {
  const ends = await Promise.all((await buildsUnderWay(deps, teamId)).map((id) => cancel(deps, id)))
  const count = (outcome: Ended) => ends.filter((end) => end === outcome).length
  return { cancelledCount: count('cancelled'), failedCount: count('failed') }
}

async function buildsUnderWay({ store }: CancelDeps, teamId: string): Promise<string[]> {
  const [waiting, building] = await Promise.all([
    store.listBuildsInState('waiting'),
    store.listBuildsInState('building'),
  ])
  const ids: string[] = []
  for (const { buildId, templateId } of [...waiting, ...building]) {
    const template = await store.findTemplateDetail(templateId)
    if (template?.teamId === teamId) ids.push(buildId)
  }
  return ids
}

/** Throws node_unavailable. */
export async function cancelOnNode(
  { nodeRegistry }: Pick<Deps, 'nodeRegistry'>,
  { buildId, nodeId }: Pick<BuildDetail, 'buildId' | 'nodeId'>,
): Promise<void> {
  if (nodeId !== null)
    await nodeRegistry.clientsOf(nodeId).builder.cancelBuild(buildId, buildReasons.cancelled)
}

type Ended = 'cancelled' | 'failed' | 'over'

async function cancel(deps: CancelDeps, buildId: string): Promise<Ended> {
  const { builds, log } = deps
  try {
    const ended = await builds.change(buildId, 'cancel', { reason: buildReasons.cancelled })
    if (ended === undefined) return 'over'
    await cancelOnNode(deps, ended)
    return 'cancelled'
  } catch (error) {
    log.warn({ event: 'build.cancel.failed', buildID: buildId, err: error }, 'failed to cancel a build')
    return 'failed'
  }
}
