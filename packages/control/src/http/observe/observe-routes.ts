/** Routes of sandbox logs and metrics. They decode, call and encode; they decide nothing. */
import { limits } from '@cay/contract/limits.ts'
import { parseSandboxId } from '@cay/core/ids.ts'
import { clampInstant } from '@cay/core/instant.ts'
import type { Deps } from '../../app/deps.ts'
import { readLogs } from '../../app/observe/read-logs.ts'
import { latestMetrics, readMetrics } from '../../app/observe/read-metrics.ts'
import { readTeamMetrics } from '../../app/observe/read-team-metrics.ts'
import type { LogRequest } from '../../ports/observe.ts'
import type { Call, RouteResponse, Routes } from '../add-operation.ts'
import { targetOf } from '../decode.ts'
import { renderLogEntry, renderLogsV1, wholeInstants } from './render-logs.ts'
import { inMs, renderGreatest, renderMetric, renderTeamPoint } from './render-metrics.ts'

type ObserveRoutes = Pick<
  Routes,
  | 'getSandboxLogs'
  | 'getSandboxLogsV2'
  | 'getSandboxMetrics'
  | 'getSandboxesMetrics'
  | 'getTeamMetrics'
  | 'getMaxTeamMetric'
>

export function createObserveRoutes(deps: Deps): ObserveRoutes {
  return {
    getSandboxLogs: async (call) => {
      const { start, limit = limits.sandboxLogPageSizeMax } = call.query
      const from = start === undefined ? {} : { startMs: clampInstant(start) }
      const request = { direction: 'forward', limit, ...from } as const
      const { value, isStored } = await readLogs(deps, targetOf(call), request)
      const body = renderLogsV1(wholeInstants(value.entries, limit))
      return { status: 200, body, ...sourceOf(isStored) }
    },
    getSandboxLogsV2: async (call) => {
      const { value, isStored } = await readLogs(deps, targetOf(call), requestOf(call.query))
      const { entries, nextCursor } = value
      const more = nextCursor === undefined ? {} : { nextCursor }
      return { status: 200, body: { logs: entries.map(renderLogEntry), ...more }, ...sourceOf(isStored) }
    },
    getSandboxMetrics: async (call) => {
      const { value, isStored } = await readMetrics(deps, targetOf(call), inMs(call.query))
      return { status: 200, body: value.map(renderMetric), ...sourceOf(isStored) }
    },
    getSandboxesMetrics: async ({ team, query }) => {
      const ids = query.sandbox_ids.map(parseSandboxId)
      const found = [...(await latestMetrics(deps, team, ids))]
      const sandboxes = Object.fromEntries(found.map(([id, metric]) => [id, renderMetric(metric)]))
      return { status: 200, body: { sandboxes } }
    },
    getTeamMetrics: async ({ team, params, query }) => {
      const points = await readTeamMetrics(deps, { team, teamId: params.teamID }, inMs(query))
      return { status: 200, body: points.map(renderTeamPoint) }
    },
    getMaxTeamMetric: async ({ team, params, query }) => {
      const points = await readTeamMetrics(deps, { team, teamId: params.teamID }, inMs(query))
      return { status: 200, body: renderGreatest(points, query.metric, deps.clock.nowMs()) }
    },
  }
}

/** Says that the node of the sandbox does not respond, so that the last seconds may be missing. */
function sourceOf(isStored: boolean): Pick<RouteResponse, 'headers'> {
  return isStored ? { headers: { 'X-Cay-Source': 'object-store' } } : {}
}

/** An empty cursor counts as absent. */
function requestOf({ pageCursor = '', cursor, ...rest }: Call<'getSandboxLogsV2'>['query']): LogRequest {
  const { direction, limit = limits.sandboxLogPageSizeMax, level, search } = rest
  return {
    limit,
    ...(pageCursor === '' ? { direction: direction ?? 'backward' } : { cursor: pageCursor }),
    ...(pageCursor === '' || direction === undefined ? {} : { direction }),
    ...(pageCursor !== '' || cursor === undefined ? {} : { startMs: clampInstant(cursor) }),
    ...(level === undefined ? {} : { level }),
    ...(search === undefined ? {} : { search }),
  }
}
