import { isServiceError } from '@cay/core/errors.ts'
import { isOver } from '@cay/core/sandbox/lifetime.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { amendSandbox, type ChangeDeps, recordEnd } from './change-sandbox.ts'

export type MoveDeps = ChangeDeps & Pick<Deps, 'orchestrator'>

/**
 * Asks the node to end the sandbox at another instant, and records the instant that the node returns. The caller must
 * hold the sandbox's queue. Throws sandbox_not_found when the sandbox is gone, node_unavailable.
 */
export async function moveEnd(
  deps: MoveDeps,
  sandbox: SandboxRecord,
  endAtMs: number,
): Promise<SandboxRecord> {
  if (endAtMs === sandbox.endAtMs) return sandbox
  const { sandboxId } = sandbox
  try {
    const reported = await deps.orchestrator.setExpiry(sandboxId, endAtMs)
    const change = { endAtMs: reported.endAtMs, generation: reported.generation }
    return (await amendSandbox(deps, sandboxId, change)) ?? sandbox
  } catch (error) {
    // The sandbox has just expired; the node's report is on its way.
    if (isServiceError(error, 'sandbox_not_found') && isOver(sandbox, deps.clock.nowMs()))
      await recordEnd(deps, sandboxId, { reason: 'expired', endedAtMs: sandbox.endAtMs })
    throw error
  }
}
