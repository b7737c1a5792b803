import { refreshedEnd } from '@cay/core/sandbox/lifetime.ts'
import type { Deps } from './deps.ts'
import { loadAndDecide, type Target } from './find-sandbox.ts'
import { moveEnd } from './move-end.ts'

/** Extends the time to live, never shortens it. Throws sandbox_not_found, conflict. */
export async function refreshSandbox(
  deps: Deps,
  target: Target,
  durationSeconds: number | undefined,
): Promise<void> {
  const askedAtMs = deps.clock.nowMs()
  await deps.writers.run(target.sandboxId, async () => {
    const { sandbox } = await loadAndDecide(deps, target, 'refreshRequested')
    const life = { ...sandbox, maxHours: deps.maxSandboxHours }
    await moveEnd(deps, sandbox, refreshedEnd(life, askedAtMs, durationSeconds))
  })
}
