import { ServiceError } from '@cay/core/errors.ts'
import { buildReasons } from '@cay/core/template/build-state.ts'
import {
  parseTemplateReference,
  type TemplateReference,
  templateNotFound,
  templateNotOwned,
} from '@cay/core/template/reference.ts'
import type { Team } from '../../ports/team.ts'
import type { RemovedBuild, TemplateRecord } from '../../ports/template.ts'
import type { Deps } from '../deps.ts'
import { findTemplate } from './resolve-template.ts'

export type DeleteTemplateDeps = Pick<Deps, 'store' | 'nodeRegistry' | 'log'>

/**
 * Deletes a team's template with all its builds, running ones included; a tag in the reference is ignored. When the
 * node does not respond, the reconciler removes what is left there. Throws request_invalid (also when a sandbox uses
 * the template), forbidden, template_not_found.
 */
export async function deleteTemplate(deps: DeleteTemplateDeps, team: Team, name: string): Promise<void> {
  const reference = parseTemplateReference(name)
  const template = await findOwn(deps, team, reference)
  const removal = await deps.store.removeTemplate(template.templateId)
  if (removal.kind === 'missing') throw templateNotFound(reference)
  if (removal.kind === 'inUse') {
    throw new ServiceError(
      'request_invalid',
      `template '${reference.text}' cannot be deleted: sandbox '${removal.sandboxId}' was made from it`,
    )
  }
  deps.log.info(
    { event: 'template.deleted', templateID: template.templateId, builds: removal.builds.length },
    'deleted a template',
  )
  const drop = template.source === 'snapshot' ? dropSnapshots : dropBuilds
  await Promise.all([...groupByNode(removal.builds)].map(([nodeId, ids]) => drop(deps, nodeId, ids)))
}

/** Another team's template is reported as not found; a public template cannot be deleted. */
async function findOwn(
  deps: DeleteTemplateDeps,
  team: Team,
  reference: TemplateReference,
): Promise<TemplateRecord> {
  const template = await findTemplate(deps, team, reference)
  if (template === undefined) throw templateNotFound(reference)
  if (template.teamId === team.teamId) return template
  throw templateNotOwned(reference, template.teamId)
}

/** A running build is cancelled because it occupies a slot on the node. */
async function dropBuilds(
  { nodeRegistry, log }: DeleteTemplateDeps,
  nodeId: string,
  buildIds: readonly string[],
): Promise<void> {
  try {
    const { builder } = nodeRegistry.clientsOf(nodeId)
    const { knownBuildIds } = await builder.listMade()
    for (const buildId of knownBuildIds.filter((id) => buildIds.includes(id)))
      await builder.cancelBuild(buildId, buildReasons.cancelled)
    await builder.deleteBuilds(buildIds)
  } catch (error) {
    log.info(
      { event: 'build.delete.failed', buildIDs: buildIds, err: error },
      'failed to delete builds; the reconciler finishes it',
    )
  }
}

async function dropSnapshots(
  { nodeRegistry, log }: DeleteTemplateDeps,
  nodeId: string,
  buildIds: readonly string[],
): Promise<void> {
  const { orchestrator } = nodeRegistry.clientsOf(nodeId)
  const drop = async (buildId: string) => {
    try {
      await orchestrator.deleteSnapshot(buildId)
    } catch (error) {
      log.info(
        { event: 'snapshot.delete.failed', buildID: buildId, err: error },
        'failed to delete a snapshot; the reconciler finishes it',
      )
    }
  }
  await Promise.all(buildIds.map(drop))
}

/** Builds that no node has begun are on none. */
function groupByNode(builds: readonly RemovedBuild[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const { buildId, nodeId } of builds)
    if (nodeId !== null) groups.set(nodeId, [...(groups.get(nodeId) ?? []), buildId])
  return groups
}
