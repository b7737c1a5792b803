import { type Event, transitions } from '@cay/core/sandbox/state.ts'
import type { SandboxChange, SandboxRecord } from '../ports/sandbox.ts'
import type { Deps } from './deps.ts'

/**
 * Takes a sandbox to the state that the table says, and writes what changes with it; where the event is old news nothing
 * is written. For whoever holds the sandbox's queue. Undefined when there is no record any more.
 */
export async function followEvent(
  { store, clock, writers, log }: Deps,
  { sandboxId, event }: { sandboxId: string; event: Event },
  change: Omit<SandboxChange, 'state' | 'changedAtMs'> = {},
): Promise<SandboxRecord | undefined> {
  const sandbox = await store.findSandbox(sandboxId)
  const outcome = sandbox === undefined ? undefined : transitions[sandbox.state][event]
  if (outcome?.kind !== 'go') return sandbox
  const changedAtMs = clock.nowMs()
  const written = await store.updateSandbox(sandboxId, { ...change, state: outcome.to, changedAtMs })
  log.info(
    { sandboxID: sandboxId, cause: event, state: outcome.to, generation: written?.generation },
    'sandbox',
  )
  writers.announce(sandboxId)
  return written
}
