import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import {
  defaultTag,
  lookupOrder,
  type TemplateReference,
  tagNotFound,
  templateNotFound,
} from '@cay/core/template/reference.ts'
import type { BuilderClient, RecipeBuild } from '../../ports/build.ts'
import type { Team } from '../../ports/team.ts'
import type { BuildRecord, TemplateRecord } from '../../ports/template.ts'
import type { Deps } from '../deps.ts'
import { syncTemplates } from './sync-templates.ts'

export type ResolveDeps = Pick<Deps, 'store' | 'nodeRegistry' | 'placement' | 'log'>

export interface ResolvedTemplate {
  readonly template: TemplateRecord
  readonly build: BuildRecord
}

/** A bundled template whose first build has begun or has failed. */
export interface UnbuiltTemplate {
  readonly alias: string
  readonly state: 'building' | 'failed'
  /** Where the build is, for people; empty if that is not known. */
  readonly progress: string
}

export type BuiltTemplate = { readonly kind: 'built' } & ResolvedTemplate

export type Resolution = BuiltTemplate | ({ readonly kind: 'unbuilt' } & UnbuiltTemplate)

export interface ResolveOptions {
  /** For how long the build of a bundled template is waited for; absent: as long as a client surely waits. */
  readonly waitMsMax?: number | undefined
  /** The node that is asked, and that builds a bundled template; absent: any. */
  readonly nodeId?: string
}

/**
 * Resolves a template reference to a build for this team. Throws as `resolveOrBuild`; template_building, after `waitMsMax`
 * milliseconds or as many as a client surely waits; internal when the first build of a bundled template has failed.
 */
export async function resolveTemplate(
  deps: ResolveDeps,
  team: Team,
  reference: TemplateReference,
  waitMsMax?: number,
): Promise<ResolvedTemplate> {
  const resolved = await resolveOrBuild(deps, team, reference, { waitMsMax })
  if (resolved.kind === 'unbuilt') throw notBuilt(reference, resolved)
  return resolved
}

function notBuilt({ text }: TemplateReference, { alias, state, progress }: UnbuiltTemplate): ServiceError {
  if (state === 'building')
    return new ServiceError(
      'template_building',
      `template '${text}' is being built because it is used for the first time${progress && ` (${progress})`}: it can be used in some minutes`,
    )
  return new ServiceError(
    'internal',
    `template '${text}' could not be built: \`cay template build ${alias}\` on the node shows why`,
  )
}

/**
 * An unknown reference is looked up on the node once, because the template may be newer than the last sync, or one of the
 * bundled templates, which are built on first use: the build begins here. Throws template_not_found; node_unavailable when the
 * node could not be asked.
 */
export async function resolveOrBuild(
  deps: ResolveDeps,
  team: Team,
  reference: TemplateReference,
  { waitMsMax, nodeId: chosen }: ResolveOptions,
): Promise<Resolution> {
  const known = await findBuilt(deps, team, reference)
  if (known !== undefined) return known
  const nodeId = chosen ?? deps.placement.anyNode()
  const isAnswered = await askNode(deps, nodeId)
  const fresh = await lookUp(deps, team, reference)
  const found = builtOf(fresh)
  if (found !== undefined) return found
  if (!isAnswered) throw new ServiceError('node_unavailable', 'the node is unreachable')
  const { builder } = deps.nodeRegistry.clientsOf(nodeId)
  const recipe = await buildRecipe({ builder, waitMsMax }, reference, fresh?.template)
  if (recipe.state === 'building' || recipe.state === 'failed') {
    const { alias, state, progress } = recipe
    return { kind: 'unbuilt', alias, state, progress }
  }
  if (recipe.state === 'ready') {
    await syncTemplates(deps, nodeId)
    const built = await findBuilt(deps, team, reference)
    if (built !== undefined) return built
  }
  if (fresh !== undefined && reference.tag !== defaultTag) throw tagNotFound(reference)
  throw templateNotFound(reference)
}

async function buildRecipe(
  { builder, waitMsMax }: { readonly builder: BuilderClient; readonly waitMsMax: number | undefined },
  { name, namespace, tag }: TemplateReference,
  template: TemplateRecord | undefined,
): Promise<RecipeBuild & { readonly alias: string }> {
  const alias = template?.alias ?? name
  const isTeams = template !== undefined && template.teamId !== null
  if (isTeams || namespace !== undefined || tag !== defaultTag)
    return { alias, state: 'unknown', progress: '' }
  return { alias, ...(await builder.buildRecipe(alias, waitMsMax)) }
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

/** By the records alone: what a node has built since the last sync is not found. */
export async function findBuilt(
  deps: Pick<Deps, 'store'>,
  team: Team,
  reference: TemplateReference,
): Promise<BuiltTemplate | undefined> {
  return builtOf(await lookUp(deps, team, reference))
}

interface LookedUp {
  readonly template: TemplateRecord
  readonly build: BuildRecord | undefined
}

function builtOf(found: LookedUp | undefined): BuiltTemplate | undefined {
  if (found?.build === undefined) return undefined
  return { kind: 'built', template: found.template, build: found.build }
}

async function lookUp(
  deps: Pick<Deps, 'store'>,
  team: Team,
  reference: TemplateReference,
): Promise<LookedUp | undefined> {
  const template = await findTemplate(deps, team, reference)
  if (template === undefined) return undefined
  return { template, build: await deps.store.findBuild(template.templateId, reference.tag) }
}

/** A private template of another team is treated as missing. */
function isForTeam({ teamId, isPublic }: TemplateRecord, team: Team): boolean {
  return isPublic || teamId === team.teamId
}
