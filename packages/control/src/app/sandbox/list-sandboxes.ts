import { ServiceError } from '@cay/core/errors.ts'
import { type Cursor, cutPage, decodeToken, type Page } from '@cay/core/page.ts'
import { parseMetadataFilter } from '@cay/core/sandbox/list-filter.ts'
import { statesShownAs, type VisibleState } from '@cay/core/sandbox/state.ts'
import { parseTemplateName } from '@cay/core/template/reference.ts'
import type { SandboxMark, SandboxQuery } from '../../ports/sandbox.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { findTemplate } from '../template/resolve-template.ts'

export type ListDeps = Pick<Deps, 'store' | 'clock'>

/** Sandboxes read from the store at a time. */
const pageSize = 1000

export interface ListRequest {
  /** Decoded from the query string once. */
  readonly metadata?: string | undefined
  /** Both unless given. */
  readonly states?: readonly VisibleState[] | undefined
  /** A template's name or id. */
  readonly template?: string | undefined
  /** Started then or later. */
  readonly startedSinceMs?: number | undefined
  /** `desc`, newest first, unless given. */
  readonly order?: 'asc' | 'desc' | undefined
  readonly nextToken?: string | undefined
  readonly limit: number
}

export interface SandboxList {
  readonly page: Page<SandboxMark>
  /** Over all pages; absent when running ones were not asked for. */
  readonly totalRunning?: number
}

/** Throws request_invalid for a broken filter or token, and for a token of a list in the other order. */
export async function listSandboxes(deps: ListDeps, team: Team, request: ListRequest): Promise<SandboxList> {
  const { limit, order = 'desc', states: visible = ['running', 'paused'] } = request
  const after = cursorOf(request)
  const filter = await filterOf(deps, team, request)
  const showsRunning = visible.includes('running')
  if (filter === undefined) return { page: { items: [] }, ...(showsRunning ? { totalRunning: 0 } : {}) }
  const found = await deps.store.listSandboxes({
    ...filter,
    states: statesShownAs(visible),
    order,
    ...(after === undefined ? {} : { after }),
    limit: limit + 1,
  })
  const page = cutPage(found, limit, ({ startedAtMs, sandboxId }) => ({
    atMs: startedAtMs,
    id: sandboxId,
    ...(order === 'asc' ? { order } : {}),
  }))
  if (!showsRunning) return { page }
  const running = statesShownAs(['running'])
  const isWhole = after === undefined && page.nextToken === undefined
  return {
    page,
    totalRunning: isWhole
      ? page.items.filter(({ state }) => running.includes(state)).length
      : await deps.store.countSandboxes({ ...filter, states: running }),
  }
}

/** Newest first, over all pages; what ends meanwhile is left out. Throws request_invalid for a broken filter. */
export async function listAllRunning(deps: ListDeps, team: Team, metadata?: string): Promise<SandboxMark[]> {
  const request = { metadata, states: ['running'] as const, limit: pageSize }
  const all: SandboxMark[] = []
  for (let nextToken: string | undefined; ; ) {
    const { page } = await listSandboxes(deps, team, { ...request, nextToken })
    all.push(...page.items)
    nextToken = page.nextToken
    if (nextToken === undefined) return all
  }
}

type Filter = Pick<SandboxQuery, 'teamId' | 'nowMs' | 'metadata' | 'templateId' | 'startedSinceMs'>

/** Undefined when nothing can match: no sandbox is of a template that nobody knows. */
async function filterOf(deps: ListDeps, team: Team, request: ListRequest): Promise<Filter | undefined> {
  const { metadata = '', startedSinceMs, template } = request
  const filter = {
    teamId: team.teamId,
    nowMs: deps.clock.nowMs(),
    metadata: parseMetadataFilter(metadata),
    ...(startedSinceMs === undefined ? {} : { startedSinceMs }),
  }
  if (template === undefined) return filter
  const found = await findTemplate(deps, team, parseTemplateName(template))
  return found === undefined ? undefined : { ...filter, templateId: found.templateId }
}

function cursorOf({ nextToken, order }: ListRequest): Cursor | undefined {
  if (nextToken === undefined) return undefined
  const cursor = decodeToken(nextToken)
  if ((cursor.order ?? 'desc') === (order ?? 'desc')) return cursor
  throw new ServiceError('request_invalid', 'Invalid next token: it is of a list in the other order')
}
