import { isServiceError } from '@cay/core/errors.ts'
import { isOver } from '@cay/core/sandbox/lifetime.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { amendSandbox, type ChangeDeps, recordEnd } from './change-sandbox.ts'

export type MoveDeps = ChangeDeps & Pick<Deps, 'orchestrator'>

/**
 * Lets the node end the sandbox at another instant, and records what the node says it will be. For whoever holds the
 * sandbox's writer. Throws sandbox_not_found when it is gone, node_unavailable.
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
    // Its time was up a moment ago; the report of it is on its way.
    if (isServiceError(error, 'sandbox_not_found') && isOver(sandbox, deps.clock.nowMs()))
      await recordEnd(deps, sandboxId, { reason: 'expired', endedAtMs: sandbox.endAtMs })
    throw error
  }
}
