/** Tags: additional names of a template's builds; the latest assignment wins. */
import { ServiceError } from '@cay/core/errors.ts'
import { checkTag } from '@cay/core/template/build-rules.ts'
import {
  defaultTag,
  parseTemplateName,
  parseTemplateReference,
  tagNotFound,
} from '@cay/core/template/reference.ts'
import type { TagRecord } from '../../ports/build.ts'
import type { Team } from '../../ports/team.ts'
import { findOwnTemplate, ownTemplate } from '../build/find-build.ts'
import type { Deps } from '../deps.ts'

export type TagDeps = Pick<Deps, 'store' | 'clock'>

/** Throws request_invalid, forbidden, template_not_found. */
export async function assignTags(
  deps: TagDeps,
  team: Team,
  { target, tags }: { readonly target: string; readonly tags: readonly string[] },
): Promise<{ readonly tags: readonly string[]; readonly buildId: string }> {
  if (tags.length === 0) throw new ServiceError('request_invalid', 'at least one tag is required')
  const checked = [...new Set(tags.map(checkTag))]
  const reference = parseTemplateReference(target)
  const template = await ownTemplate(deps, team, reference)
  const build = await deps.store.findBuild(template.templateId, reference.tag)
  if (build === undefined) throw tagNotFound(reference)
  await deps.store.assignTags(template.templateId, build.buildId, {
    tags: checked,
    nowMs: deps.clock.nowMs(),
  })
  return { tags: checked, buildId: build.buildId }
}

/** Removing a missing tag is not an error. Throws request_invalid, forbidden, template_not_found. */
export async function removeTags(
  deps: TagDeps,
  team: Team,
  { name, tags }: { readonly name: string; readonly tags: readonly string[] },
): Promise<void> {
  const template = await ownTemplate(deps, team, parseTemplateName(name))
  const checked = tags.map(checkTag)
  if (checked.includes(defaultTag))
    throw new ServiceError('request_invalid', `tag '${defaultTag}' cannot be deleted`)
  await deps.store.removeTags(template.templateId, checked)
}

/** Throws request_invalid, forbidden, template_not_found. */
export async function listTags(deps: TagDeps, team: Team, name: string): Promise<TagRecord[]> {
  const template = await findOwnTemplate(deps, team, name)
  return await deps.store.listTags(template.templateId)
}
