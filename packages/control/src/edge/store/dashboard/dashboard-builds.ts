import type { Kysely } from 'kysely'
import type { DashboardStore } from '../../../ports/dashboard.ts'
import { toDetail } from '../build/builds.ts'
import type { Tables } from '../schema.ts'

type Part = Pick<DashboardStore, 'listTeamBuilds' | 'findTeamBuilds'>

export function createDashboardBuilds(db: Kysely<Tables>): Part {
  const ofTeam = (teamId: string) =>
    db
      .selectFrom('builds')
      .innerJoin('templates', 'templates.template_id', 'builds.template_id')
      .selectAll('builds')
      .where('team_id', '=', teamId)
      .where('source', '=', 'template')
  return {
    async listTeamBuilds({ teamId, templateId, buildId, states, after, limit }) {
      let found = ofTeam(teamId).select(({ selectFrom }) =>
        selectFrom('template_aliases')
          .select(({ fn }) => fn.min('alias').as('first'))
          .whereRef('template_aliases.template_id', '=', 'builds.template_id')
          .as('first_alias'),
      )
      if (templateId !== undefined) found = found.where('builds.template_id', '=', templateId)
      if (buildId !== undefined) found = found.where('builds.build_id', '=', buildId)
      if (states !== undefined) found = found.where('state', 'in', [...states])
      if (after !== undefined)
        found = found.where(({ and, eb, or }) =>
          or([
            eb('builds.created_at_ms', '<', after.atMs),
            and([eb('builds.created_at_ms', '=', after.atMs), eb('build_id', '>', after.id)]),
          ]),
        )
      const rows = await found
        .orderBy('builds.created_at_ms', 'desc')
        .orderBy('build_id', 'asc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...toDetail(row), alias: row.first_alias }))
    },

    async findTeamBuilds(teamId, buildIds) {
      if (buildIds.length === 0) return []
      const rows = await ofTeam(teamId)
        .where('builds.build_id', 'in', [...buildIds])
        .execute()
      return rows.map(toDetail)
    },
  }
}
