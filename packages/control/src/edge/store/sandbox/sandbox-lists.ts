/**
 * Lists of sandboxes, each read from an index in its own order, so that the cost of a page depends on its size and not
 * on the number of the team's sandboxes. With a metadata filter, the index of the first pair leads. Only running
 * sandboxes are sorted, because nodes bound their number.
 *
 * These are the most frequent queries, so their SQL is written out: building them took longer than reading a page.
 */
import type { Cursor } from '@cay/core/page.ts'
import type { Page } from '@cay/core/reconcile/common-range.ts'
import type { State } from '@cay/core/sandbox/state.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { SandboxLocation, SandboxMark, SandboxQuery } from '../../../ports/sandbox.ts'

const markColumns = raw(
  [
    ...['sandbox_id', 'state', 'generation', 'started_at_ms', 'end_at_ms', 'changed_at_ms'],
    ...['epoch', 'node_id', 'runs_since_ms'],
  ]
    .map((column) => `sandboxes.${column}`)
    .join(', '),
)

export type MarkValues = readonly [
  string,
  State,
  number,
  number,
  number,
  number,
  number,
  string | null,
  number,
]

export function toMark(values: MarkValues): SandboxMark {
  const [sandboxId, state, generation, startedAtMs, endAtMs, changedAtMs, epoch, nodeId, runsSinceMs] = values
  return { sandboxId, state, generation, startedAtMs, endAtMs, changedAtMs, epoch, nodeId, runsSinceMs }
}

export const locationColumns = raw('sandbox_id, state, node_id, epoch, end_at_ms, on_timeout')

export type LocationValues = readonly [
  string,
  State,
  string | null,
  number,
  number,
  SandboxLocation['lifecycle']['onTimeout'],
]

export function toLocation([, state, nodeId, epoch, endAtMs, onTimeout]: LocationValues): SandboxLocation {
  return { state, nodeId, epoch, endAtMs, lifecycle: { onTimeout } }
}

/** Must match the predicate of the partial indexes literally. */
const isUnended = raw("sandboxes.state != 'ended'")

/** Across all teams. */
export function selectUnended(nodeId: string, { afterId, limit }: Page): Sql {
  return sql`
    select ${markColumns} from sandboxes
    where ${isUnended} and sandboxes.node_id = ${nodeId} and sandboxes.sandbox_id > ${afterId}
    order by sandboxes.sandbox_id ${limitTo(limit)}`
}

export function selectListed(query: SandboxQuery): Sql {
  const { teamId, metadata, order, limit } = query
  const [first, ...others] = Object.entries(metadata)
  const from =
    first === undefined
      ? sql`sandboxes where sandboxes.team_id = ${teamId}`
      : sql`sandbox_metadata as pair join sandboxes on sandboxes.sandbox_id = pair.sandbox_id
          where pair.team_id = ${teamId} and pair.key = ${first[0]} and pair.value = ${first[1]}`
  // The columns that give a row's position in the list.
  const position = first === undefined ? ofSandbox : ofPair
  const conditions = [...filterOf(query, position), ...others.map(hasPair), ...afterCursor(query, position)]
  const [byStart, byId] = order === 'asc' ? [ascending, descending] : [descending, ascending]
  return sql`
    select ${markColumns} from ${from} and ${join(conditions, ' and ')}
    order by ${position.start} ${byStart}, ${position.id} ${byId} ${limitTo(limit)}`
}

/** Few sandboxes are in the states that are counted, so the index of the states leads. */
export function selectCount(query: Omit<SandboxQuery, 'after' | 'limit' | 'order'>): Sql {
  const conditions = [...filterOf(query, ofSandbox), ...Object.entries(query.metadata).map(hasPair)]
  return sql`
    select count(*) as count from sandboxes
    where sandboxes.team_id = ${query.teamId} and ${join(conditions, ' and ')}`
}

/** A literal, because SQLite plans a statement again for each value of a limit parameter. */
function limitTo(limit: number): Sql {
  return raw(`limit ${Math.trunc(limit)}`)
}

const ascending = raw('asc')
const descending = raw('desc')

interface ListPosition {
  readonly start: Sql
  readonly id: Sql
}

const ofSandbox: ListPosition = { start: raw('sandboxes.started_at_ms'), id: raw('sandboxes.sandbox_id') }
const ofPair: ListPosition = { start: raw('pair.started_at_ms'), id: raw('pair.sandbox_id') }

/** Excludes running sandboxes that have expired, unless they are paused at their end. */
export function isShown(nowMs: number): Sql {
  return sql`(sandboxes.state != 'running' or sandboxes.end_at_ms > ${nowMs} or sandboxes.on_timeout = 'pause')`
}

function filterOf(
  { states, nowMs, templateId, startedSinceMs }: Omit<SandboxQuery, 'limit'>,
  { start }: ListPosition,
): Sql[] {
  return [
    // Without paused sandboxes the index of the states is the cheaper one.
    ...(states.includes('paused') ? [isUnended] : []),
    // Literals from a fixed set, because SQLite sorts a set of parameters again on each execution.
    states.length === 0
      ? raw('1 = 0')
      : raw(`sandboxes.state in (${states.map((state) => `'${state}'`).join(', ')})`),
    isShown(nowMs),
    ...(templateId === undefined ? [] : [sql`sandboxes.template_id = ${templateId}`]),
    ...(startedSinceMs === undefined ? [] : [sql`${start} >= ${startedSinceMs}`]),
  ]
}

function hasPair([key, value]: readonly [string, string]): Sql {
  return sql`exists (
    select 1 from sandbox_metadata
    where sandbox_metadata.sandbox_id = sandboxes.sandbox_id
      and sandbox_metadata.key = ${key} and sandbox_metadata.value = ${value})`
}

/** The first condition is implied by the second, but lets the index seek to the page. */
function afterCursor(
  { after, order }: { after?: Cursor; order?: 'asc' | 'desc' },
  { start, id }: ListPosition,
): Sql[] {
  if (after === undefined) return []
  const [later, among] = (order === 'asc' ? ['>', '<'] : ['<', '>']).map((sign) => raw(sign))
  return [
    sql`${start} ${later}= ${after.atMs}`,
    sql`(${start} ${later} ${after.atMs} or ${id} ${among} ${after.id})`,
  ]
}
