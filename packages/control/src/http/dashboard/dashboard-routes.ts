/**
 * The routes that the open dashboard of the hosted product asks beside the rest, in its shapes. They decode, call and encode;
 * they decide nothing.
 */
import { getTeamBuild, listTeamBuilds } from '../../app/dashboard/team-builds.ts'
import {
  checkTagExists,
  countTags,
  listTagAssignments,
  listTagGroups,
} from '../../app/dashboard/template-tags.ts'
import {
  getListedTemplate,
  listDefaultTemplates,
  listVisibleTemplates,
} from '../../app/dashboard/visible-templates.ts'
import type { Deps } from '../../app/deps.ts'
import type { Routes } from '../add-operation.ts'
import {
  renderAssignment,
  renderDashboardBuild,
  renderDefault,
  renderGroup,
  renderListed,
  renderListedBuild,
  renderOne,
  renderStatus,
} from './render-dashboard.ts'

type DashboardRoutes = Pick<
  Routes,
  | 'listTeamBuilds'
  | 'listBuildStatuses'
  | 'getTeamBuild'
  | 'listDashboardTemplates'
  | 'listDefaultTemplates'
  | 'getDashboardTemplate'
  | 'listTagGroups'
  | 'countTags'
  | 'checkTag'
  | 'listTagAssignments'
>

const pageSize = 50

export function createDashboardRoutes(deps: Deps): DashboardRoutes {
  return {
    listTeamBuilds: async ({ team, query }) => {
      const { build_id_or_template: filter, statuses, limit = pageSize, cursor } = query
      const { items, nextCursor } = await listTeamBuilds(deps, team, { filter, statuses, limit, cursor })
      return { status: 200, body: { data: items.map(renderListedBuild), nextCursor } }
    },
    listBuildStatuses: async ({ team, query }) => {
      const builds = await deps.store.findTeamBuilds(
        team.teamId,
        query.build_ids.map((id) => id.toLowerCase()),
      )
      return { status: 200, body: { buildStatuses: builds.map(renderStatus) } }
    },
    getTeamBuild: async ({ team, params }) => {
      const { build, aliases } = await getTeamBuild(deps, team, params.build_id)
      const names = aliases.map((alias) => `${team.slug}/${alias}`)
      return { status: 200, body: renderDashboardBuild(build, names) }
    },
    listDashboardTemplates: async ({ team, query }) => {
      const { public: isPublic, search, sort = 'created_at_desc', limit = pageSize, cursor } = query
      const request = { isPublic, search, sort, limit, cursor }
      const { items, nextCursor } = await listVisibleTemplates(deps, team, request)
      return { status: 200, body: { data: items.map((item) => renderListed(item, team)), nextCursor } }
    },
    listDefaultTemplates: async () => {
      const templates = (await listDefaultTemplates(deps)).map(renderDefault)
      return { status: 200, body: { templates: templates.filter((one) => one !== undefined) } }
    },
    getDashboardTemplate: async ({ team, params }) => {
      const template = await getListedTemplate(deps, team, params.templateID)
      return { status: 200, body: renderOne(template, team) }
    },
    ...createTagRoutes(deps),
  }
}

function createTagRoutes(
  deps: Deps,
): Pick<DashboardRoutes, 'listTagGroups' | 'countTags' | 'checkTag' | 'listTagAssignments'> {
  return {
    listTagGroups: async ({ team, params, query }) => {
      const { assignmentLimit = 6, tagsLimit = 25, tagsCursor, search, sort = 'latest_desc' } = query
      const request = { ...params, assignmentLimit, tagsLimit, tagsCursor, search, sort }
      const { items, nextCursor } = await listTagGroups(deps, team, request)
      return { status: 200, body: { tags: items.map(renderGroup), nextCursor } }
    },
    countTags: async ({ team, params }) => {
      return { status: 200, body: { total: await countTags(deps, team, params.templateID) } }
    },
    checkTag: async ({ team, params, query }) => {
      return { status: 200, body: await checkTagExists(deps, team, { ...params, tag: query.tag }) }
    },
    listTagAssignments: async ({ team, params, query }) => {
      const { limit = pageSize, cursor } = query
      const { items, nextCursor } = await listTagAssignments(deps, team, { ...params, limit, cursor })
      return { status: 200, body: { data: items.map(renderAssignment), nextCursor } }
    },
  }
}
