import { randomUUID } from 'node:crypto'
import { effectiveLists } from '@cay/core/egress/lists.ts'
import { type ServiceError, toServiceError } from '@cay/core/errors.ts'
import { idBytes, makeSandboxId } from '@cay/core/ids.ts'
import { checkCreateTimeout } from '@cay/core/sandbox/lifetime.ts'
import { checkForkCount, noLimits } from '@cay/core/team/quotas.ts'
import type { NodeSnapshot } from '../../ports/orchestrator.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { beginCapture, type CaptureDeps, dropCapture } from './capture-sandbox.ts'
import { decideWhenIdle, type SandboxTarget, type SandboxView } from './find-sandbox.ts'
import { type MakeDeps, type Making, makeSandbox } from './make-sandbox.ts'

export type ForkDeps = CaptureDeps & MakeDeps & Pick<Deps, 'randomBytes' | 'maxSandboxHours'>

export interface ForkRequest {
  readonly count: number
  /** Timeout of each copy. */
  readonly timeoutSeconds: number
}

export type Fork =
  | { readonly kind: 'made'; readonly view: SandboxView }
  | { readonly kind: 'failed'; readonly error: ServiceError }

/**
 * Copies a running sandbox, which keeps its id, its expiry and its processes: one capture, then all copies
 * concurrently, each of which succeeds or fails on its own. Throws request_invalid, sandbox_not_found, conflict,
 * node_disk_full, capture_failed, node_unavailable; then no copy exists.
 */
export async function forkSandbox(
  deps: ForkDeps,
  { target, request }: { target: SandboxTarget; request: ForkRequest },
  signal: AbortSignal,
): Promise<Fork[]> {
  checkCreateTimeout(request.timeoutSeconds, deps.maxSandboxHours)
  checkForkCount(target.team.limits ?? noLimits, request.count)
  const snapshotId = randomUUID()
  try {
    const captured = await capture(deps, { target, snapshotId }, signal)
    return await makeCopies(deps, { ...captured, keyId: target.keyId, request }, signal)
  } finally {
    // Not awaited: the copies do not depend on the snapshot they were created from.
    void dropCapture(deps, snapshotId)
  }
}

interface Captured {
  readonly source: SandboxRecord
  readonly snapshot: NodeSnapshot
}

function capture(
  deps: ForkDeps,
  { target, snapshotId }: { target: SandboxTarget; snapshotId: string },
  signal: AbortSignal,
): Promise<Captured> {
  const event = 'forkRequested'
  return decideWhenIdle(deps, { target, event, signal }, async ({ sandbox }) => {
    const capturing = await beginCapture(deps, { sandbox, event, snapshotId, keyId: target.keyId })
    if (capturing === undefined) return 'later'
    return async () => ({ source: sandbox, snapshot: await capturing.done })
  })
}

interface Copying extends Captured {
  readonly keyId: string | undefined
  readonly request: ForkRequest
}

async function makeCopies(deps: ForkDeps, copying: Copying, signal: AbortSignal): Promise<Fork[]> {
  const copies = Array.from({ length: copying.request.count }, () =>
    makeSandbox(deps, describeCopy(deps, copying), signal),
  )
  return (await Promise.allSettled(copies)).map(toFork)
}

function toFork(result: PromiseSettledResult<SandboxView>): Fork {
  if (result.status === 'fulfilled') return { kind: 'made', view: result.value }
  return { kind: 'failed', error: toServiceError(result.reason) }
}

function describeCopy(deps: ForkDeps, { source, snapshot, keyId, request }: Copying): Making {
  const nowMs = deps.clock.nowMs()
  const egress = source.egress ?? effectiveLists(source.network, source.allowInternetAccess)
  const { timeoutSeconds } = request
  return {
    record: {
      ...source,
      sandboxId: makeSandboxId(deps.randomBytes(idBytes)),
      state: 'creating',
      generation: 0,
      epoch: 1,
      originId: null,
      operation: null,
      startedAtMs: nowMs,
      runsSinceMs: nowMs,
      endAtMs: nowMs + timeoutSeconds * 1000,
      changedAtMs: nowMs,
      egress,
    },
    keyId,
    // The capture is on that node alone.
    place: { originId: source.nodeId ?? undefined, resources: source.resources, isFixed: true },
    node: { buildId: snapshot.snapshotId, timeoutSeconds, envVars: {}, keepsEnvVars: true, egress },
  }
}
