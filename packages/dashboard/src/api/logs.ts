/** The log of a sandbox: its newest lines, and those that come. */
import type { LogLine } from '../parts/log-lines.tsx'
import { pollUntil } from '../poll-until.ts'
import { mergeLines } from '../rules/merge-lines.ts'
import { type Api, type Schema, take } from './api.ts'

const everyMs = 1500
const firstLines = 500

export interface LogQuery {
  readonly sandboxID: string
  readonly level: Schema<'LogLevel'>
  /** Empty: every line. */
  readonly search: string
}

export interface LogFollower {
  readonly signal: AbortSignal
  /** All that are known, oldest first. */
  readonly onLines: (lines: readonly LogLine[]) => void
  readonly onError: (error: Error) => void
}

export async function followLog(api: Api, query: LogQuery, follower: LogFollower): Promise<void> {
  const { sandboxID, level, search } = query
  const filter = { level, ...(search === '' ? {} : { search }) }
  const read = (place: object, signal: AbortSignal) =>
    take(
      api.GET('/v2/sandboxes/{sandboxID}/logs', {
        params: { path: { sandboxID }, query: { ...filter, ...place } },
        signal,
      }),
    )
  let lines: readonly LogLine[] | undefined
  let sinceMs = 0
  let pageCursor: string | undefined
  const load = async (signal: AbortSignal) => {
    if (lines === undefined) {
      const newest = await read({ direction: 'backward', limit: firstLines }, signal)
      lines = newest.logs.map(lineOf).reverse()
      sinceMs = Date.parse(lines.at(-1)?.timestamp ?? '') || 0
      return lines
    }
    const place = pageCursor === undefined ? { direction: 'forward', cursor: sinceMs } : { pageCursor }
    const page = await read(place, signal)
    pageCursor = page.nextCursor ?? pageCursor
    lines = mergeLines(lines, page.logs.map(lineOf))
    return lines
  }
  const { signal, onLines: onData, onError } = follower
  await pollUntil(signal, { load, everyMs, onWake: () => undefined, onData, onError })
}

function lineOf({ id, timestamp, message, level, fields }: Schema<'SandboxLogEntry'>): LogLine {
  // The beginning of a process says which one in a field only.
  const said = fields.event === 'start' && fields.command ? `${message}: ${fields.command}` : message
  return { id: id ?? `${timestamp} ${message}`, timestamp, message: said, level }
}
