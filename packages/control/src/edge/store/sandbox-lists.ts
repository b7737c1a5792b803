/**
 * Lists of sandboxes, each read from an index in its own order: a page costs what is on it, not what the team has. With a
 * metadata filter the first pair's index leads. Running sandboxes are as many as nodes bear: those alone are sorted.
 */
import type { Cursor } from '@cay/core/page.ts'
import type { State } from '@cay/core/sandbox/state.ts'
import { type Expression, expressionBuilder, type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { SandboxMark, SandboxQuery } from '../../ports.ts'
import type { Tables } from './schema.ts'

const markColumns = [
  'sandboxes.sandbox_id',
  'sandboxes.state',
  'sandboxes.generation',
  'sandboxes.started_at_ms',
  'sandboxes.end_at_ms',
  'sandboxes.changed_at_ms',
] as const

type MarkColumn = 'sandbox_id' | 'state' | 'generation' | 'started_at_ms' | 'end_at_ms' | 'changed_at_ms'

export function toMark(row: Pick<Selectable<Tables['sandboxes']>, MarkColumn>): SandboxMark {
  return {
    sandboxId: row.sandbox_id,
    state: row.state,
    generation: row.generation,
    startedAtMs: row.started_at_ms,
    endAtMs: row.end_at_ms,
    changedAtMs: row.changed_at_ms,
  }
}

/** Of all teams. */
export function selectUnended(db: Kysely<Tables>, states: readonly State[]) {
  return db
    .selectFrom('sandboxes')
    .select(markColumns)
    .where('state', 'in', [...states])
}

/** Whose columns say where a row stands in the list. */
type Place = 'sandboxes' | 'pair'

export function selectListed(db: Kysely<Tables>, query: SandboxQuery) {
  const [first, ...others] = Object.entries(query.metadata)
  const isAscending = query.order === 'asc'
  const place: Place = first === undefined ? 'sandboxes' : 'pair'
  const conditions = [...filterOf(query, place), ...others.map(hasPair)]
  const found =
    first === undefined
      ? db.selectFrom('sandboxes').select(markColumns).where('sandboxes.team_id', '=', query.teamId)
      : db
          .selectFrom('sandbox_metadata as pair')
          .innerJoin('sandboxes', 'sandboxes.sandbox_id', 'pair.sandbox_id')
          .select(markColumns)
          .where('pair.team_id', '=', query.teamId)
          .where('pair.key', '=', first[0])
          .where('pair.value', '=', first[1])
  return found
    .where(allOf([...conditions, ...afterCursor(query, place)]))
    .orderBy(sql.ref(`${place}.started_at_ms`), isAscending ? 'asc' : 'desc')
    .orderBy(sql.ref(`${place}.sandbox_id`), isAscending ? 'desc' : 'asc')
    .limit(query.limit)
}

/** Of the states that a count is asked for there are few: they lead. */
export function selectCount(db: Kysely<Tables>, query: Omit<SandboxQuery, 'after' | 'limit' | 'order'>) {
  return db
    .selectFrom('sandboxes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('sandboxes.team_id', '=', query.teamId)
    .where(allOf([...filterOf(query, 'sandboxes'), ...Object.entries(query.metadata).map(hasPair)]))
}

const on = expressionBuilder<Tables, 'sandboxes'>()

/** Running ones whose time is up are left out, unless they are paused at their end. */
export function isShown(nowMs: number): Expression<SqlBool> {
  return on.or([
    on('sandboxes.state', '!=', 'running'),
    on('sandboxes.end_at_ms', '>', nowMs),
    on('sandboxes.on_timeout', '=', 'pause'),
  ])
}

function filterOf(
  { states, nowMs, templateId, startedSinceMs }: Omit<SandboxQuery, 'limit'>,
  place: Place,
): Expression<SqlBool>[] {
  // The words by which the index of the order is found; without paused ones that of the states is the shorter way.
  const unended = states.includes('paused') ? [sql<SqlBool>`sandboxes.state != 'ended'`] : []
  return [
    ...unended,
    on('sandboxes.state', 'in', [...states]),
    isShown(nowMs),
    ...(templateId === undefined ? [] : [on('sandboxes.template_id', '=', templateId)]),
    ...(startedSinceMs === undefined ? [] : [sql<SqlBool>`${startOf(place)} >= ${startedSinceMs}`]),
  ]
}

function hasPair([key, value]: readonly [string, string]): Expression<SqlBool> {
  return on.exists(
    on
      .selectFrom('sandbox_metadata')
      .select('sandbox_metadata.key')
      .whereRef('sandbox_metadata.sandbox_id', '=', 'sandboxes.sandbox_id')
      .where('sandbox_metadata.key', '=', key)
      .where('sandbox_metadata.value', '=', value),
  )
}

/** The first part says nothing that the second does not: by it the index is entered at the page. */
function afterCursor({ after, order }: { after?: Cursor; order?: 'asc' | 'desc' }, place: Place) {
  if (after === undefined) return []
  const [later, among] = order === 'asc' ? [sql`>`, sql`<`] : [sql`<`, sql`>`]
  const [start, id] = [startOf(place), sql.ref(`${place}.sandbox_id`)]
  return [
    sql<SqlBool>`${start} ${later}= ${after.atMs}`,
    sql<SqlBool>`(${start} ${later} ${after.atMs} or ${id} ${among} ${after.id})`,
  ]
}

function startOf(place: Place) {
  return sql.ref(`${place}.started_at_ms`)
}

function allOf(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return on.and([...conditions])
}
