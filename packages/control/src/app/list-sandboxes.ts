import { cutPage, decodeToken, type Page } from '@cay/core/page.ts'
import { parseMetadataFilter } from '@cay/core/sandbox/list-filter.ts'
import { statesShownAs, type VisibleState } from '@cay/core/sandbox/state.ts'
import type { SandboxRecord, Team } from '../ports.ts'
import type { Deps } from './deps.ts'

export interface ListWishes {
  /** Decoded from the query string once. */
  readonly metadata?: string | undefined
  /** Both unless given. */
  readonly states?: readonly VisibleState[] | undefined
  readonly nextToken?: string | undefined
  readonly limit: number
}

export interface SandboxList {
  readonly page: Page<SandboxRecord>
  /** Over all pages; absent when running ones were not asked for. */
  readonly totalRunning?: number
}

/** Newest first. Throws request_invalid for a broken filter or token. */
export async function listSandboxes({ store }: Deps, team: Team, wishes: ListWishes): Promise<SandboxList> {
  const metadata = parseMetadataFilter(wishes.metadata ?? '')
  const visible = wishes.states ?? (['running', 'paused'] as const)
  const query = { teamId: team.teamId, metadata }
  const after = wishes.nextToken === undefined ? {} : { after: decodeToken(wishes.nextToken) }
  const found = await store.listSandboxes({
    ...query,
    states: statesShownAs(visible),
    ...after,
    limit: wishes.limit + 1,
  })
  const page = cutPage(found, wishes.limit, ({ startedAtMs, sandboxId }) => ({
    atMs: startedAtMs,
    id: sandboxId,
  }))
  if (!visible.includes('running')) return { page }
  return { page, totalRunning: await store.countSandboxes({ ...query, states: statesShownAs(['running']) }) }
}
