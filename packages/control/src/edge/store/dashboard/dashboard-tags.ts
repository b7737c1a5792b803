import { type Kysely, type Selectable, sql } from 'kysely'
import type { DashboardStore, TagAssignment, TagQuery } from '../../../ports/dashboard.ts'
import type { Tables } from '../schema.ts'
import { contains } from './contains.ts'

type Part = Pick<DashboardStore, 'listTagGroups' | 'countReadyTags' | 'listTagAssignments'>

type Row = Pick<Selectable<Tables['template_tags']>, 'tag' | 'build_id' | 'assigned_at_ms'> &
  Pick<Selectable<Tables['builds']>, 'created_at_ms' | 'finished_at_ms'>

export function createDashboardTags(db: Kysely<Tables>): Part {
  return {
    async listTagGroups(query) {
      const tags = await pageOfTags(db, query)
      if (tags.length === 0) return []
      const found = await latestOf(
        db,
        query,
        tags.map(({ tag }) => tag),
      )
      const byTag = Map.groupBy(found, ({ tag }) => tag)
      return tags.map(({ tag, latestAtMs }) => ({ tag, latestAtMs, assignments: byTag.get(tag) ?? [] }))
    },

    async countReadyTags(templateId) {
      const row = await readyTags(db, templateId)
        .select(({ fn }) => fn.count<number>('tag').distinct().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    async listTagAssignments({ templateId, tag, after, limit }) {
      let found = assignments(db, templateId).where('tag', '=', tag)
      if (after !== undefined)
        found = found.where(({ and, eb, or }) =>
          or([
            eb('assigned_at_ms', '<', after.atMs),
            and([eb('assigned_at_ms', '=', after.atMs), eb('builds.build_id', '>', after.id)]),
          ]),
        )
      const rows = await found
        .orderBy('assigned_at_ms', 'desc')
        .orderBy('builds.build_id', 'asc')
        .limit(limit)
        .execute()
      return rows.map(toAssignment)
    },
  }
}

function readyTags(db: Kysely<Tables>, templateId: string) {
  return db
    .selectFrom('template_tags')
    .innerJoin('builds', 'builds.build_id', 'template_tags.build_id')
    .where('template_tags.template_id', '=', templateId)
    .where('state', '=', 'ready')
}

function assignments(db: Kysely<Tables>, templateId: string) {
  return readyTags(db, templateId).select([
    'tag',
    'builds.build_id',
    'assigned_at_ms',
    'created_at_ms',
    'finished_at_ms',
  ])
}

async function pageOfTags(
  db: Kysely<Tables>,
  { templateId, search, column, order, after, limit }: TagQuery,
): Promise<{ tag: string; latestAtMs: number }[]> {
  const latest = sql<number>`max(assigned_at_ms)`
  const [later, among] = order === 'asc' ? (['>', '>'] as const) : (['<', '<'] as const)
  let found = readyTags(db, templateId)
    .select(['tag', latest.as('latest_ms')])
    .groupBy('tag')
  if (search !== undefined) found = found.where(contains(sql.ref('tag'), search))
  if (after !== undefined)
    found =
      column === 'name'
        ? found.where('tag', among, after.id)
        : found.having(({ and, eb, or }) =>
            or([eb(latest, later, after.atMs), and([eb(latest, '=', after.atMs), eb('tag', '>', after.id)])]),
          )
  const sorted =
    column === 'name' ? found.orderBy('tag', order) : found.orderBy('latest_ms', order).orderBy('tag', 'asc')
  const rows = await sorted.limit(limit).execute()
  return rows.map(({ tag, latest_ms }) => ({ tag, latestAtMs: Number(latest_ms) }))
}

/** Of each tag, so many. */
async function latestOf(
  db: Kysely<Tables>,
  { templateId, assignmentLimit }: TagQuery,
  tags: readonly string[],
): Promise<TagAssignment[]> {
  const ranked = assignments(db, templateId)
    .where('tag', 'in', [...tags])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) =>
          over.partitionBy('tag').orderBy('assigned_at_ms', 'desc').orderBy('builds.build_id', 'asc'),
        )
        .as('place'),
    )
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('place', '<=', assignmentLimit)
    .orderBy('place')
    .execute()
  return rows.map(toAssignment)
}

function toAssignment(row: Row): TagAssignment {
  return {
    tag: row.tag,
    buildId: row.build_id,
    assignedAtMs: row.assigned_at_ms,
    buildCreatedAtMs: row.created_at_ms,
    buildFinishedAtMs: row.finished_at_ms,
  }
}
