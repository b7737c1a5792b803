/** Access checks for templates and builds: which of them a team may see. */
import { ServiceError } from '@cay/core/errors.ts'
import { isBuildId } from '@cay/core/ids.ts'
import {
  parseTemplateReference,
  type TemplateReference,
  templateNotFound,
  templateNotOwned,
} from '@cay/core/template/reference.ts'
import type { BuildDetail, TemplateDetail } from '../../ports/build.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { findTemplate } from '../template/resolve-template.ts'

export type FindBuildDeps = Pick<Deps, 'store'>

/**
 * Finds a template that the team owns. Another team's template is reported as not found, by name and by id, so that ids
 * cannot be probed. A public template exists for the team but cannot be changed, so it is forbidden. Throws
 * request_invalid, forbidden, template_not_found.
 */
export async function findOwnTemplate(
  deps: FindBuildDeps,
  team: Team,
  name: string,
): Promise<TemplateDetail> {
  return await ownTemplate(deps, team, parseTemplateReference(name))
}

export async function ownTemplate(
  deps: FindBuildDeps,
  team: Team,
  reference: TemplateReference,
): Promise<TemplateDetail> {
  const found = await findTemplate(deps, team, reference)
  if (found === undefined) throw templateNotFound(reference)
  if (found.teamId !== team.teamId) throw templateNotOwned(reference, found.teamId)
  const detail = await deps.store.findTemplateDetail(found.templateId)
  if (detail === undefined) throw templateNotFound(reference)
  return detail
}

/** Throws request_invalid for a malformed build id, forbidden, template_not_found. */
export async function findOwnBuild(
  deps: FindBuildDeps,
  team: Team,
  { templateID, buildID }: { readonly templateID: string; readonly buildID: string },
): Promise<{ readonly template: TemplateDetail; readonly build: BuildDetail }> {
  const buildId = buildID.toLowerCase()
  if (!isBuildId(buildId)) throw new ServiceError('request_invalid', 'the build id must be a UUID')
  const template = await findOwnTemplate(deps, team, templateID)
  const build = await deps.store.findBuildDetail(buildId)
  if (build?.templateId !== template.templateId)
    throw new ServiceError('template_not_found', `build '${buildId}' of template '${templateID}' not found`)
  return { template, build }
}
