import type { EndReason } from '@cay/core/sandbox/state.ts'
import type { Deps } from './deps.ts'

interface End {
  readonly reason: EndReason
  readonly endedAtMs: number
  /** Whose wish it was, where it was a key's. */
  readonly keyId?: string | undefined
}

/**
 * Every end of a sandbox is written down with its reason, here and nowhere else. The event goes first: after a crash in
 * between there are two of them, and never none.
 */
export async function recordEnd(
  { store, clock, writers, log }: Deps,
  sandboxId: string,
  { reason, endedAtMs, keyId }: End,
): Promise<void> {
  const nowMs = clock.nowMs()
  const sandbox = await store.findSandbox(sandboxId)
  if (sandbox !== undefined && sandbox.state !== 'ended') {
    await store.appendEvents([
      {
        atMs: nowMs,
        teamId: sandbox.teamId,
        kind: 'sandboxEnded',
        actor: keyId === undefined ? 'system' : 'key',
        keyId: keyId ?? null,
        sandboxId,
        subject: null,
        outcome: 'done',
        status: null,
        reason,
      },
    ])
  }
  await store.updateSandbox(sandboxId, { state: 'ended', endReason: reason, endedAtMs, changedAtMs: nowMs })
  writers.announce(sandboxId)
  log.info({ sandboxID: sandboxId, reason }, 'sandbox ended')
}
