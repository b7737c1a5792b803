/** A build and its log, until it has ended. */
import type { LogLine } from '../parts/log-lines.tsx'
import { pollUntil } from '../poll-until.ts'
import { type Api, type Schema, take } from './api.ts'

const everyMs = 1000
const pageLimit = 100

export interface FollowedBuild {
  readonly status: Schema<'TemplateBuildStatus'>
  readonly lines: readonly LogLine[]
  /** Why it failed. */
  readonly failure: string | undefined
}

export interface BuildFollower {
  readonly signal: AbortSignal
  readonly onChange: (build: FollowedBuild) => void
  readonly onError: (error: Error) => void
}

export async function followBuild(
  api: Api,
  path: { readonly templateID: string; readonly buildID: string },
  { signal, onChange, onError }: BuildFollower,
): Promise<void> {
  const ended = new AbortController()
  let lines: readonly LogLine[] = []
  const load = async (loading: AbortSignal): Promise<FollowedBuild> => {
    let page: Schema<'TemplateBuildInfo'>
    do {
      const query = { logsOffset: lines.length, limit: pageLimit }
      const params = { path, query }
      page = await take(
        api.GET('/templates/{templateID}/builds/{buildID}/status', { params, signal: loading }),
      )
      const offset = lines.length
      lines = [...lines, ...page.logEntries.map((entry, index) => lineOf(entry, offset + index))]
    } while (page.logEntries.length === pageLimit)
    return { status: page.status, lines, failure: page.reason?.message }
  }
  const onData = (build: FollowedBuild) => {
    onChange(build)
    if (build.status === 'ready' || build.status === 'error') ended.abort()
  }
  const either = AbortSignal.any([signal, ended.signal])
  await pollUntil(either, { load, everyMs, onWake: () => undefined, onData, onError })
}

function lineOf({ timestamp, level, message }: Schema<'BuildLogEntry'>, index: number): LogLine {
  return { id: String(index), timestamp, level, message }
}
