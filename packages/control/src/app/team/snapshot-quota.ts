import { checkQuotas, noLimits, noUsage } from '@cay/core/team/quotas.ts'
import type { Deps } from '../deps.ts'

/**
 * A snapshot is rejected only when no disk quota is left at all, because its size is known only after the capture.
 * Throws quota_exceeded.
 */
export async function checkSnapshotQuota(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  teamId: string,
): Promise<void> {
  const diskMb = (await store.findTeam(teamId))?.limits?.diskMb ?? null
  if (diskMb === null) return
  const used = await store.teamUsage(teamId, { nowMs: clock.nowMs(), without: [] })
  checkQuotas({ ...noLimits, diskMb }, used, { ...noUsage, diskMb: 1 })
}
