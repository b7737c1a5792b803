/** Starts a build with its steps. The base template is resolved here; the node does everything else. */
import { type ErrorCode, isServiceError, ServiceError } from '@cay/core/errors.ts'
import { buildReasons, notWaiting } from '@cay/core/template/build-state.ts'
import type { StepSpec } from '@cay/core/template/build-steps.ts'
import { parseImageReference } from '@cay/core/template/image-reference.ts'
import { parseTemplateReference, type TemplateReference } from '@cay/core/template/reference.ts'
import type { BuildOnNode, RegistryCredential } from '../../ports/build.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { tryNodes } from '../node/placement.ts'
import {
  findBuilt,
  type ResolveDeps,
  type ResolvedTemplate,
  resolveOrBuild,
} from '../template/resolve-template.ts'
import type { PlacedBuild } from './build-placer.ts'
import { cancelOnNode } from './cancel-builds.ts'
import { findOwnBuild } from './find-build.ts'
import { sealOrder, startOnSome } from './retry-build.ts'

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
  const placed = { templateId: template.templateId, buildId: build.buildId, labels: team.nodeLabels }
  const isBegun = await deps.builds.whileStarting(build.buildId, async () => {
    const found =
      image === ''
        ? await sourceBelow(deps, { team, placed, name: below })
        : sourceOfImage(image, request.credential)
    if ('why' in found) {
      await refuse(deps, build.buildId, found.why)
      return false
    }
    const { steps, force, startCommand, readyCommand, ignoresContext } = request
    const spec = { steps, force, startCommand, readyCommand, ignoresContext, source: found.source }
    const ids = { buildId: build.buildId, templateId: template.templateId, teamId: team.teamId }
    const order = { ...ids, ...spec, resources: build.resources }
    await begin(deps, order, found.nodeId === undefined ? { placed } : found)
    return true
  })
  if (isBegun) deps.builds.follow(build.buildId)
}

interface Begin {
  readonly placed: PlacedBuild
  /** The first one to try; absent: any node that fits. */
  readonly nodeId?: string
}

/** Once it is recorded where the build starts, either it is sent, by the follower at the latest, or it has failed. */
async function begin(deps: StartBuildDeps, order: BuildOnNode, { placed, nodeId }: Begin): Promise<void> {
  const { builds, buildPlacer } = deps
  const sealed = sealOrder(deps, order)
  const record = async (on: string) => {
    const started = await builds.change(order.buildId, 'start', { nodeId: on, order: sealed })
    if (started === undefined) throw notWaiting()
    return on
  }
  const first = nodeId === undefined ? await buildPlacer.place(placed, record) : await record(nodeId)
  try {
    await startOnSome(deps, order, { placed, nodeId: first })
  } catch (error) {
    const reason = isServiceError(error) ? error.message : buildReasons.internal
    await builds.change(order.buildId, 'refuse', { reason })
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

function sourceOfImage(image: string, credential: RegistryCredential | undefined): Found {
  try {
    parseImageReference(image)
    return { source: { kind: 'image', image, credential } }
  } catch (error) {
    return { why: reasonOf(error) }
  }
}

/** Throws an error that does not concern what the build starts from. */
function reasonOf(error: unknown): string {
  if (!isServiceError(error) || !whyMissing.includes(error.code)) throw error
  return error.message
}

/** Errors that concern the base template and not the node. */
const whyMissing: readonly ErrorCode[] = ['template_not_found', 'request_invalid']

interface Below {
  readonly team: Team
  readonly placed: PlacedBuild
  readonly name: string
}

type Found =
  | { readonly source: BuildOnNode['source']; readonly nodeId?: undefined }
  /** On the node that has begun to build it. */
  | { readonly source: BuildOnNode['source']; readonly nodeId: string; readonly placed: PlacedBuild }
  | { readonly why: string }

/** Nothing is recorded yet, so a request that fails here can be repeated. */
async function sourceBelow(deps: StartBuildDeps, { team, placed, name }: Below): Promise<Found> {
  try {
    const reference = parseTemplateReference(name)
    const known = await findBuilt(deps, team, reference)
    return known === undefined ? await askNodes(deps, { team, placed }, reference) : sourceOf(known, name)
  } catch (error) {
    return { why: reasonOf(error) }
  }
}

/**
 * A bundled template that is not built yet is waited for on the node, which logs where its build is, and why that fails. Nodes of an
 * earlier version cannot do that, but know what they have built.
 */
async function askNodes(
  deps: StartBuildDeps,
  { team, placed }: Omit<Below, 'name'>,
  reference: TemplateReference,
): Promise<Found> {
  const waiting = { ...placed, recipe: reference.name }
  const choose = (excluded: ReadonlySet<string>, build: PlacedBuild = waiting) =>
    deps.buildPlacer.place({ ...build, excluded }, async (nodeId) => nodeId)
  const ask = (nodeId: string) => resolveOrBuild(deps, team, reference, { nodeId, waitMsMax: 0 })
  const none = new Set<string>()
  const first = await withoutRoom(choose(none))
  if (!isServiceError(first))
    return await tryNodes(first, {
      choose,
      attempt: async (nodeId) => {
        const resolved = await ask(nodeId)
        if (resolved.kind === 'built') return sourceOf(resolved, reference.text)
        return { source: { kind: 'recipe', alias: resolved.alias }, nodeId, placed: waiting }
      },
    })
  const resolved = await ask(await choose(none, placed))
  if (resolved.kind === 'unbuilt') throw first
  return sourceOf(resolved, reference.text)
}

/** Resolves with the error when there is no node for it. */
async function withoutRoom(chosen: Promise<string>): Promise<string | ServiceError> {
  try {
    return await chosen
  } catch (error) {
    if (!isServiceError(error, 'no_capacity')) throw error
    return error
  }
}

function sourceOf({ build, template }: ResolvedTemplate, name: string): Found {
  if (template.source === 'snapshot')
    return { why: `'${name}' is a snapshot: templates are built on templates and images` }
  return { source: { kind: 'build', buildId: build.buildId } }
}

async function refuse({ store, builds, clock }: StartBuildDeps, buildId: string, why: string): Promise<void> {
  const entry = {
    timestampMs: clock.nowMs(),
    level: 'error' as const,
    step: 'base',
    message: `Build failed: ${why}`,
  }
  // Another request may have started it meanwhile.
  if ((await store.findBuildDetail(buildId))?.state !== 'waiting') throw notWaiting()
  await store.addBuildLogs(buildId, [{ ...entry, number: 0 }])
  await builds.change(buildId, 'refuse', { reason: why, reasonStep: 'base' })
}
