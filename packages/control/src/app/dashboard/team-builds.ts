/** The builds of a team, over all of its templates. */
import { type DashboardStatus, statesOf } from '@cay/core/dashboard/build-status.ts'
import { decodeCursor, encodeCursor } from '@cay/core/dashboard/cursor.ts'
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { isBuildId } from '@cay/core/ids.ts'
import { parseTemplateReference } from '@cay/core/template/reference.ts'
import type { BuildDetail } from '../../ports/build.ts'
import type { TeamBuild } from '../../ports/dashboard.ts'
import type { Team } from '../../ports/team.ts'
import type { FindBuildDeps } from '../build/find-build.ts'
import { findTemplate } from '../template/resolve-template.ts'
import { type CursorPage, cutCursorPage } from './cursor-page.ts'

export interface BuildsRequest {
  /** The id of a build or of a template, or an alias; absent: all. */
  readonly filter?: string | undefined
  readonly statuses?: readonly DashboardStatus[] | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** A filter that nothing has, or nothing can have, finds nothing. Throws request_invalid for a malformed cursor. */
export async function listTeamBuilds(
  deps: FindBuildDeps,
  team: Team,
  { filter = '', statuses, cursor = '', limit }: BuildsRequest,
): Promise<CursorPage<TeamBuild>> {
  const after = cursor === '' ? {} : { after: decodeCursor(cursor) }
  const states = statuses === undefined ? {} : { states: statesOf(statuses) }
  const only = filter.trim() === '' ? {} : await readFilter(deps, team, filter)
  if (only === undefined) return { items: [], nextCursor: null }
  const read = await deps.store.listTeamBuilds({
    teamId: team.teamId,
    ...only,
    ...states,
    ...after,
    limit: limit + 1,
  })
  return cutCursorPage(read, limit, ({ createdAtMs, buildId }) =>
    encodeCursor({ atMs: createdAtMs, id: buildId }),
  )
}

async function readFilter(
  deps: FindBuildDeps,
  team: Team,
  filter: string,
): Promise<{ buildId: string } | { templateId: string } | undefined> {
  const text = filter.trim().toLowerCase()
  if (isBuildId(text)) return { buildId: text }
  try {
    const template = await findTemplate(deps, team, parseTemplateReference(text))
    return template && { templateId: template.templateId }
  } catch (error) {
    if (isServiceError(error) && error.code === 'request_invalid') return undefined
    throw error
  }
}

/** Throws template_not_found, also for another team's build. */
export async function getTeamBuild(
  { store }: FindBuildDeps,
  team: Team,
  id: string,
): Promise<{ readonly build: BuildDetail; readonly aliases: readonly string[] }> {
  const [build] = await store.findTeamBuilds(team.teamId, [id.toLowerCase()])
  if (build === undefined) throw new ServiceError('template_not_found', `build '${id}' not found`)
  const template = await store.findTemplateDetail(build.templateId)
  return { build, aliases: template?.aliases ?? [] }
}
