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

/** Number of sandboxes per read from the store. */
const pageSize = 1000

export interface ListRequest {
  /** URL-decoded once, with the query string. */
  readonly metadata?: string | undefined
  /** Defaults to both. */
  readonly states?: readonly VisibleState[] | undefined
  /** Name or id of a template. */
  readonly template?: string | undefined
  /** Only sandboxes started at or after this instant. */
  readonly startedSinceMs?: number | undefined
  /** Defaults to `desc`, newest first. */
  readonly order?: 'asc' | 'desc' | undefined
  readonly nextToken?: string | undefined
  readonly limit: number
}

export interface SandboxList {
  readonly page: Page<SandboxMark>
  /** Total over all pages; absent when running sandboxes were not requested. */
  readonly totalRunning?: number
}

/** Throws request_invalid for an invalid filter or page token, and for a token of a list in the other order. */
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

/**
 * Newest first, across all pages; sandboxes that end in the meantime are omitted. Throws request_invalid for an invalid
 * filter.
 */
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

/** Undefined when nothing can match, because the requested template does not exist. */
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
