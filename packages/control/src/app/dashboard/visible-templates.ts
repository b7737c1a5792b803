/** Templates as the dashboard lists them: those of the team and those that come with the installation. */
import { decodeCursor, encodeCursor } from '@cay/core/dashboard/cursor.ts'
import { parseTemplateReference, templateNotFound } from '@cay/core/template/reference.ts'
import type { ListedTemplate } from '../../ports/build.ts'
import type { Team } from '../../ports/team.ts'
import { type FindBuildDeps, findOwnTemplate } from '../build/find-build.ts'
import { type CursorPage, cutCursorPage } from './cursor-page.ts'

const sorts = {
  created_at_asc: { column: 'created', order: 'asc' },
  created_at_desc: { column: 'created', order: 'desc' },
  updated_at_asc: { column: 'updated', order: 'asc' },
  updated_at_desc: { column: 'updated', order: 'desc' },
} as const

export interface TemplatesRequest {
  readonly isPublic?: boolean | undefined
  readonly search?: string | undefined
  readonly sort: keyof typeof sorts
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Throws request_invalid, also for a cursor of another order. */
export async function listVisibleTemplates(
  { store }: FindBuildDeps,
  team: Team,
  { isPublic, search = '', sort, cursor = '', limit }: TemplatesRequest,
): Promise<CursorPage<ListedTemplate>> {
  const after = cursor === '' ? {} : { after: decodeCursor(cursor, sort) }
  const part = search.trim().toLowerCase()
  const read = await store.listVisibleTemplates({
    ...{ teamId: team.teamId, isPublic, ...sorts[sort], ...after, limit: limit + 1 },
    ...(part === '' ? {} : { search: part }),
  })
  return cutCursorPage(read, limit, ({ createdAtMs, updatedAtMs, templateId }) =>
    encodeCursor({
      sort,
      atMs: sorts[sort].column === 'created' ? createdAtMs : updatedAtMs,
      id: templateId,
    }),
  )
}

/** There are as many as recipes. */
const defaultsMax = 1000

export async function listDefaultTemplates({ store }: FindBuildDeps): Promise<ListedTemplate[]> {
  return await store.listVisibleTemplates({
    // No team has this id.
    ...{ teamId: '', column: 'created', order: 'asc', limit: defaultsMax },
  })
}

/** Throws request_invalid, forbidden, template_not_found. */
export async function getListedTemplate(
  deps: FindBuildDeps,
  team: Team,
  templateID: string,
): Promise<ListedTemplate> {
  const { templateId } = await findOwnTemplate(deps, team, templateID)
  const template = await deps.store.findListedTemplate(templateId)
  if (template === undefined) throw templateNotFound(parseTemplateReference(templateID))
  return template
}
