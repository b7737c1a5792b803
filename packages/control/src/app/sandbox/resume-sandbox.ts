import { isOutcomeUnknown, isServiceError, ServiceError } from '@cay/core/errors.ts'
import { checkTimeout, extendedEnd } from '@cay/core/sandbox/lifetime.ts'
import { sandboxNotFound, visibleStates } from '@cay/core/sandbox/state.ts'
import type { NodeSandbox, ResumeOnNode } from '../../ports/orchestrator.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import { type AdoptDeps, adoptStored } from '../artifact/adopt-stored.ts'
import type { Deps } from '../deps.ts'
import { firstChoice } from '../node/first-choice.ts'
import { nodeOf } from '../node/node-of.ts'
import { type PlaceRequest, tryNodes } from '../node/placement.ts'
import { attachSandboxVolumes } from '../volume/attach-volumes.ts'
import { placeMounted, retryInUse } from '../volume/place-mounts.ts'
import { applyEvent, beginOperation, endOperation, leaveUndecided, placeAgain } from './change-sandbox.ts'
import {
  type Continuation,
  decideWhenIdle,
  type SandboxTarget,
  type SandboxView,
  type ViewDeps,
  viewSandbox,
} from './find-sandbox.ts'
import { type MoveDeps, moveEnd } from './move-end.ts'

export type ResumeDeps = MoveDeps & AdoptDeps & Pick<Deps, 'maxSandboxHours' | 'placement'>

export interface ResumeRequest {
  /** Applied as requested: a running sandbox is not extended beyond it. */
  readonly timeoutSeconds: number
  /** Timeout for a sandbox that is paused. */
  readonly resumeSeconds: number
  /** Boots from the files even when a memory snapshot exists. */
  readonly filesOnly: boolean
}

/**
 * Resumes a paused sandbox. Throws request_invalid, sandbox_not_found, conflict (it is running or being captured),
 * quota_exceeded, start_in_flight, memory_not_restorable, snapshot_damaged, no_capacity, node_unavailable.
 */
export async function resumeSandbox(
  deps: ResumeDeps & ViewDeps,
  { target, request }: { target: SandboxTarget; request: ResumeRequest },
  signal: AbortSignal,
): Promise<SandboxView> {
  checkTimeout(request.timeoutSeconds, deps.maxSandboxHours)
  const { sandboxId, keyId } = target
  let isJoining = false
  try {
    const resumed = await decideWhenIdle(
      deps,
      { target, event: 'resumeRequested', signal },
      async ({ sandbox }) => {
        isJoining ||= deps.operations.isHeldByOther(sandbox)
        return await beginResume(deps, sandbox, { ...request, keyId })
      },
    )
    return viewSandbox(deps, resumed)
  } catch (error) {
    // The resume of another control process has succeeded.
    if (!isJoining || !isServiceError(error, 'conflict')) throw error
    return viewSandbox(deps, await extendRunning(deps, sandboxId, request.resumeSeconds))
  }
}

/**
 * The caller must hold the queue of a paused sandbox. Concurrent resumes share one; each gets at least its own timeout.
 * `later` when another control process works on the sandbox, or has changed it.
 */
export async function beginResume(
  deps: ResumeDeps,
  sandbox: SandboxRecord,
  request: ResumeRequest & { readonly keyId: string | undefined },
): Promise<Continuation<SandboxRecord>> {
  const { writers, operations } = deps
  const { sandboxId } = sandbox
  const { resumeSeconds: timeoutSeconds, filesOnly, keyId } = request
  const ours = writers.underWay(sandboxId, 'resume')
  if (filesOnly && (ours !== undefined || operations.isHeldByOther(sandbox)))
    throw new ServiceError('start_in_flight', `sandbox '${sandboxId}' is just being resumed with its memory`)
  if (ours !== undefined) return () => joinResume(deps, { sandboxId, ours }, timeoutSeconds)
  const before = await detachStored(deps, sandbox)
  const { place, begun } = await retryInUse(async () => {
    const place = await placeResume(deps, before, filesOnly)
    return { place, begun: await beginPlaced(deps, before, place) }
  })
  if (begun === undefined) return 'later'
  const placed = { now: begun }
  const resuming = writers.start(sandboxId, 'resume', {
    work: () =>
      resumeSomewhere(
        deps,
        { placed, place, isStored: before.nodeId === null },
        { timeoutSeconds, filesOnly },
      ),
    settle: (result) => settleResume(deps, { begun: placed.now, before, timeoutSeconds, keyId }, result),
  })
  return () => resuming
}

