/** Starts a build with its steps. The base template is resolved here; the node does everything else. */
import { type ErrorCode, isServiceError, ServiceError } from '@cay/core/errors.ts'
import { buildReasons, notWaiting } from '@cay/core/template/build-state.ts'
import type { StepSpec } from '@cay/core/template/build-steps.ts'
import { parseTemplateReference } from '@cay/core/template/reference.ts'
import type { BuildDetail, BuildOnNode, RegistryCredential } from '../../ports/build.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { type ResolveDeps, resolveOrBuild } from '../template/resolve-template.ts'
import { cancelOnNode } from './cancel-builds.ts'
import { findOwnBuild } from './find-build.ts'
import { grantCopied } from './grant-uploads.ts'
import { keepOrder } from './retry-build.ts'

export type StartBuildDeps = ResolveDeps &
  Pick<Deps, 'blobs' | 'builds' | 'buildPlacer' | 'clock' | 'placement' | 'sealer'>

export interface StartBuild {
  readonly templateID: string
  readonly buildID: string
  readonly fromImage: string | undefined
  readonly fromTemplate: string | undefined
  readonly credential: RegistryCredential | undefined
  readonly force: boolean
  readonly steps: readonly StepSpec[]
  readonly startCommand: string
  readonly readyCommand: string
  readonly ignoresContext: boolean
}

/**
 * Throws request_invalid, forbidden, template_not_found, precondition_failed (the build was already started),
 * node_unavailable, no_capacity. A missing base template is not an error of the request: the build fails at its first
 * step.
 */
export async function startBuild(deps: StartBuildDeps, team: Team, request: StartBuild): Promise<void> {
  const { template, build } = await findOwnBuild(deps, team, request)
  if (build.state !== 'waiting') throw notWaiting()
  const image = request.fromImage ?? ''
  const below = request.fromTemplate ?? ''
  if ((image === '') === (below === ''))
    throw new ServiceError('request_invalid', 'a build needs either fromImage or fromTemplate')
  await cancelOthers(deps, template.templateId, build.buildId)
  const isBegun = await deps.builds.whileStarting(build.buildId, async () => {
    const nodeId = await place(deps, build, team.nodeLabels)
    const source =
      image === ''
        ? await sourceBelow(deps, team, { name: below, nodeId })
        : imageSource(image, request.credential)
    if (source.kind === 'missing') {
      await refuse(deps, build.buildId, source.why)
      return false
    }
    const { steps, force, startCommand, readyCommand, ignoresContext } = request
    const spec = { steps, force, startCommand, readyCommand, ignoresContext, source }
    const ids = { buildId: build.buildId, templateId: template.templateId, teamId: team.teamId }
    const order = { ...ids, ...spec, resources: build.resources }
    await keepOrder(deps, order)
    await begin(deps, nodeId, order)
    return true
  })
  if (isBegun) deps.builds.follow(build.buildId)
}

/** Resolves with the node that its record says it starts on. */
async function place(
  { builds, buildPlacer }: StartBuildDeps,
  { templateId, buildId }: BuildDetail,
  labels: readonly string[] | undefined,
): Promise<string> {
  return await buildPlacer.place({ templateId, buildId, labels }, async (nodeId) => {
    if ((await builds.change(buildId, 'start', { nodeId })) === undefined) throw notWaiting()
    return nodeId
  })
}

async function begin(deps: StartBuildDeps, nodeId: string, build: BuildOnNode): Promise<void> {
  try {
    await grantCopied(deps, nodeId, build)
    await deps.nodeRegistry.clientsOf(nodeId).builder.startBuild(build)
  } catch (error) {
    const reason = isServiceError(error) ? error.message : buildReasons.internal
    await deps.builds.change(build.buildId, 'refuse', { reason })
    throw error
  }
}

/** A template has at most one running build. */
async function cancelOthers(deps: StartBuildDeps, templateId: string, buildId: string): Promise<void> {
  const others = (await deps.store.listBuildsInState('building')).filter(
    (other) => other.templateId === templateId,
  )
  for (const other of others.filter((one) => one.buildId !== buildId)) {
    await deps.builds.change(other.buildId, 'cancel', { reason: buildReasons.cancelled })
    await cancelOnNode(deps, other)
  }
}

function imageSource(image: string, credential: RegistryCredential | undefined) {
  return { kind: 'image' as const, image, credential }
}

/** Errors that concern the base template and not the node. */
const whyMissing: readonly ErrorCode[] = ['template_not_found', 'request_invalid']

interface Below {
  readonly name: string
  /** Where the build is to run. */
  readonly nodeId: string
}

/** A bundled template that is not built yet is waited for on the node, which logs where its build is, and why that fails. */
async function sourceBelow(deps: StartBuildDeps, team: Team, { name, nodeId }: Below) {
  try {
    const options = { nodeId, waitMsMax: 0 }
    const resolved = await resolveOrBuild(deps, team, parseTemplateReference(name), options)
    if (resolved.kind === 'unbuilt') return { kind: 'recipe' as const, alias: resolved.alias }
    const { build, template } = resolved
    if (template.source === 'snapshot')
      return {
        kind: 'missing' as const,
        why: `'${name}' is a snapshot: templates are built on templates and images`,
      }
    return { kind: 'build' as const, buildId: build.buildId }
  } catch (error) {
    if (!isServiceError(error) || !whyMissing.includes(error.code)) throw error
    return { kind: 'missing' as const, why: error.message }
  }
}

async function refuse({ store, builds, clock }: StartBuildDeps, buildId: string, why: string): Promise<void> {
  const entry = {
    timestampMs: clock.nowMs(),
    level: 'error' as const,
    step: 'base',
    message: `Build failed: ${why}`,
  }
  await store.addBuildLogs(buildId, [{ ...entry, number: 0 }])
  await builds.change(buildId, 'refuse', { reason: why, reasonStep: 'base' })
}
