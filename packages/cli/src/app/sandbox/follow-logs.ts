import { setTimeout as sleep } from 'node:timers/promises'
import { printableJson } from '@cay/core/terminal-text.ts'
import { ListBudget } from '../../dialect/output/list-budget.ts'
import { isForPeople, type ListView } from '../../dialect/output/table.ts'
import {
  type LogPage,
  parseLogPage,
  renderLogEntry,
  type ShownLogEntry,
} from '../../dialect/sandbox/log-entries.ts'
import { ApiError, type TeamApi } from '../../ports/control-api.ts'
import { reportOutages } from '../control/report-outages.ts'
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
  readonly printError: (line: string) => void
  /** Called when following begins; until then an interrupt ends the whole process. Aborted when it is to end. */
  readonly followUntil: () => AbortSignal
}

const pageSize = 1000
const followEveryMs = 500

/** Oldest first. When followed, until the sandbox has ended or the signal comes; a restart of the services is waited for. */
export async function showLogs(team: TeamApi, request: LogRequest, output: LogOutput): Promise<void> {
  const sandboxId = await findLogged(team, request.id)
  const { limit, isFollowed } = request
  const print = (entries: readonly ShownLogEntry[]) => {
    for (const entry of entries)
      output.print(isForPeople(output.view) ? renderLogEntry(entry) : printableJson(entry))
  }
  let cursor: string | null = null
  const next = async (signal?: AbortSignal): Promise<readonly ShownLogEntry[]> => {
    const { entries, nextCursor } = await readPage(team, { sandboxId, cursor, signal })
    cursor = nextCursor ?? cursor
    return entries
  }
  let newest: readonly ShownLogEntry[] = []
  const budget = new ListBudget()
  for (let entries = await next(); entries.length > 0; entries = await next()) {
    budget.takePage()
    if (limit === undefined) print(entries)
    else newest = lastOf([...newest, ...entries], limit)
  }
  print(newest)
  if (isFollowed)
    await follow({ next, print, isThere: (signal) => isRunning(team, sandboxId, signal) }, output)
}

const lastOf = <T>(all: readonly T[], count: number) => all.slice(Math.max(0, all.length - count))

interface Followed {
  /** What has been written since the last call. */
  readonly next: (signal: AbortSignal) => Promise<readonly ShownLogEntry[]>
  readonly print: (entries: readonly ShownLogEntry[]) => void
  readonly isThere: (signal: AbortSignal) => Promise<boolean>
}

async function follow(
  { next, print, isThere }: Followed,
  { printError, followUntil }: LogOutput,
): Promise<void> {
  const signal = followUntil()
  const outages = reportOutages(printError)
  while (!signal.aborted) {
    try {
      const wasThere = await isThere(signal)
      const entries = await next(signal)
      outages.answered()
      print(entries)
      // What was written before the end has been read after it.
      if (!wasThere && entries.length === 0) return
      if (entries.length > 0) continue
    } catch (error) {
      if (signal.aborted) return
      outages.failed(error)
    }
    await pause(signal)
  }
}

/** The log outlives the sandbox: an id that means none any more is taken as it is. */
async function findLogged(team: TeamApi, given: string): Promise<string> {
  return given.length >= 21 ? given : (await findSandbox(team, given)).sandboxId
}

async function readPage(
  team: TeamApi,
  {
    sandboxId,
    cursor,
    signal,
  }: { sandboxId: string; cursor: string | null; signal: AbortSignal | undefined },
): Promise<LogPage> {
  const query = new URLSearchParams({
    limit: String(pageSize),
    ...(cursor === null ? { direction: 'forward' } : { pageCursor: cursor }),
  })
  return parseLogPage(
    await team.request({
      ...{ method: 'GET', path: `/v2${pathOfSandbox(sandboxId)}/logs?${query}` },
      ...(signal === undefined ? {} : { signal }),
    }),
  )
}

async function isRunning(team: TeamApi, sandboxId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await team.request({ method: 'GET', path: pathOfSandbox(sandboxId), signal })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(followEveryMs, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