/**
 * A pause that was just answered is bound to its node until the next comparison with it. Its node may be gone before that, and
 * what is stored needs it no more.
 */
async function detachStored(
  { store, nodeRegistry }: ResumeDeps,
  sandbox: SandboxRecord,
): Promise<SandboxRecord> {
  const { sandboxId, nodeId } = sandbox
  if (nodeId === null || !nodeRegistry.isCluster) return sandbox
  await store.detachStored(nodeId)
  // Somebody else may have detached it since it was read, so this is not told by what was changed here.
  const now = await store.findSandbox(sandboxId)
  return now === undefined ? sandbox : { ...sandbox, nodeId: now.nodeId, originId: now.originId }
}

/** A paused sandbox that is on no node has its files in the object store. */
async function placeResume(
  deps: ResumeDeps,
  { sandboxId, teamId, buildId, resources, nodeId, originId, volumeMounts }: SandboxRecord,
  filesOnly: boolean,
): Promise<PlaceRequest> {
  const { store, nodeRegistry } = deps
  if (nodeId !== null) {
    nodeRegistry.assertAlive(nodeId)
    return { resources, originId: nodeId, isFixed: true }
  }
  const [volumes, stored, team] = await Promise.all([
    placeMounted(deps, teamId, volumeMounts),
    filesOnly ? undefined : store.findStoredPause(sandboxId),
    nodeRegistry.isCluster ? store.findTeam(teamId) : undefined,
  ])
  if (volumes.isFixed === true) return { resources, ...volumes }
  const labels = team?.nodeLabels
  const first = originId ?? undefined
  return { buildId, resources, originId: first, cpuFeatures: stored?.cpuFeatures, labels, ...volumes }
}

/** The chosen node may have been closed since it was chosen: the transaction looks again. */
function beginPlaced(
  deps: ResumeDeps,
  decided: SandboxRecord,
  place: PlaceRequest,
): Promise<SandboxRecord | undefined> {
  const begin = { verb: 'resume', decided, isPlacement: true } as const
  if (decided.nodeId !== null) return beginOperation(deps, { ...begin, nodeId: decided.nodeId })
  return tryNodes(firstChoice(deps, place), {
    choose: (excluded) => deps.placement.choose({ ...place, excluded }),
    attempt: (nodeId) => beginOperation(deps, { ...begin, nodeId }),
  })
}

interface PlacedResume {
  /** The record of the present try. */
  readonly placed: { now: SandboxRecord }
  readonly place: PlaceRequest
  /** It was on no node. */
  readonly isStored: boolean
}

/** A node that refuses is followed by another one, if the sandbox is not bound to it. One that may have resumed it is not. */
function resumeSomewhere(
  deps: ResumeDeps,
  { placed, place, isStored }: PlacedResume,
  how: Pick<ResumeOnNode, 'timeoutSeconds' | 'filesOnly'>,
): Promise<NodeSandbox> {
  return tryNodes(placed.now.nodeId ?? '', {
    choose: (excluded) => deps.placement.choose({ ...place, excluded }),
    attempt: async (nodeId, turn) => {
      if (turn > 1) placed.now = (await placeAgain(deps, placed.now, nodeId)) ?? lostTo(placed.now)
      return await resumeOnNode(deps, placed.now, { ...how, isStored })
    },
  })
}

function lostTo({ sandboxId }: SandboxRecord): never {
  throw changedByOther(sandboxId)
}

function changedByOther(sandboxId: string, cause?: unknown): ServiceError {
  return new ServiceError('conflict', `sandbox '${sandboxId}' was changed by another request`, { cause })
}

/** A node that lacks the sandbox adopts it from the object store, if it is there. */
async function resumeOnNode(
  deps: ResumeDeps,
  begun: SandboxRecord,
  { isStored, ...how }: Pick<ResumeOnNode, 'timeoutSeconds' | 'filesOnly'> & { readonly isStored: boolean },
): Promise<NodeSandbox> {
  const { orchestrator, epoch } = nodeOf(deps, begun)
  const request = { ...how, sandboxId: begun.sandboxId, epoch }
  await attachSandboxVolumes(deps, begun)
  // The node may have a copy from before the sandbox ran elsewhere, which this replaces.
  if (isStored) await adoptStored(deps, begun, { isResuming: true })
  try {
    return await orchestrator.resumeSandbox(request)
  } catch (error) {
    if (!isServiceError(error, 'sandbox_not_found')) throw error
    if ((await adoptStored(deps, begun, { isResuming: true })) === undefined) throw error
    return await orchestrator.resumeSandbox(request)
  }
}

