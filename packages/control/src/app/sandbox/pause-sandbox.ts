import { type ErrorCode, isServiceError, ServiceError } from '@cay/core/errors.ts'
import type { NodeSandbox } from '../../ports/orchestrator.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { nodeOf } from '../node/node-of.ts'
import { applyEvent, beginOperation, type ChangeDeps, endOperation } from './change-sandbox.ts'
import {
  decideWhenIdle,
  loadAndDecide,
  type SandboxTarget,
  untilAborted,
  untilChanged,
} from './find-sandbox.ts'

export type PauseDeps = ChangeDeps & Pick<Deps, 'nodeRegistry'>

/**
 * Returns when the snapshot is durable. The sandbox is shown as paused from the moment of the request; concurrent
 * pauses share one. A client that disconnects changes nothing. Throws sandbox_not_found, conflict (already paused),
 * node_disk_full, capture_failed and store_unavailable (it keeps running), node_unavailable (the outcome is reconciled when the node is
 * back).
 */
export async function pauseSandbox(
  deps: PauseDeps,
  { target, filesOnly }: { target: SandboxTarget; filesOnly: boolean },
  signal: AbortSignal,
): Promise<void> {
  await decideWhenIdle(deps, { target, event: 'pauseRequested', signal }, async ({ sandbox, outcome }) => {
    if (outcome.kind === 'join') return () => joinPause(deps, { target, joined: sandbox }, signal)
    const pausing = await beginPause(deps, { before: sandbox, filesOnly, keyId: target.keyId })
    return pausing === undefined ? 'later' : () => pausing.done
  })
}

interface Pause {
  /** The record before the pause. */
  readonly before: SandboxRecord
  readonly filesOnly: boolean
  readonly keyId: string | undefined
}

/** The promise is wrapped in a record so that the holder of the queue does not await it. */
async function beginPause(deps: PauseDeps, pause: Pause): Promise<{ done: Promise<void> } | undefined> {
  const { before, filesOnly, keyId } = pause
  const { sandboxId } = before
  nodeOf(deps, before)
  const endAtMs = Math.min(before.endAtMs, deps.clock.nowMs())
  const begun = await beginOperation(deps, {
    ...{ verb: 'pause', decided: before, event: 'pauseRequested', keyId },
    change: { endAtMs, pausedFilesOnly: filesOnly },
  })
  if (begun === undefined) return undefined
  return {
    done: deps.writers.start(sandboxId, 'pause', {
      work: async () => {
        const { orchestrator, epoch } = nodeOf(deps, begun)
        return await orchestrator.pauseSandbox(sandboxId, filesOnly, epoch)
      },
      settle: (result) => settlePause(deps, { ...pause, begun }, result),
    }),
  }
}

async function settlePause(
  deps: PauseDeps,
  { before: { sandboxId, endAtMs }, keyId, begun }: Pause & { readonly begun: SandboxRecord },
  result: PromiseSettledResult<NodeSandbox>,
): Promise<void> {
  const isOurs = (locked: SandboxRecord) => deps.operations.isOurs(begun, locked)
  if (result.status === 'fulfilled') {
    const { generation, filesOnly } = result.value
    const change = { generation, pausedFilesOnly: filesOnly, originId: begun.nodeId }
    await applyEvent(deps, { sandboxId, event: 'paused', keyId }, change, isOurs)
    return
  }
  const { reason } = result
  // The sandbox expired just before, so it is paused as its lifecycle says.
  if (isServiceError(reason, 'already_exists')) {
    await applyEvent(deps, { sandboxId, event: 'paused' }, { originId: begun.nodeId }, isOurs)
    return
  }
  if (goesOnRunning(reason)) {
    const change = { endAtMs, pausedFilesOnly: null }
    await applyEvent(deps, { sandboxId, event: 'pauseFailed' }, change, isOurs)
  } else await endOperation(deps, begun)
  throw reason
}

/** True when the node has said so. Otherwise its next report settles the state. */
export function goesOnRunning(error: unknown): boolean {
  return isServiceError(error) && saidByNode.has(error.code)
}

const saidByNode: ReadonlySet<ErrorCode> = new Set([
  'node_disk_full',
  'capture_failed',
  'store_unavailable',
  'not_implemented',
])

async function joinPause(
  deps: PauseDeps,
  { target, joined }: { target: SandboxTarget; joined: SandboxRecord },
  signal: AbortSignal,
): Promise<void> {
  const { sandboxId } = target
  const ours = deps.writers.underWay(sandboxId, 'pause')
  if (ours !== undefined) {
    await untilAborted(signal, ours)
    return
  }
  // The node is pausing by itself, or for another control process; what becomes of it is recorded.
  for (let turn = 0; ; turn++) {
    const seen = await deps.writers.run(sandboxId, async () => {
      const { sandbox } = await loadAndDecide(deps, target, 'showRequested')
      if (sandbox.state === 'pausing') return { change: deps.writers.changed(sandboxId) }
      // Resumed since: it was paused in between.
      return {
        isPaused:
          sandbox.state === 'paused' ||
          sandbox.epoch > joined.epoch ||
          sandbox.runsSinceMs > joined.runsSinceMs,
      }
    })
    if (seen.isPaused === true) return
    if (seen.change === undefined)
      throw new ServiceError('capture_failed', `sandbox '${sandboxId}' was not paused and goes on running`)
    await untilChanged(deps, seen.change, { turn, signal })
  }
}
