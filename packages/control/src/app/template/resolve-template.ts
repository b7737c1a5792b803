import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import {
  defaultTag,
  lookupOrder,
  type TemplateReference,
  tagNotFound,
  templateNotFound,
} from '@cay/core/template/reference.ts'
import type { BuilderClient } from '../../ports/build.ts'
import type { Team } from '../../ports/team.ts'
import type { BuildRecord, TemplateRecord } from '../../ports/template.ts'
import type { Deps } from '../deps.ts'
import { syncTemplates } from './sync-templates.ts'

export type ResolveDeps = Pick<Deps, 'store' | 'nodeRegistry' | 'placement' | 'log'>

export interface ResolvedTemplate {
  readonly template: TemplateRecord
  readonly build: BuildRecord
}

/**
 * Resolves a template reference to a build for this team. An unknown reference is looked up on the node once, because
 * the template may be newer than the last sync, or one of the bundled templates, which are built on first use. Throws
 * template_not_found; template_building, after `waitMsMax` milliseconds or as many as a client surely waits; node_unavailable
 * when the node could not be asked.
 */
export async function resolveTemplate(
  deps: ResolveDeps,
  team: Team,
  reference: TemplateReference,
  waitMsMax?: number,
): Promise<ResolvedTemplate> {
  const known = await lookUp(deps, team, reference)
  if (known?.build !== undefined) return { template: known.template, build: known.build }
  const nodeId = deps.placement.anyNode()
  const isAnswered = await askNode(deps, nodeId)
  const fresh = await lookUp(deps, team, reference)
  if (fresh?.build !== undefined) return { template: fresh.template, build: fresh.build }
  if (!isAnswered) throw new ServiceError('node_unavailable', 'the node is unreachable')
  const { builder } = deps.nodeRegistry.clientsOf(nodeId)
  if (await isBuiltNow({ builder, waitMsMax }, reference, fresh?.template)) {
    await syncTemplates(deps, nodeId)
    const built = await lookUp(deps, team, reference)
    if (built?.build !== undefined) return { template: built.template, build: built.build }
  }
  if (fresh !== undefined && reference.tag !== defaultTag) throw tagNotFound(reference)
  throw templateNotFound(reference)
}

async function isBuiltNow(
  { builder, waitMsMax }: { readonly builder: BuilderClient; readonly waitMsMax: number | undefined },
  { name, namespace, tag, text }: TemplateReference,
  template: TemplateRecord | undefined,
): Promise<boolean> {
  const isTeams = template !== undefined && template.teamId !== null
  if (isTeams || namespace !== undefined || tag !== defaultTag) return false
  const alias = template?.alias ?? name
  const { state, progress } = await builder.buildRecipe(alias, waitMsMax)
  if (state === 'building')
    throw new ServiceError(
      'template_building',
      `template '${text}' is being built because it is used for the first time${progress && ` (${progress})`}: it can be used in some minutes`,
    )
  if (state === 'failed')
    throw new ServiceError(
      'internal',
      `template '${text}' could not be built: \`cay template build ${alias}\` on the node shows why`,
    )
  return state === 'ready'
}

async function askNode(deps: ResolveDeps, nodeId: string): Promise<boolean> {
  try {
    await syncTemplates(deps, nodeId)
    return true
  } catch (error) {
    if (!isServiceError(error)) throw error
    deps.log.debug({ event: 'template.sync.failed', err: error }, 'failed to sync templates')
    return false
  }
}

/**
 * Finds the template whatever the state of its builds. A template that the node has built since the last sync is not
 * found.
 */
export async function findTemplate(
  { store }: Pick<Deps, 'store'>,
  team: Team,
  reference: TemplateReference,
): Promise<TemplateRecord | undefined> {
  for (const lookup of lookupOrder(reference, team.slug)) {
    const template =
      lookup.by === 'id'
        ? await store.findTemplate(lookup.templateId)
        : await store.findTemplateByAlias(lookup.namespace, lookup.alias)
    if (template !== undefined && isForTeam(template, team)) return template
  }
  return undefined
}

async function lookUp(
  deps: ResolveDeps,
  team: Team,
  reference: TemplateReference,
): Promise<{ template: TemplateRecord; build: BuildRecord | undefined } | undefined> {
  const template = await findTemplate(deps, team, reference)
  if (template === undefined) return undefined
  return { template, build: await deps.store.findBuild(template.templateId, reference.tag) }
}

/** A private template of another team is treated as missing. */
function isForTeam({ teamId, isPublic }: TemplateRecord, team: Team): boolean {
  return isPublic || teamId === team.teamId
}
