/** A team's templates: lookup, listing and visibility. */
import { ServiceError } from '@cay/core/errors.ts'
import { cutPage, decodeToken, type Page } from '@cay/core/page.ts'
import { defaultTag, parseTemplateReference, tagNotFound } from '@cay/core/template/reference.ts'
import type { BuildDetail, ListedTemplate, TemplateDetail } from '../../ports/build.ts'
import type { Team } from '../../ports/team.ts'
import { findOwnTemplate, ownTemplate } from '../build/find-build.ts'
import type { Deps } from '../deps.ts'

export type TemplateDeps = Pick<Deps, 'store' | 'clock'>

/** Looks up by id only. Throws request_invalid, forbidden, template_not_found. */
export async function getTemplate(
  deps: TemplateDeps,
  team: Team,
  request: { readonly templateID: string; readonly limit: number; readonly nextToken: string | undefined },
): Promise<{ readonly template: TemplateDetail; readonly page: Page<BuildDetail> }> {
  const template = await findOwnTemplate(deps, team, request.templateID)
  const after = request.nextToken === undefined ? {} : { after: decodeToken(request.nextToken) }
  const read = await deps.store.listBuilds({
    templateId: template.templateId,
    ...after,
    limit: request.limit + 1,
  })
  return {
    template,
    page: cutPage(read, request.limit, ({ createdAtMs, buildId }) => ({ atMs: createdAtMs, id: buildId })),
  }
}

/** Throws request_invalid, forbidden (another team's template), template_not_found, also for an unknown tag. */
export async function findByAlias(deps: TemplateDeps, team: Team, name: string): Promise<TemplateDetail> {
  const reference = parseTemplateReference(name)
  const template = await ownTemplate(deps, team, reference)
  if (reference.tag === defaultTag) return template
  const tags = await deps.store.listTags(template.templateId)
  if (!tags.some(({ tag, buildId }) => tag === reference.tag || buildId === reference.tag))
    throw tagNotFound(reference)
  return template
}

export interface ListRequest {
  readonly teamID: string | undefined
  readonly order: 'asc' | 'desc'
  /** Absent: no limit. */
  readonly limit?: number
  readonly nextToken?: string | undefined
}

/** Throws request_invalid, also for a team that is not the caller's. */
export async function listTemplates(
  { store }: TemplateDeps,
  team: Team,
  { teamID, order, limit, nextToken }: ListRequest,
): Promise<Page<ListedTemplate>> {
  if (teamID !== undefined && teamID !== '' && teamID !== team.teamId)
    throw new ServiceError('request_invalid', 'teamID is not that of your team')
  const query = { teamId: team.teamId, order }
  if (limit === undefined) return { items: await store.listTemplates(query) }
  const after = nextToken === undefined ? {} : { after: decodeToken(nextToken) }
  const read = await store.listTemplates({ ...query, ...after, limit: limit + 1 })
  return cutPage(read, limit, ({ createdAtMs, templateId }) => ({ atMs: createdAtMs, id: templateId }))
}

/** Throws request_invalid, forbidden, template_not_found. */
export async function updateTemplate(
  deps: TemplateDeps,
  team: Team,
  { templateID, isPublic }: { readonly templateID: string; readonly isPublic: boolean | undefined },
): Promise<TemplateDetail> {
  const template = await findOwnTemplate(deps, team, templateID)
  if (isPublic !== undefined)
    await deps.store.setTemplatePublic(template.templateId, isPublic, deps.clock.nowMs())
  return template
}
