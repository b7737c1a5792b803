import { isServiceError } from '@cay/core/errors.ts'
import type { Deps } from '../deps.ts'
import { applyEvent, type ChangeDeps, recordEnd } from './change-sandbox.ts'
import { type Continuation, decideWhenIdle, type SandboxTarget } from './find-sandbox.ts'

export type KillDeps = ChangeDeps & Pick<Deps, 'orchestrator'>

/**
 * Returns when nothing of the sandbox runs any more. The request is recorded first and never withdrawn: where the node does not
 * answer, this throws node_unavailable and the reconciler goes on trying. Throws sandbox_not_found.
 */
export async function killSandbox(deps: KillDeps, target: SandboxTarget, signal: AbortSignal): Promise<void> {
  const { sandboxId } = target
  await decideWhenIdle<void>(deps, { target, event: 'killRequested', signal }, async () => {
    // Another kill is at it: when that has failed, this one has its turn.
    if (deps.writers.underWay(sandboxId, 'kill') !== undefined) return 'later'
    await applyEvent(deps, { sandboxId, event: 'killRequested', keyId: target.keyId })
    return beginKill(deps, sandboxId, target.keyId)
  })
}

/** For whoever holds the queue of a sandbox in the state `killing`. */
export function beginKill(
  deps: KillDeps,
  sandboxId: string,
  keyId?: string | undefined,
): Exclude<Continuation<void>, 'later'> {
  const killing = deps.writers.start(sandboxId, 'kill', {
    work: () => deps.orchestrator.killSandbox(sandboxId, 'killed'),
    settle: async (result) => {
      // It ended by itself meanwhile: that is what was asked for.
      if (result.status === 'rejected' && !isServiceError(result.reason, 'sandbox_not_found'))
        throw result.reason
      await recordEnd(deps, sandboxId, { reason: 'killed', endedAtMs: deps.clock.nowMs(), keyId })
    },
  })
  return () => killing
}
