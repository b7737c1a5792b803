/** The audit log from the command line. */
import { headers } from '@cay/contract/names.ts'
import { parseEvents, renderEventTable } from '../dialect/event-table.ts'
import { askControl, type ControlAccess } from '../edge/control-client.ts'
import { type AdminAccess, teamNamed } from './team-commands.ts'

export interface EventRequest {
  readonly sandboxId: string | undefined
  readonly kind: string | undefined
  /** Slug; undefined: the team of the key that the command shows. */
  readonly team: string | undefined
  readonly isOfAllTeams: boolean
  /** 1 to 100. */
  readonly limit: number
  readonly json: boolean
}

/** The text to print, newest first. */
export async function showEvents(
  access: { own: () => Promise<ControlAccess>; admin: () => Promise<AdminAccess> },
  request: EventRequest,
  nowMs: number,
): Promise<string> {
  const answer = await ask(access, request)
  if (request.json) return JSON.stringify(answer, null, 2)
  const events = parseEvents(answer)
  return events.length === 0 ? 'There are no such events.' : renderEventTable(events, nowMs)
}

async function ask(access: Parameters<typeof showEvents>[0], request: EventRequest): Promise<unknown> {
  const query = new URLSearchParams({ limit: String(request.limit) })
  if (request.sandboxId !== undefined) query.set('sandboxID', request.sandboxId)
  if (request.kind !== undefined) query.set('kind', request.kind)
  if (request.team === undefined && !request.isOfAllTeams) {
    const own = await access.own()
    return askControl(own, { [headers.apiKey]: own.apiKey }, { method: 'GET', path: `/events?${query}` })
  }
  const admin = await access.admin()
  if (request.team !== undefined) query.set('teamID', (await teamNamed(admin, request.team)).teamId)
  const path = `/admin/events?${query}`
  return askControl(admin, { [headers.adminToken]: admin.adminToken }, { method: 'GET', path })
}
