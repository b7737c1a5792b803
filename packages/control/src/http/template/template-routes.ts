/** Routes of templates and snapshots. They decode, call and encode; they decide nothing. */
import { limits } from '@cay/contract/limits.ts'
import type { Deps } from '../../app/deps.ts'
import { listSnapshots } from '../../app/snapshot/list-snapshots.ts'
import { deleteTemplate } from '../../app/template/delete-template.ts'
import { assignTags, listTags, removeTags } from '../../app/template/tags.ts'
import { findByAlias, getTemplate, listTemplates, updateTemplate } from '../../app/template/templates.ts'
import type { Routes } from '../add-operation.ts'
import { renderPage } from '../decode.ts'
import { renderSnapshot } from '../snapshot/render-snapshot.ts'
import { namesOf, renderTag, renderTemplate, renderTemplateWithBuilds } from './render-template.ts'

type TemplateRoutes = Pick<
  Routes,
  | 'listSnapshots'
  | 'deleteTemplate'
  | 'getTemplate'
  | 'getTemplateByAlias'
  | 'listTemplates'
  | 'listTemplatesV1'
  | 'updateTemplate'
  | 'updateTemplateV1'
  | 'assignTags'
  | 'removeTags'
  | 'listTags'
>

export function createTemplateRoutes(deps: Deps): TemplateRoutes {
  return {
    listSnapshots: async ({ team, query }) => {
      const { limit = limits.listPageSizeDefault, ...request } = query
      const page = await listSnapshots(deps, team, { ...request, limit })
      return renderPage({ ...page, items: page.items.map(renderSnapshot) })
    },
    deleteTemplate: async ({ team, params }) => {
      await deleteTemplate(deps, team, params.templateID)
      return { status: 204 }
    },
    getTemplate: async ({ team, params, query }) => {
      const { limit = limits.listPageSizeDefault, nextToken } = query
      const { template, page } = await getTemplate(deps, team, { ...params, limit, nextToken })
      const body = renderTemplateWithBuilds(template, { team, builds: page.items })
      return { ...renderPage(page), body }
    },
    getTemplateByAlias: async ({ team, params }) => {
      const { templateId, isPublic } = await findByAlias(deps, team, params.alias)
      return { status: 200, body: { templateID: templateId, public: isPublic } }
    },
    listTemplates: async ({ team, query }) => {
      const { limit = limits.listPageSizeDefault, nextToken, teamID } = query
      const page = await listTemplates(deps, team, { teamID, order: 'desc', limit, nextToken })
      return renderPage({ ...page, items: page.items.map((template) => renderTemplate(template, team)) })
    },
    listTemplatesV1: async ({ team, query: { teamID } }) => {
      const { items } = await listTemplates(deps, team, { teamID, order: 'asc' })
      return { status: 200, body: items.map((template) => renderTemplate(template, team)) }
    },
    updateTemplate: async ({ team, params, body }) => {
      const template = await updateTemplate(deps, team, { ...params, isPublic: body.public })
      return { status: 200, body: { names: namesOf(template, team) } }
    },
    updateTemplateV1: async ({ team, params, body }) => {
      await updateTemplate(deps, team, { ...params, isPublic: body.public })
      return { status: 200, json: 'null' }
    },
    assignTags: async ({ team, body }) => {
      const { tags, buildId } = await assignTags(deps, team, body)
      return { status: 201, body: { tags, buildID: buildId } }
    },
    removeTags: async ({ team, body }) => {
      await removeTags(deps, team, body)
      return { status: 204 }
    },
    listTags: async ({ team, params }) => {
      return { status: 200, body: (await listTags(deps, team, params.templateID)).map(renderTag) }
    },
  }
}
