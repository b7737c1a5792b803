/** Resource usage of sandboxes, for their team; also after they have ended. */
import { ServiceError } from '@cay/core/errors.ts'
import type { Range } from '@cay/core/metrics/series.ts'
import type { SandboxMetric } from '../../ports/observe.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import type { SandboxTarget } from '../sandbox/find-sandbox.ts'
import { findEver } from './read-logs.ts'

/**
 * Defaults to the sandbox's whole life. Throws sandbox_not_found, request_invalid for a range that ends before it
 * starts.
 */
export async function readMetrics(
  deps: Pick<Deps, 'store' | 'observer' | 'clock'>,
  target: SandboxTarget,
  { startMs, endMs }: { [End in keyof Range]: number | undefined },
): Promise<SandboxMetric[]> {
  const { sandboxId, startedAtMs } = await findEver(deps, target)
  const range = { startMs: startMs ?? startedAtMs, endMs: endMs ?? deps.clock.nowMs() }
  assertRange(range)
  return await deps.observer.readMetrics(sandboxId, range)
}

/** Throws request_invalid. */
export function assertRange({ startMs, endMs }: Range): void {
  if (startMs > endMs) throw new ServiceError('request_invalid', 'start must not be after end')
}

/** Sandboxes of other teams and unknown ids are omitted. */
export async function latestMetrics(
  { store, observer }: Pick<Deps, 'store' | 'observer'>,
  team: Team,
  sandboxIds: readonly string[],
): Promise<ReadonlyMap<string, SandboxMetric>> {
  const found = await Promise.all(sandboxIds.map((id) => store.findSandbox(id)))
  const own = found.filter((sandbox) => sandbox !== undefined && sandbox.teamId === team.teamId)
  return await observer.latestMetrics(own.flatMap((sandbox) => sandbox?.sandboxId ?? []))
}
