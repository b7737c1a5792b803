/** The audit log from the command line. */
import { setTimeout } from 'node:timers/promises'
import { printableJson } from '@cay/core/terminal-text.ts'
import {
  eventColumns,
  parseEvents,
  renderEventLine,
  type ShownEvent,
} from '../../dialect/event/event-table.ts'
import { ListBudget } from '../../dialect/output/list-budget.ts'
import { isForPeople, type ListView, renderList } from '../../dialect/output/table.ts'
import type { ApiPage, ControlApi } from '../../ports/control-api.ts'
import { reportOutages } from '../control/report-outages.ts'
import { type EitherApi, teamNamed } from '../team/team-commands.ts'

export interface EventRequest {
  readonly sandboxId: string | undefined
  readonly kind: string | undefined
  /** Slug; undefined: the team of the key that the command shows. */
  readonly team: string | undefined
  readonly isOfAllTeams: boolean
  /** Undefined: one screen, or all since `since`. */
  readonly limit: number | undefined
  readonly sinceMs: number | undefined
}

const limitDefault = 50
const pageSizeMax = 100
/** Polling interval of the API. */
const followEveryMs = 1000

/** The text to print, newest first. */
export async function showEvents(access: EitherApi, request: EventRequest, view: ListView): Promise<string> {
  const events = await readEvents(await openLog(access, request), request)
  if (events.length === 0 && isForPeople(view)) return 'There are no such events.'
  return renderList(events, eventColumns(view.nowMs), view)
}

export interface FollowOutput {
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
}

/** The same as lines, oldest first, and then each event as it comes, until the signal. A restart of the services is waited for. */
export async function followEvents(
  access: EitherApi,
  request: EventRequest,
  { view, output, signal }: { view: ListView; output: FollowOutput; signal: AbortSignal },
): Promise<void> {
  const log = await openLog(access, request)
  const print = async (events: readonly ShownEvent[]) => {
    for (const event of events.toReversed()) output.print(await renderFollowed(event, view))
  }
  const present = await readEvents(log, request)
  await print(present)
  let lastId = idOf(present[0]) ?? -1
  const outages = reportOutages(output.printError)
  while (await pause(signal)) {
    try {
      const added = await readEvents(log, { afterId: lastId, limit: undefined, sinceMs: request.sinceMs })
      outages.answered()
      await print(added)
      lastId = idOf(added[0]) ?? lastId
    } catch (error) {
      outages.failed(error)
    }
  }
}

function idOf(event: ShownEvent | undefined): number | undefined {
  return event === undefined ? undefined : Number(event.id)
}

async function pause(signal: AbortSignal): Promise<boolean> {
  try {
    await setTimeout(followEveryMs, undefined, { signal })
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

/** One page of the log, newest first. */
type EventLog = (paging: {
  readonly limit: number
  readonly nextToken: string | null
}) => Promise<ApiPage & { readonly events: readonly ShownEvent[] }>

async function openLog(access: EitherApi, request: EventRequest): Promise<EventLog> {
  const query = new URLSearchParams()
  if (request.sandboxId !== undefined) query.set('sandboxID', request.sandboxId)
  if (request.kind !== undefined) query.set('kind', request.kind)
  if (request.team === undefined && !request.isOfAllTeams)
    return logAt(await access.own(), { path: '/events', query })
  const admin = await access.admin()
  if (request.team !== undefined) query.set('teamID', (await teamNamed(admin, request.team)).teamId)
  return logAt(admin, { path: '/admin/events', query })
}

function logAt(api: ControlApi, { path, query }: { path: string; query: URLSearchParams }): EventLog {
  return async ({ limit, nextToken }) => {
    const paged = new URLSearchParams(query)
    paged.set('limit', String(limit))
    if (nextToken !== null) paged.set('nextToken', nextToken)
    const page = await api.requestPage(`${path}?${paged}`)
    return { ...page, events: parseEvents(page.body) }
  }
}

interface Extent {
  readonly limit: number | undefined
  readonly sinceMs: number | undefined
  /** Only what came after this one. */
  readonly afterId?: number
}

/** Newest first. */
async function readEvents(log: EventLog, { limit, sinceMs, afterId }: Extent): Promise<ShownEvent[]> {
  const isOpenEnded = sinceMs !== undefined || afterId !== undefined
  const most = limit ?? (isOpenEnded ? Number.POSITIVE_INFINITY : limitDefault)
  const isWanted = ({ id, timestamp }: ShownEvent) =>
    Number(id) > (afterId ?? -1) && Date.parse(timestamp ?? '') >= (sinceMs ?? 0)
  const found: ShownEvent[] = []
  const budget = new ListBudget()
  let nextToken: string | null = null
  do {
    const size = Math.min(pageSizeMax, most - found.length)
    const page: Awaited<ReturnType<EventLog>> = await log({ limit: size, nextToken })
    budget.takePage(page.length)
    const wanted = page.events.filter(isWanted)
    found.push(...wanted)
    // What was refused on the network is found in logs, a page of which may have none of it.
    const mayGoOn = page.events.length > 0 || afterId === undefined
    nextToken = mayGoOn && wanted.length === page.events.length ? page.nextToken : null
  } while (nextToken !== null && found.length < most)
  return found
}

/** A line of its own, or a document that goes on from those before it. */
async function renderFollowed(event: ShownEvent, view: ListView): Promise<string> {
  if (view.format === 'json') return printableJson(event)
  return isForPeople(view)
    ? renderEventLine(event)
    : await renderList([event], eventColumns(view.nowMs), view)
}
