import { setTimeout as sleep } from 'node:timers/promises'
import { isForPeople, type ListView } from '../../dialect/output/table.ts'
import {
  type LogPage,
  parseLogPage,
  renderLogEntry,
  type ShownLogEntry,
} from '../../dialect/sandbox/log-entries.ts'
import { ApiError, type TeamApi, TemporaryError } from '../../ports/control-api.ts'
import { findSandbox, pathOfSandbox } from './find-sandbox.ts'

export interface LogRequest {
  readonly id: string
  readonly isFollowed: boolean
  /** The newest of those that are there; undefined: all. */
  readonly limit: number | undefined
}

export interface LogOutput {
  readonly view: ListView
  readonly print: (line: string) => void
  readonly signal: AbortSignal
}

const pageSize = 1000
const followEveryMs = 500

/** Oldest first. When followed, until the sandbox has ended or the signal. */
export async function showLogs(team: TeamApi, request: LogRequest, output: LogOutput): Promise<void> {
  const sandboxId = await findLogged(team, request.id)
  const print = (entry: ShownLogEntry) =>
    output.print(isForPeople(output.view) ? renderLogEntry(entry) : JSON.stringify(entry))
  let cursor: string | null = null
  const present: ShownLogEntry[] = []
  const next = async (): Promise<LogPage> => {
    const page = await readPage(team, sandboxId, cursor)
    cursor = page.nextCursor ?? cursor
    return page
  }
  for (let page = await next(); page.entries.length > 0; page = await next()) present.push(...page.entries)
  for (const entry of request.limit === undefined ? present : present.slice(-request.limit)) print(entry)
  if (!request.isFollowed) return
  while (!output.signal.aborted) {
    const isThere = await isRunning(team, sandboxId)
    const { entries } = await next()
    for (const entry of entries) print(entry)
    // What was written before the end has been read after it.
    if (!isThere && entries.length === 0) return
    if (entries.length === 0) await pause(output.signal)
  }
}

/** The log outlives the sandbox: an id that means none any more is taken as it is. */
async function findLogged(team: TeamApi, given: string): Promise<string> {
  return given.length >= 21 ? given : (await findSandbox(team, given)).sandboxId
}

async function readPage(team: TeamApi, sandboxId: string, cursor: string | null): Promise<LogPage> {
  const query = new URLSearchParams({
    limit: String(pageSize),
    ...(cursor === null ? { direction: 'forward' } : { pageCursor: cursor }),
  })
  return parseLogPage(
    await team.request({ method: 'GET', path: `/v2${pathOfSandbox(sandboxId)}/logs?${query}` }),
  )
}

/** Services that restart are waited for. */
async function isRunning(team: TeamApi, sandboxId: string): Promise<boolean> {
  try {
    await team.request({ method: 'GET', path: pathOfSandbox(sandboxId) })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    if (error instanceof TemporaryError) return true
    throw error
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(followEveryMs, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
