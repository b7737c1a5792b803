import { canonicalJson } from '@cay/core/canonical-json.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { decideRepeat, type Repeat, stillInProgress } from '@cay/core/sandbox/idempotency.ts'
import type { FirstCreate } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { type CreateDeps, type Creation, createSandbox } from './create-sandbox.ts'
import { type SandboxView, untilAborted, viewSandbox } from './find-sandbox.ts'

export type CreateOnceDeps = CreateDeps & Pick<Deps, 'sealer'>

export interface CreatedOnce {
  readonly view: SandboxView
  /** An earlier request with the key has created it. */
  readonly isRepeat: boolean
}

/** Milliseconds for which a repeated request waits for the first one. */
const waitMsMax = 30_000
/** Milliseconds between two looks at a sandbox that another process creates. */
const pollMs = 200

/**
 * Creates a sandbox unless an earlier request with the key has created it. The key is written in the transaction that
 * writes the record, so it holds for all control processes, and as long as the record does. Throws idempotency_mismatch,
 * idempotency_in_progress, idempotency_key_spent and what `createSandbox` throws.
 */
export async function createOnce(
  deps: CreateOnceDeps,
  { key, ...creation }: Omit<Creation, 'createKey'> & { readonly key: string },
  signal: AbortSignal,
): Promise<CreatedOnce> {
  const { team, request } = creation
  const digest = deps.sealer.digest(canonicalJson(request), 'create-request')
  const untilMs = deps.clock.nowMs() + waitMsMax
  for (;;) {
    const first = await deps.store.findFirstCreate(team.teamId, key)
    if (first === undefined) {
      const view = await createAsFirst(deps, { ...creation, createKey: { key, digest } }, signal)
      if (view !== undefined) return { view, isRepeat: false }
    } else if (repeatOf(deps, first, digest) === 'return') {
      return { view: viewSandbox(deps, first.sandbox), isRepeat: true }
    } else {
      if (deps.clock.nowMs() >= untilMs) throw stillInProgress()
      await untilDecided(deps, first, signal)
    }
  }
}

/** Undefined when another request with the key was faster. */
async function createAsFirst(
  deps: CreateOnceDeps,
  creation: Creation,
  signal: AbortSignal,
): Promise<SandboxView | undefined> {
  try {
    return await createSandbox(deps, creation, signal)
  } catch (error) {
    if (isServiceError(error, 'idempotency_in_progress')) return undefined
    throw error
  }
}

function repeatOf({ clock }: CreateOnceDeps, first: FirstCreate, digest: string): Repeat {
  return decideRepeat(first, { digest, nowMs: clock.nowMs() })
}

/** Resolves when the sandbox is created or given up, or, if another process works on it, after a while. */
async function untilDecided(
  { store, writers, clock }: CreateOnceDeps,
  { sandbox: { sandboxId } }: FirstCreate,
  signal: AbortSignal,
): Promise<void> {
  const readState = async () => (await store.locateSandbox(sandboxId))?.state
  // A create of this process holds the queue from beginning to end.
  if ((await untilAborted(signal, writers.run(sandboxId, readState))) === 'creating')
    await untilAborted(signal, clock.sleep(pollMs, signal))
}
