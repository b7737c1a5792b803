/** The log of a sandbox: its newest lines, and those that come, as long as they come no faster than they can be read. */
import type { LogLine } from '../parts/log-lines.tsx'
import { pollUntil } from '../poll-until.ts'
import { mergeLines } from '../rules/merge-lines.ts'
import { type Api, type Schema, take } from './api.ts'

const everyMs = 1500
const newestLines = 500
const pageLines = 1000
/** Full pages that are read one after another. After those the log is read near its end again: it is written faster. */
const fullPagesMax = 3

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
  const readNewest = async (signal: AbortSignal) => {
    const newest = await read({ direction: 'backward', limit: newestLines }, signal)
    const found = newest.logs.map(lineOf).reverse()
    sinceMs = Date.parse(found.at(-1)?.timestamp ?? '') || 0
    pageCursor = undefined
    lines = found
    return found
  }
  const load = async (signal: AbortSignal) => {
    if (lines === undefined) return await readNewest(signal)
    for (let count = 0; count < fullPagesMax; count++) {
      const place = pageCursor === undefined ? { direction: 'forward', cursor: sinceMs } : { pageCursor }
      const page = await read({ ...place, limit: pageLines }, signal)
      pageCursor = page.nextCursor ?? pageCursor
      lines = mergeLines(lines, page.logs.map(lineOf))
      if (page.logs.length < pageLines) return lines
    }
    return await readNewest(signal)
  }
  const { signal, onLines: onData, onError } = follower
  await pollUntil(signal, { load, everyMs, onWake: () => undefined, onData, onError })
}

function lineOf({ id, timestamp, message, level, fields }: Schema<'SandboxLogEntry'>): LogLine {
  // The beginning of a process says which one in a field only.
  const said = fields.event === 'start' && fields.command ? `${message}: ${fields.command}` : message
  return { id: id ?? `${timestamp} ${message}`, timestamp, message: said, level }
}
