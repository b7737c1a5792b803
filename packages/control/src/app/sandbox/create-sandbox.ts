import { checkLists, effectiveLists, networkLists } from '@cay/core/egress/lists.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { idBytes, makeSandboxId } from '@cay/core/ids.ts'
import { type CreateRequest, checkCreate } from '@cay/core/sandbox/create-rules.ts'
import { ingressSpec } from '@cay/core/sandbox/ingress.ts'
import { lifecycleOf } from '@cay/core/sandbox/lifecycle-request.ts'
import { parseTemplateReference, templateNotFound } from '@cay/core/template/reference.ts'
import type { CreateKey, SandboxRecord } from '../../ports/sandbox.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { firstChoice } from '../node/first-choice.ts'
import type { PlaceRequest } from '../node/placement.ts'
import { type ResolveDeps, type ResolvedTemplate, resolveTemplate } from '../template/resolve-template.ts'
import { placeMounted, resolveMounts, retryInUse } from '../volume/place-mounts.ts'
import type { SandboxView } from './find-sandbox.ts'
import { type MakeDeps, makeSandbox } from './make-sandbox.ts'
import { checkProxy, sealOutbound } from './outbound.ts'

export type CreateDeps = MakeDeps &
  ResolveDeps &
  Pick<Deps, 'randomBytes' | 'sealer' | 'resolveHost' | 'maxSandboxHours'>

export interface Creation {
  readonly team: Team
  readonly keyId: string
  readonly request: CreateRequest
  /** Absent: the client sent no Idempotency-Key. */
  readonly createKey?: CreateKey
  /** Milliseconds for which a client wants to wait for the build of a template that comes with Cay. */
  readonly buildWaitMs?: number
}

/**
 * Creates a sandbox from a template or a snapshot, and returns when it can run commands. Throws idempotency_in_progress
 * when another sandbox has its key.
 */
export async function createSandbox(
  deps: CreateDeps,
  { team, keyId, request, createKey, buildWaitMs }: Creation,
  signal: AbortSignal,
): Promise<SandboxView> {
  const reference = parseTemplateReference(request.templateID)
  const resolved = await resolveTemplate(deps, team, reference, buildWaitMs)
  checkCreate(request, deps.maxSandboxHours)
  const mounts = await resolveMounts(deps, team.teamId, request.volumeMounts)
  const fresh = describeNew(deps, { team, request, resolved })
  const record = mounts === undefined ? fresh : { ...fresh, volumeMounts: mounts.volumeMounts }
  await checkProxy(deps, team, request.network ?? {})
  const node = {
    buildId: resolved.build.buildId,
    timeoutSeconds: request.timeout,
    envVars: request.envVars ?? {},
    keepsEnvVars: resolved.template.source === 'snapshot' && request.envVars === undefined,
    egress: record.egress ?? effectiveLists(null, null),
  }
  const described = { ...(await describePlace(deps, resolved)), labels: team.nodeLabels }
  const make = async () => {
    const place = { ...described, ...(await placeMounted(deps, team.teamId, mounts?.volumeMounts)) }
    const placed = { ...record, nodeId: firstChoice(deps, place) }
    return await makeSandbox(deps, { record: placed, keyId, createKey, place, node }, signal)
  }
  try {
    return await retryInUse(make)
  } catch (error) {
    throw isServiceError(error, 'template_not_found') ? templateNotFound(reference, error) : error
  }
}

/** The memory of a snapshot needs the features of the processor that it was captured on. */
async function describePlace(
  { nodeRegistry, store }: CreateDeps,
  { template, build }: ResolvedTemplate,
): Promise<PlaceRequest> {
  const { buildId, resources } = build
  if (!nodeRegistry.isCluster || template.source !== 'snapshot') return { buildId, resources }
  return { buildId, resources, cpuFeatures: (await store.findArtifact(buildId))?.cpuFeatures }
}

interface New {
  readonly team: Team
  readonly request: CreateRequest
  readonly resolved: ResolvedTemplate
}

function iamTokens(iam: CreateRequest['iam']): SandboxRecord['iam'] {
  const tokens = Object.entries(iam?.tokens ?? {})
  if (tokens.length === 0) return null
  return Object.fromEntries(tokens.map(([name, { audience }]) => [name, { audience }]))
}

/** Throws request_invalid for invalid network lists, header rules or host mask. */
function describeNew(deps: CreateDeps, { team, request, resolved }: New): SandboxRecord {
  const { template, build } = resolved
  const nowMs = deps.clock.nowMs()
  const network = networkLists(request.network)
  checkLists(network)
  const allowInternetAccess = request.allow_internet_access ?? null
  const sealed = sealOutbound(deps, team.teamId, request.network ?? {})
  return {
    sandboxId: makeSandboxId(deps.randomBytes(idBytes)),
    teamId: team.teamId,
    templateId: template.templateId,
    buildId: build.buildId,
    alias: template.alias,
    state: 'creating',
    generation: 0,
    epoch: 1,
    nodeId: null,
    originId: null,
    operation: null,
    startedAtMs: nowMs,
    runsSinceMs: nowMs,
    endAtMs: nowMs + request.timeout * 1000,
    changedAtMs: nowMs,
    endedAtMs: null,
    endReason: null,
    lifecycle: lifecycleOf(request, deps.maxSandboxHours),
    pausedFilesOnly: null,
    isSecured: request.secure,
    allowInternetAccess,
    network,
    egress: { ...effectiveLists(network, allowInternetAccess), ...(sealed === undefined ? {} : { sealed }) },
    ingress: ingressSpec(request.network),
    iam: iamTokens(request.iam),
    metadata: request.metadata ?? {},
    resources: build.resources,
    envdVersion: build.envdVersion,
  }
}
