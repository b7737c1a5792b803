/** The tags of a template with the builds that have and had them. Only builds that are ready count. */
import { decodeCursor, encodeCursor } from '@cay/core/dashboard/cursor.ts'
import { checkTag } from '@cay/core/template/build-rules.ts'
import type { TagAssignment, TagGroupRecord } from '../../ports/dashboard.ts'
import type { Team } from '../../ports/team.ts'
import { type FindBuildDeps, findOwnTemplate } from '../build/find-build.ts'
import { type CursorPage, cutCursorPage } from './cursor-page.ts'

const sorts = {
  latest_desc: { column: 'latest', order: 'desc' },
  latest_asc: { column: 'latest', order: 'asc' },
  name_asc: { column: 'name', order: 'asc' },
  name_desc: { column: 'name', order: 'desc' },
} as const

export interface TagGroupsRequest {
  readonly templateID: string
  readonly assignmentLimit: number
  readonly tagsLimit: number
  readonly tagsCursor?: string | undefined
  readonly search?: string | undefined
  readonly sort: keyof typeof sorts
}

export interface TagGroup {
  readonly tag: string
  readonly latestAtMs: number
  readonly assignments: readonly TagAssignment[]
  readonly hasMore: boolean
}

/** Throws request_invalid, forbidden, template_not_found. */
export async function listTagGroups(
  deps: FindBuildDeps,
  team: Team,
  { templateID, assignmentLimit, tagsLimit, tagsCursor = '', search = '', sort }: TagGroupsRequest,
): Promise<CursorPage<TagGroup>> {
  const { templateId } = await findOwnTemplate(deps, team, templateID)
  const after = tagsCursor === '' ? {} : { after: decodeCursor(tagsCursor, sort) }
  const read = await deps.store.listTagGroups({
    ...{ templateId, ...sorts[sort], ...after, limit: tagsLimit + 1 },
    assignmentLimit: assignmentLimit + 1,
    ...(search === '' ? {} : { search }),
  })
  const groups = read.map((group) => cutGroup(group, assignmentLimit))
  return cutCursorPage(groups, tagsLimit, ({ tag, latestAtMs }) =>
    encodeCursor({ sort, atMs: latestAtMs, id: tag }),
  )
}

function cutGroup({ tag, latestAtMs, assignments }: TagGroupRecord, limit: number): TagGroup {
  const hasMore = assignments.length > limit
  return { tag, latestAtMs, assignments: assignments.slice(0, limit), hasMore }
}

/** Throws request_invalid, forbidden, template_not_found. */
export async function countTags(deps: FindBuildDeps, team: Team, templateID: string): Promise<number> {
  const { templateId } = await findOwnTemplate(deps, team, templateID)
  return await deps.store.countReadyTags(templateId)
}

/** Throws request_invalid, forbidden, template_not_found. */
export async function checkTagExists(
  deps: FindBuildDeps,
  team: Team,
  { templateID, tag }: { readonly templateID: string; readonly tag: string },
): Promise<{ readonly exists: boolean; readonly normalizedTag: string }> {
  const { templateId } = await findOwnTemplate(deps, team, templateID)
  const normalizedTag = checkTag(tag)
  const found = await deps.store.listTagAssignments({ templateId, tag: normalizedTag, limit: 1 })
  return { exists: found.length > 0, normalizedTag }
}

/** Throws request_invalid, forbidden, template_not_found. A tag without a ready build has none. */
export async function listTagAssignments(
  deps: FindBuildDeps,
  team: Team,
  request: {
    readonly templateID: string
    readonly tag: string
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<CursorPage<TagAssignment>> {
  const { templateId } = await findOwnTemplate(deps, team, request.templateID)
  const { cursor = '', limit } = request
  const after = cursor === '' ? {} : { after: decodeCursor(cursor) }
  const read = await deps.store.listTagAssignments({
    ...{ templateId, tag: checkTag(request.tag), ...after, limit: limit + 1 },
  })
  return cutCursorPage(read, limit, ({ assignedAtMs, buildId }) =>
    encodeCursor({ atMs: assignedAtMs, id: buildId }),
  )
}
