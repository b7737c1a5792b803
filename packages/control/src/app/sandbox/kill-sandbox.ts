import { isServiceError } from '@cay/core/errors.ts'
import type { Deps } from '../deps.ts'
import { applyEvent, type ChangeDeps, recordEnd } from './change-sandbox.ts'
import { type Continuation, decideWhenIdle, type SandboxTarget } from './find-sandbox.ts'

export type KillDeps = ChangeDeps & Pick<Deps, 'orchestrator'>

/**
 * Returns when the sandbox is gone. The kill is recorded first and never withdrawn: when the node does not respond,
 * this throws node_unavailable and the reconciler keeps retrying. Throws sandbox_not_found.
 */
export async function killSandbox(deps: KillDeps, target: SandboxTarget, signal: AbortSignal): Promise<void> {
  const { sandboxId } = target
  await decideWhenIdle<void>(deps, { target, event: 'killRequested', signal }, async () => {
    // Another kill is in progress; if it fails, this one retries.
    if (deps.writers.underWay(sandboxId, 'kill') !== undefined) return 'later'
    await applyEvent(deps, { sandboxId, event: 'killRequested', keyId: target.keyId })
    return beginKill(deps, sandboxId, target.keyId)
  })
}

/** The caller must hold the queue of a sandbox in the state `killing`. */
export function beginKill(
  deps: KillDeps,
  sandboxId: string,
  keyId?: string | undefined,
): Exclude<Continuation<void>, 'later'> {
  const killing = deps.writers.start(sandboxId, 'kill', {
    work: () => deps.orchestrator.killSandbox(sandboxId, 'killed'),
    settle: async (result) => {
      // The sandbox ended by itself in the meantime, so the kill has succeeded.
      if (result.status === 'rejected' && !isServiceError(result.reason, 'sandbox_not_found'))
        throw result.reason
      await recordEnd(deps, sandboxId, { reason: 'killed', endedAtMs: deps.clock.nowMs(), keyId })
    },
  })
  return () => killing
}
