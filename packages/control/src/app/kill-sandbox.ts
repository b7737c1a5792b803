import { isServiceError } from '@cay/core/errors.ts'
import type { Team } from '../ports.ts'
import type { Deps } from './deps.ts'
import { ask } from './find-sandbox.ts'
import { recordEnd } from './record-end.ts'

/**
 * Returns when nothing of the sandbox runs any more. The wish is recorded first and never taken back: where the node does not
 * answer, this throws node_unavailable and the reconciler goes on trying. Throws sandbox_not_found.
 */
export function killSandbox(deps: Deps, team: Team, sandboxId: string): Promise<void> {
  return deps.writers.run(sandboxId, async () => {
    await ask(deps, team, sandboxId, 'killRequested')
    await deps.store.updateSandbox(sandboxId, { state: 'killing', changedAtMs: deps.clock.nowMs() })
    await finishKill(deps, sandboxId)
  })
}

/** For whoever holds the sandbox's writer. */
export async function finishKill(deps: Deps, sandboxId: string): Promise<void> {
  try {
    await deps.orchestrator.killSandbox(sandboxId, 'killed')
  } catch (error) {
    // It ended by itself meanwhile: that is what was asked for.
    if (!isServiceError(error, 'sandbox_not_found')) throw error
  }
  await recordEnd(deps, sandboxId, { reason: 'killed', endedAtMs: deps.clock.nowMs() })
}
