import { refreshedEnd } from '@cay/core/sandbox/lifetime.ts'
import type { Deps } from '../deps.ts'
import { loadAndDecide, type SandboxTarget } from './find-sandbox.ts'
import { type MoveDeps, moveEnd } from './move-end.ts'

export type RefreshDeps = MoveDeps & Pick<Deps, 'maxSandboxHours'>

/** Extends the time to live, never shortens it. Throws sandbox_not_found, conflict. */
export async function refreshSandbox(
  deps: RefreshDeps,
  target: SandboxTarget,
  durationSeconds: number | undefined,
): Promise<void> {
  const askedAtMs = deps.clock.nowMs()
  await deps.writers.run(target.sandboxId, async () => {
    const { sandbox } = await loadAndDecide(deps, target, 'refreshRequested')
    const life = { ...sandbox, maxHours: deps.maxSandboxHours }
    await moveEnd(deps, sandbox, refreshedEnd(life, askedAtMs, durationSeconds))
  })
}
