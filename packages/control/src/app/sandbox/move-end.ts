import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { formatInstant } from '@cay/core/instant.ts'
import { isOver } from '@cay/core/sandbox/lifetime.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { nodeOf } from '../node/node-of.ts'
import { amendSandbox, type ChangeDeps, type Guard, recordEnd } from './change-sandbox.ts'

export type MoveDeps = ChangeDeps & Pick<Deps, 'nodeRegistry'>

/**
 * Asks the node to end the sandbox at another instant, and records the instant that the node returns, unless the record
 * has newer news by then. The caller must hold the sandbox's queue. Throws sandbox_not_found when the sandbox is gone,
 * conflict when another control process is pausing it, stale_epoch when one has placed it anew, node_unavailable.
 */
export async function moveEnd(
  deps: MoveDeps,
  sandbox: SandboxRecord,
  endAtMs: number,
): Promise<SandboxRecord> {
  if (endAtMs === sandbox.endAtMs) return sandbox
  const { sandboxId } = sandbox
  try {
    const { orchestrator, epoch } = nodeOf(deps, sandbox)
    const reported = await orchestrator.setExpiry(sandboxId, endAtMs, epoch)
    const data = { set_timeout: formatInstant(reported.endAtMs) }
    const notice = { type: 'sandbox.lifecycle.updated', data } as const
    const change = { endAtMs: reported.endAtMs, generation: reported.generation, notice }
    const isNews: Guard = ({ state, generation }) =>
      state === sandbox.state && generation <= reported.generation
    return (await amendSandbox(deps, sandboxId, change, isNews)) ?? sandbox
  } catch (error) {
    if (isServiceError(error, 'sandbox_not_found')) await explainMissing(deps, sandbox)
    throw error
  }
}

async function explainMissing(deps: MoveDeps, sandbox: SandboxRecord): Promise<void> {
  const { sandboxId, endAtMs } = sandbox
  const now = await deps.store.findSandbox(sandboxId)
  if (now?.state === 'pausing' && sandbox.state !== 'pausing')
    throw new ServiceError('conflict', `sandbox '${sandboxId}' is being paused`)
  // The sandbox has just expired; the node's report is on its way.
  if (isOver(sandbox, deps.clock.nowMs()))
    await recordEnd(deps, sandboxId, { reason: 'expired', endedAtMs: endAtMs })
}
