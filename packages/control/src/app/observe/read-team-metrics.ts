/** The number of concurrent sandboxes and of sandbox starts of a team over time. */
import { ServiceError } from '@cay/core/errors.ts'
import { formatInstant } from '@cay/core/instant.ts'
import type { Range } from '@cay/core/metrics/series.ts'
import { type TeamPoint, teamSeries } from '@cay/core/metrics/team.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { assertRange } from './read-metrics.ts'

const defaultRangeMs = 7 * 24 * 3_600_000
/** Retention of team metrics in milliseconds. */
const keptMs = 30 * 24 * 3_600_000
/** The end of the year 2299. */
const lastInstantMs = 10_413_791_999_999

/** Throws forbidden for another team's id, request_invalid for an invalid range. */
export async function readTeamMetrics(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { team, teamId }: { team: Team; teamId: string },
  { startMs, endMs }: { [End in keyof Range]: number | undefined },
): Promise<TeamPoint[]> {
  if (teamId !== team.teamId)
    throw new ServiceError('forbidden', 'the metrics of a team are for its own keys')
  const nowMs = clock.nowMs()
  const range = { startMs: startMs ?? (endMs ?? nowMs) - defaultRangeMs, endMs: endMs ?? nowMs }
  if (range.endMs > lastInstantMs)
    throw new ServiceError('request_invalid', `end time cannot be after ${formatInstant(lastInstantMs)}`)
  assertRange(range)
  const known = { startMs: Math.max(range.startMs, nowMs - keptMs), endMs: Math.min(range.endMs, nowMs) }
  if (known.startMs > known.endMs) return []
  return teamSeries(await store.readTeamActivity(teamId, known), known)
}
