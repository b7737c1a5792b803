/**
 * Moves the sandboxes of a node that takes no new ones: each is paused into the object store and resumed on another node. A volume
 * is attached to one node at a time, so of sandboxes that share one all are paused before the first is resumed. What is told of a
 * sandbox is read from its record afterwards, so whoever else works on it may be first, and a repetition goes on where the one
 * before was ended.
 */
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import type { State } from '@cay/core/sandbox/state.ts'
import { groupByVolumes, splitByNewVolumes } from '@cay/core/volume/group-by-volumes.ts'
import { Semaphore } from '@cay/kit/flow/semaphore.ts'
import { settleAll } from '@cay/kit/flow/settle-all.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import type { ViewDeps } from '../sandbox/find-sandbox.ts'
import { type PauseDeps, pauseSandbox } from '../sandbox/pause-sandbox.ts'
import { type ResumeDeps, resumeSandbox } from '../sandbox/resume-sandbox.ts'

export type MoveSandboxesDeps = PauseDeps & ResumeDeps & ViewDeps & Pick<Deps, 'nodes'>

/** Sandboxes that are moved at the same time: their memory is on its way then. */
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
 * Moves the next few sandboxes of the node, in the order of ids, and with them those that share volumes with them. Throws
 * not_found, conflict for a node that takes sandboxes, and for a single machine.
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
  const ids = found.map(({ sandboxId }) => sandboxId)
  const groups = groupByVolumes(ids, await deps.store.listNodeVolumeUsers(node.nodeId))
  const limit = new Semaphore(movesAtOnce)
  const move = { nodeId: node.nodeId, limit, signal }
  const sandboxes = await Promise.all(groups.map((group) => moveGroup(deps, group, move)))
  return { sandboxes: sandboxes.flat(), nextAfter: found.length < movesAtOnce ? null : (ids.at(-1) ?? null) }
}

interface Move {
  readonly nodeId: string
  readonly limit: Semaphore
  readonly signal: AbortSignal
}

/** Why a sandbox does not run on another node, by its id. */
type Reasons = Map<string, string>

async function moveGroup(
  deps: MoveSandboxesDeps,
  group: readonly string[],
  { nodeId, limit, signal }: Move,
): Promise<MovedSandbox[]> {
  const found = await Promise.all(group.map((sandboxId) => deps.store.findSandbox(sandboxId)))
  const here = found.flatMap((sandbox) => (sandbox?.nodeId === nodeId ? [sandbox] : []))
  const running = here.filter(({ state }) => state === 'running')
  const reasons: Reasons = new Map()
  // A sandbox that somebody pauses at this moment is to stay paused, and has its volumes until then.
  const busy = here.find(({ state }) => !isSettled(state))
  if (group.length > 1 && busy !== undefined) explainOthers(running, busy.sandboxId, reasons)
  else {
    // The deadline of the request ends no more than the waiting for the pause: what was paused for the move is resumed. Once
    // some of those that share a volume are paused, the others are waited for.
    const untilPaused = group.length > 1 ? new AbortController().signal : signal
    await pauseAll(deps, running, { limit, reasons, signal: untilPaused })
    const [blocking] = reasons.keys()
    if (blocking === undefined) await resumeAll(deps, running, { limit, reasons })
    else {
      explainOthers(running, blocking, reasons)
      // What was paused meanwhile is on the node no more.
      await deps.store.detachStored(nodeId)
    }
  }
  return await Promise.all(group.map((sandboxId) => tell(deps, { nodeId, sandboxId }, reasons)))
}

/** Nothing is being done with it. */
const isSettled = (state: State) => state === 'running' || state === 'paused' || state === 'ended'

/** When one cannot be paused, no further one is. */
async function pauseAll(
  deps: MoveSandboxesDeps,
  sandboxes: readonly SandboxRecord[],
  { limit, reasons, signal }: Pick<Move, 'limit' | 'signal'> & { readonly reasons: Reasons },
): Promise<void> {
  await settleAll(
    sandboxes.map((sandbox) =>
      limit.run(async () => {
        if (reasons.size > 0) return
        await noteFailure(reasons, sandbox, async () => {
          const target = await targetOf(deps, sandbox)
          await pauseSandbox(deps, { target, filesOnly: false }, signal)
        })
      }),
    ),
  )
}

/** Those that bring volumes to a node are resumed one after the other, because each has to follow the one before; the rest at once. */
async function resumeAll(
  deps: MoveSandboxesDeps,
  sandboxes: readonly SandboxRecord[],
  { limit, reasons }: Pick<Move, 'limit'> & { readonly reasons: Reasons },
): Promise<void> {
  const members = sandboxes.map((sandbox) => ({ sandbox, volumeIds: volumesOf(sandbox) }))
  const resume = ({ sandbox }: (typeof members)[number]) =>
    limit.run(() => noteFailure(reasons, sandbox, () => resumeUntilItsEnd(deps, sandbox)))
  const { bringing, following } = splitByNewVolumes(members)
  for (const member of bringing) await resume(member)
  await settleAll(following.map(resume))
}

const volumesOf = ({ volumeMounts = [] }: SandboxRecord) => volumeMounts.map(({ volumeId }) => volumeId)

async function resumeUntilItsEnd(deps: MoveSandboxesDeps, sandbox: SandboxRecord): Promise<void> {
  const seconds = Math.max(1, Math.ceil((sandbox.endAtMs - deps.clock.nowMs()) / 1000))
  const timeoutSeconds = Math.min(seconds, deps.maxSandboxHours * 3600)
  const request = { timeoutSeconds, resumeSeconds: timeoutSeconds, filesOnly: false }
  const target = await targetOf(deps, sandbox)
  await resumeSandbox(deps, { target, request }, new AbortController().signal)
}

async function targetOf({ store }: MoveSandboxesDeps, { sandboxId, teamId }: SandboxRecord) {
  const team = await store.findTeam(teamId)
  if (team === undefined)
    throw new ServiceError('not_found', `the team of sandbox '${sandboxId}' was deleted`)
  return { team, sandboxId }
}

async function noteFailure(
  reasons: Reasons,
  { sandboxId }: SandboxRecord,
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step()
  } catch (error) {
    if (!isServiceError(error)) throw error
    reasons.set(sandboxId, error.message)
  }
}

function explainOthers(sandboxes: readonly SandboxRecord[], blocking: string, reasons: Reasons): void {
  for (const { sandboxId } of sandboxes)
    if (!reasons.has(sandboxId))
      reasons.set(sandboxId, `it shares a volume with sandbox '${blocking}', which is still on the node`)
}

interface Moving {
  readonly nodeId: string
  readonly sandboxId: string
}

async function tell(deps: MoveSandboxesDeps, moving: Moving, reasons: Reasons): Promise<MovedSandbox> {
  const { nodeId, sandboxId } = moving
  const reason = reasons.get(sandboxId)
  const moved = describe(moving, await deps.store.findSandbox(sandboxId), reason)
  const { outcome, nodeId: targetNodeID } = moved
  deps.log.info(
    { event: 'sandbox.moved', sandboxID: sandboxId, nodeID: nodeId, outcome, targetNodeID, reason },
    'tried to move a sandbox to another node',
  )
  return moved
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