async function joinResume(
  deps: ResumeDeps,
  { sandboxId, ours }: { sandboxId: string; ours: Promise<unknown> },
  timeoutSeconds: number,
): Promise<SandboxRecord> {
  await ours
  return await extendRunning(deps, sandboxId, timeoutSeconds)
}

function extendRunning(deps: ResumeDeps, sandboxId: string, timeoutSeconds: number): Promise<SandboxRecord> {
  return deps.writers.run(sandboxId, async () => {
    const sandbox = await deps.store.findSandbox(sandboxId)
    if (sandbox === undefined || visibleStates[sandbox.state] === undefined) throw sandboxNotFound(sandboxId)
    if (sandbox.state === 'paused' || sandbox.state === 'pausing')
      throw new ServiceError('conflict', `sandbox '${sandboxId}' was paused by another request`)
    return await extend(deps, sandbox, timeoutSeconds)
  })
}

interface Resume {
  readonly begun: SandboxRecord
  readonly before: SandboxRecord
  readonly timeoutSeconds: number
  readonly keyId: string | undefined
}

async function settleResume(
  deps: ResumeDeps,
  { begun, before, timeoutSeconds, keyId }: Resume,
  result: PromiseSettledResult<NodeSandbox>,
): Promise<SandboxRecord> {
  const { sandboxId } = begun
  if (result.status === 'rejected') {
    await settleFailure(deps, { begun, before }, result.reason)
    throw explainFailure(result.reason, sandboxId)
  }
  const { generation, endAtMs, startedAtMs } = result.value
  const change = { generation, endAtMs, runsSinceMs: startedAtMs, pausedFilesOnly: null }
  const sandbox = await applyEvent(deps, { sandboxId, event: 'resumed', keyId }, change, (locked) =>
    deps.operations.isOurs(begun, locked),
  )
  // The sandbox was killed in the meantime.
  if (sandbox === undefined || sandbox.state === 'killing' || sandbox.state === 'ended')
    throw sandboxNotFound(sandboxId)
  // This process was stopped for so long that another one has taken the sandbox over.
  if (sandbox.state !== 'running') throw changedByOther(sandboxId)
  // Traffic may have resumed the sandbox first, with a timeout of its own.
  return await extend(deps, sandbox, timeoutSeconds)
}

/** A sandbox that no node has resumed is where it was. One that a node may have resumed is nowhere else, whatever is stored of it. */
async function settleFailure(
  deps: ResumeDeps,
  { begun, before }: Pick<Resume, 'begun' | 'before'>,
  error: unknown,
): Promise<void> {
  const { sandboxId, nodeId } = begun
  // What was asked of its node before is still to be decided, whatever became of this request.
  const wasUndecided = before.nodeId !== null && before.operation !== null
  if (isServiceError(error) && !isOutcomeUnknown(error) && !wasUndecided)
    return await endOperation(deps, begun, { nodeId: before.nodeId })
  deps.log.warn(
    { event: 'sandbox.resume.undecided', sandboxID: sandboxId, nodeID: nodeId, err: error },
    'a node did not say whether it has resumed a sandbox, which stays there until it has said so',
  )
  await leaveUndecided(deps, begun)
}

function extend(deps: ResumeDeps, sandbox: SandboxRecord, timeoutSeconds: number): Promise<SandboxRecord> {
  const life = { ...sandbox, maxHours: deps.maxSandboxHours }
  return moveEnd(deps, sandbox, extendedEnd(life, sandbox.runsSinceMs, timeoutSeconds))
}

/** Suggests a resume from files only where the files are usable, which a damaged snapshot does not promise. */
function explainFailure(error: unknown, sandboxId: string): unknown {
  if (isServiceError(error, 'snapshot_damaged'))
    return new ServiceError(error.code, `sandbox '${sandboxId}' stays paused: ${error.message}`, {
      cause: error,
    })
  if (isServiceError(error, 'stale_epoch')) return changedByOther(sandboxId, error)
  if (!isServiceError(error, 'memory_not_restorable')) return error
  return new ServiceError(
    error.code,
    `the memory of sandbox '${sandboxId}' cannot be restored: ${error.message}; "memory": false boots it from its files`,
    { cause: error },
  )
}
