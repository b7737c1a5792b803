import { ServiceError } from '@cay/core/errors.ts'
import { checkTimeout, extendedEnd } from '@cay/core/sandbox/lifetime.ts'
import type { Team } from '../ports.ts'
import type { Deps } from './deps.ts'
import { ask, type SandboxView, viewSandbox } from './find-sandbox.ts'
import { moveEnd } from './move-end.ts'

export interface Connected {
  readonly view: SandboxView
  /** It was paused and runs again. */
  readonly isResumed: boolean
}

/** Extends the time to live and tells how to reach the sandbox. Throws request_invalid, also for unknown ids; sandbox_not_found, conflict. */
export async function connectSandbox(
  deps: Deps,
  { team, sandboxId }: { team: Team; sandboxId: string },
  timeoutSeconds: number,
): Promise<Connected> {
  const askedAtMs = deps.clock.nowMs()
  const maxHours = deps.maxSandboxHours
  checkTimeout(timeoutSeconds, maxHours)
  return deps.writers.run(sandboxId, async () => {
    const { sandbox, outcome } = await ask(deps, team, sandboxId, 'connectRequested')
    // No verb of this build leads to a state from which connecting is more than this.
    if (outcome.kind !== 'serve')
      throw new ServiceError('not_implemented', 'this build does not resume sandboxes yet')
    const moved = await moveEnd(
      deps,
      sandbox,
      extendedEnd({ ...sandbox, maxHours }, askedAtMs, timeoutSeconds),
    )
    return { view: viewSandbox(deps, moved), isResumed: false }
  })
}
