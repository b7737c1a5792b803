/** Registers a new build. Nothing runs until the build is started. */
import { randomUUID } from 'node:crypto'
import { limits } from '@cay/contract/limits.ts'
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { idBytes, makeTemplateId } from '@cay/core/ids.ts'
import { type BuildRequest, checkBuild } from '@cay/core/template/build-rules.ts'
import type { TemplateDetail } from '../../ports/build.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'

export type RequestBuildDeps = Pick<Deps, 'store' | 'clock' | 'randomBytes'>

/** Maximum number of a team's builds that run at the same time. */
const underWayMax = 20
/** Maximum number of a team's builds that are requested and not started: clients upload files in between. */
const waitingMax = 100

export interface RequestedBuild {
  readonly template: TemplateDetail
  readonly buildId: string
  readonly tags: readonly string[]
}

/** Throws request_invalid, forbidden, already_exists, rate_limited. */
export async function requestBuild(
  deps: RequestBuildDeps,
  team: Team,
  request: BuildRequest,
): Promise<RequestedBuild> {
  const { store, clock, randomBytes } = deps
  const { alias, tags, resources } = checkBuild(request, team.slug)
  await assertFew(deps, team)
  const buildId = randomUUID()
  const templateId = makeTemplateId(randomBytes(idBytes))
  const { teamId, slug: teamSlug } = team
  const build = { teamId, teamSlug, alias, tags, templateId, buildId, resources, nowMs: clock.nowMs() }
  try {
    return { ...(await store.addBuild(build)), buildId, tags }
  } catch (error) {
    if (isServiceError(error, 'already_exists'))
      throw new ServiceError('conflict', error.message, { cause: error })
    throw error
  }
}

/** Throws rate_limited. Each waiting build is a record, and for a new name a template, that every control process reads again and again. */
async function assertFew({ store, clock }: RequestBuildDeps, { teamId }: Team): Promise<void> {
  const sinceMs = clock.nowMs() - limits.buildWaitingMsMax
  const { building, waiting } = await store.countBuildsUnderWay(teamId, sinceMs)
  if (building >= underWayMax)
    throw new ServiceError('rate_limited', `${underWayMax} builds of your team are under way already`)
  if (waiting >= waitingMax)
    throw new ServiceError(
      'rate_limited',
      `${waitingMax} builds of your team were requested and not started: start them, or wait until they expire`,
    )
}
