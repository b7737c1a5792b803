/**
 * Moves the sandboxes of a node that takes no new ones: each is paused into the object store and resumed on another node. What
 * is told of a sandbox is read from its record afterwards, so whoever else works on it may be first, and a repetition goes on
 * where the one before was ended.
 */
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import type { ViewDeps } from '../sandbox/find-sandbox.ts'
import { type PauseDeps, pauseSandbox } from '../sandbox/pause-sandbox.ts'
import { type ResumeDeps, resumeSandbox } from '../sandbox/resume-sandbox.ts'

export type MoveSandboxesDeps = PauseDeps & ResumeDeps & ViewDeps & Pick<Deps, 'nodes'>

/** Sandboxes of one request, which are moved at the same time: their memory is on its way then. */
const movesAtOnce = 4

export interface MoveRequest {
  readonly nodeId: string
  readonly clusterId: string | undefined
  /** Sandboxes up to this id are left out: those of the requests before. */
  readonly afterId: string
}

/** `waiting`: something else is done with it, or its node has still to store it. `failed`: it goes on running where it was. */
export type MoveOutcome = 'moved' | 'paused' | 'ended' | 'waiting' | 'failed'

export interface MovedSandbox {
  readonly sandboxId: string
  readonly outcome: MoveOutcome
  /** The node that it runs on, if it was moved. */
  readonly nodeId?: string
  /** Why it does not run on another node. */
  readonly reason?: string
}

export interface MovedPage {
  readonly sandboxes: readonly MovedSandbox[]
  /** The last id, if there may be more. */
  readonly nextAfter: string | null
}

/**
 * Moves the next few sandboxes of the node, in the order of ids. Throws not_found, conflict for a node that takes sandboxes, and
 * for a single machine.
 */
export async function moveSandboxes(
  deps: MoveSandboxesDeps,
  { nodeId, clusterId, afterId }: MoveRequest,
  signal: AbortSignal,
): Promise<MovedPage> {
  const node = await deps.nodes.find(nodeId, clusterId)
  if (!deps.nodeRegistry.isCluster)
    throw new ServiceError('conflict', 'this installation is a single machine: there is no other node')
  if (node.status === 'ready')
    throw new ServiceError('conflict', `node '${nodeId}' is ready: drain it before its sandboxes are moved`)
  await deps.store.detachStored(node.nodeId)
  const found = await deps.store.listUnended(node.nodeId, { afterId, limit: movesAtOnce })
  const sandboxes = await Promise.all(
    found.map(({ sandboxId }) => moveSandbox(deps, { nodeId: node.nodeId, sandboxId }, signal)),
  )
  return { sandboxes, nextAfter: found.length < movesAtOnce ? null : (found.at(-1)?.sandboxId ?? null) }
}

interface Moving {
  readonly nodeId: string
  readonly sandboxId: string
}

async function moveSandbox(
  deps: MoveSandboxesDeps,
  moving: Moving,
  signal: AbortSignal,
): Promise<MovedSandbox> {
  const { nodeId, sandboxId } = moving
  const before = await deps.store.findSandbox(sandboxId)
  let reason: string | undefined
  try {
    // A sandbox that somebody pauses at this moment is to stay paused.
    if (before?.nodeId === nodeId && before.state === 'running') await pauseAndResume(deps, before, signal)
  } catch (error) {
    if (!isServiceError(error)) throw error
    reason = error.message
  }
  const { log } = deps
  const moved = describe(moving, await deps.store.findSandbox(sandboxId), reason)
  const { outcome, nodeId: targetNodeID } = moved
  log.info(
    { event: 'sandbox.moved', sandboxID: sandboxId, nodeID: nodeId, outcome, targetNodeID, reason },
    'tried to move a sandbox to another node',
  )
  return moved
}

/** The deadline of the request ends no more than the waiting for the pause: what was paused for the move is resumed. */
async function pauseAndResume(
  deps: MoveSandboxesDeps,
  { sandboxId, teamId, endAtMs }: SandboxRecord,
  signal: AbortSignal,
): Promise<void> {
  const team = await deps.store.findTeam(teamId)
  if (team === undefined) return
  const target = { team, sandboxId }
  const seconds = Math.max(1, Math.ceil((endAtMs - deps.clock.nowMs()) / 1000))
  const timeoutSeconds = Math.min(seconds, deps.maxSandboxHours * 3600)
  await pauseSandbox(deps, { target, filesOnly: false }, signal)
  await resumeSandbox(
    deps,
    { target, request: { timeoutSeconds, resumeSeconds: timeoutSeconds, filesOnly: false } },
    new AbortController().signal,
  )
}

function describe(
  { nodeId, sandboxId }: Moving,
  now: SandboxRecord | undefined,
  reason: string | undefined,
): MovedSandbox {
  if (now === undefined || now.state === 'ended') return { sandboxId, outcome: 'ended' }
  const why = reason === undefined ? {} : { reason }
  if (now.nodeId !== nodeId)
    return now.state === 'running' && now.nodeId !== null
      ? { sandboxId, outcome: 'moved', nodeId: now.nodeId }
      : { sandboxId, outcome: 'paused', ...why }
  if (now.state === 'running') return { sandboxId, outcome: 'failed', ...why }
  const waits = now.state === 'paused' ? 'its node has still to store it' : `it is ${now.state}`
  return { sandboxId, outcome: 'waiting', reason: reason ?? waits }
}
