import { checkTimeout, exactEnd } from '@cay/core/sandbox/lifetime.ts'
import type { Deps } from '../deps.ts'
import { loadAndDecide, type SandboxTarget } from './find-sandbox.ts'
import { type MoveDeps, moveEnd } from './move-end.ts'

export type TimeoutDeps = MoveDeps & Pick<Deps, 'maxSandboxHours'>

/**
 * Sets the expiry to this many seconds from now; undefined changes nothing. Throws request_invalid, sandbox_not_found,
 * conflict.
 */
export async function setSandboxTimeout(
  deps: TimeoutDeps,
  target: SandboxTarget,
  timeoutSeconds: number | undefined,
): Promise<void> {
  const askedAtMs = deps.clock.nowMs()
  const maxHours = deps.maxSandboxHours
  checkTimeout(timeoutSeconds ?? 0, maxHours)
  await deps.writers.run(target.sandboxId, async () => {
    const { sandbox } = await loadAndDecide(deps, target, 'timeoutRequested')
    if (timeoutSeconds === undefined) return
    await moveEnd(deps, sandbox, exactEnd({ ...sandbox, maxHours }, askedAtMs, timeoutSeconds))
  })
}
