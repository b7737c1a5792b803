import { isServiceError } from '@cay/core/errors.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { nodeOf } from '../node/node-of.ts'
import { beginOperation, type ChangeDeps, endOperation, recordEnd } from './change-sandbox.ts'
import { type Continuation, decideWhenIdle, type SandboxTarget } from './find-sandbox.ts'

export type KillDeps = ChangeDeps & Pick<Deps, 'nodeRegistry'>

/**
 * Returns when the sandbox is gone. The kill is recorded first and never withdrawn: when the node does not respond,
 * this throws node_unavailable and the reconciler keeps retrying. Throws sandbox_not_found.
 */
export async function killSandbox(deps: KillDeps, target: SandboxTarget, signal: AbortSignal): Promise<void> {
  const { sandboxId } = target
  await decideWhenIdle<void>(deps, { target, event: 'killRequested', signal }, async ({ sandbox }) => {
    // Another kill is in progress; if it fails, this one retries.
    if (deps.writers.underWay(sandboxId, 'kill') !== undefined) return 'later'
    return (await beginKill(deps, { sandbox, event: 'killRequested', keyId: target.keyId })) ?? 'later'
  })
}

interface Kill {
  /** The record that the kill was decided on. */
  readonly sandbox: SandboxRecord
  /** Absent for a sandbox whose kill was requested before. */
  readonly event?: 'killRequested'
  readonly keyId?: string | undefined
}

/** The caller must hold the sandbox's queue. Undefined when the sandbox has changed since the decision. */
export async function beginKill(
  deps: KillDeps,
  { sandbox, event, keyId }: Kill,
): Promise<Exclude<Continuation<void>, 'later'> | undefined> {
  const { sandboxId } = sandbox
  const begun = await beginOperation(deps, {
    ...{ verb: 'kill', decided: sandbox, keyId },
    ...(event === undefined ? {} : { event }),
  })
  if (begun === undefined) return undefined
  const killing = deps.writers.start(sandboxId, 'kill', {
    work: async () => {
      // Its files are in the object store, where they are garbage from now on; a copy on a node is released.
      if (begun.nodeId === null) return
      // So is one on a node that comes back after it was given up. Otherwise nobody could remove one that does not.
      if (sandbox.state === 'paused' && deps.nodeRegistry.isGivenUp(begun.nodeId)) return
      const { orchestrator, epoch } = nodeOf(deps, begun)
      await orchestrator.killSandbox(sandboxId, 'killed', epoch)
    },
    settle: async (result) => {
      // The sandbox ended by itself in the meantime, so the kill has succeeded.
      if (result.status === 'rejected' && !isServiceError(result.reason, 'sandbox_not_found')) {
        await endOperation(deps, begun)
        throw result.reason
      }
      await recordEnd(deps, sandboxId, { reason: 'killed', endedAtMs: deps.clock.nowMs(), keyId })
    },
  })
  return () => killing
}
