import type { EndReason } from '@cay/core/sandbox/state.ts'
import type { Deps } from './deps.ts'

/** Every end of a sandbox is written down with its reason, here and nowhere else. */
export async function recordEnd(
  { store, clock, writers, log }: Deps,
  sandboxId: string,
  { reason, endedAtMs }: { reason: EndReason; endedAtMs: number },
): Promise<void> {
  const nowMs = clock.nowMs()
  await store.updateSandbox(sandboxId, { state: 'ended', endReason: reason, endedAtMs, changedAtMs: nowMs })
  writers.announce(sandboxId)
  log.info({ sandboxID: sandboxId, reason }, 'sandbox ended')
}
