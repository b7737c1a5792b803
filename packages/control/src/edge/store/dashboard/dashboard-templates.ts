import { type Kysely, sql } from 'kysely'
import type { DashboardStore } from '../../../ports/dashboard.ts'
import { toListed } from '../build/builds.ts'
import type { Tables } from '../schema.ts'
import { contains } from './contains.ts'

const columns = { created: 'created_at_ms', updated: 'updated_at_ms' } as const

type Part = Pick<DashboardStore, 'listVisibleTemplates' | 'findListedTemplate'>

export function createDashboardTemplates(db: Kysely<Tables>): Part {
  return {
    async findListedTemplate(templateId) {
      const row = await db
        .selectFrom('templates')
        .selectAll()
        .where('template_id', '=', templateId)
        .executeTakeFirst()
      return row && (await toListed(db, row))
    },

    async listVisibleTemplates({ teamId, isPublic, search, column, order, after, limit }) {
      const at = columns[column]
      let found = db
        .selectFrom('templates')
        .selectAll()
        .where('source', '=', 'template')
        .where(({ and, eb, exists, or, selectFrom }) =>
          or([
            eb('team_id', '=', teamId),
            and([
              eb('team_id', 'is', null),
              exists(
                selectFrom('builds')
                  .select('build_id')
                  .whereRef('builds.template_id', '=', 'templates.template_id')
                  .where('is_on_node', '=', 1),
              ),
            ]),
          ]),
        )
      if (isPublic !== undefined)
        found = found.where(({ and, eb, or }) =>
          isPublic
            ? or([eb('is_public', '=', 1), eb('team_id', 'is', null)])
            : and([eb('is_public', '=', 0), eb('team_id', 'is not', null)]),
        )
      if (search !== undefined)
        found = found.where(({ exists, or, selectFrom }) =>
          or([
            contains(sql.ref('templates.template_id'), search),
            exists(
              selectFrom('template_aliases')
                .select('alias')
                .whereRef('template_aliases.template_id', '=', 'templates.template_id')
                .where(contains(sql`(namespace || '/' || alias)`, search)),
            ),
          ]),
        )
      if (after !== undefined)
        found = found.where(({ and, eb, or }) =>
          or([
            eb(at, order === 'asc' ? '>' : '<', after.atMs),
            and([eb(at, '=', after.atMs), eb('template_id', '>', after.id)]),
          ]),
        )
      const rows = await found.orderBy(at, order).orderBy('template_id', 'asc').limit(limit).execute()
      return await Promise.all(rows.map((row) => toListed(db, row)))
    },
  }
}
