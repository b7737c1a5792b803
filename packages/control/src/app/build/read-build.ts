/** Build status and build logs. */
import { ServiceError } from '@cay/core/errors.ts'
import type { BuildDetail, BuildLogEntry, LogPageQuery, LogQuery } from '../../ports/build.ts'
import type { Team } from '../../ports/team.ts'
import { type FindBuildDeps, findOwnBuild } from './find-build.ts'

interface Named {
  readonly templateID: string
  readonly buildID: string
}

/**
 * The state is read before the logs, so that a response that reports the end also has all entries before it. Throws as
 * `findOwnBuild`.
 */
export async function readBuildStatus(
  deps: FindBuildDeps,
  team: Team,
  { templateID, buildID, ...query }: Named & LogQuery,
): Promise<{ readonly build: BuildDetail; readonly entries: readonly BuildLogEntry[] }> {
  const { build } = await findOwnBuild(deps, team, { templateID, buildID })
  if (build.state === 'waiting') return { build, entries: [] }
  return { build, entries: await deps.store.listBuildLogs(build.buildId, query) }
}

export type LogPageRequest = Named & Omit<LogPageQuery, 'fromNumber'> & { readonly pageCursor?: string }

/** Throws as `findOwnBuild`, and request_invalid for a cursor that this service did not issue. */
export async function readBuildLogs(
  deps: FindBuildDeps,
  team: Team,
  { templateID, buildID, pageCursor, fromMs, ...query }: LogPageRequest,
): Promise<{ readonly entries: readonly BuildLogEntry[]; readonly nextCursor?: string }> {
  const { build } = await findOwnBuild(deps, team, { templateID, buildID })
  const { limit, direction } = query
  const from =
    pageCursor === undefined
      ? fromMs === undefined
        ? {}
        : { fromMs }
      : { fromNumber: numberIn(pageCursor, direction) }
  const read = await deps.store.pageBuildLogs(build.buildId, {
    ...query,
    ...from,
    limit: limit === 0 ? 0 : limit + 1,
  })
  const next = read[limit]
  const entries = read.slice(0, limit)
  return next === undefined ? { entries } : { entries, nextCursor: `${direction}-${next.number}` }
}

function numberIn(cursor: string, direction: string): number {
  const [, of, digits] = /^(forward|backward)-(\d{1,9})$/.exec(cursor) ?? []
  if (of !== direction) throw new ServiceError('request_invalid', 'Invalid page cursor')
  return Number(digits)
}
