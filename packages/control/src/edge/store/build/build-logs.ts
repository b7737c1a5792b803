import { logLevels } from '@cay/core/logs/entry.ts'
import type { Kysely, Selectable } from 'kysely'
import type { BuildLogEntry, BuildStore } from '../../../ports/build.ts'
import type { Tables } from '../schema.ts'
import { levelNumber } from './builds.ts'

type Part = Pick<BuildStore, 'addBuildLogs' | 'countBuildLogs' | 'listBuildLogs' | 'pageBuildLogs'>

/** Rows per insert, because databases limit the number of parameters. */
const rowsMax = 100

export function createBuildLogStore(db: Kysely<Tables>): Part {
  return {
    async addBuildLogs(buildId, entries) {
      for (let from = 0; from < entries.length; from += rowsMax)
        await db
          .insertInto('build_logs')
          .values(entries.slice(from, from + rowsMax).map((entry) => toRow(buildId, entry)))
          .onConflict((conflict) => conflict.columns(['build_id', 'number']).doNothing())
          .execute()
    },

    async countBuildLogs(buildId) {
      const row = await db
        .selectFrom('build_logs')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('build_id', '=', buildId)
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    async listBuildLogs(buildId, { levelMin, offset, limit }) {
      if (limit === 0) return []
      const rows = await db
        .selectFrom('build_logs')
        .selectAll()
        .where('build_id', '=', buildId)
        .where('level', '>=', levelNumber(levelMin))
        .orderBy('number')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(toEntry)
    },

    async pageBuildLogs(buildId, { levelMin, direction, fromNumber, fromMs, limit }) {
      if (limit === 0) return []
      const [after, order] = direction === 'forward' ? (['>=', 'asc'] as const) : (['<=', 'desc'] as const)
      let found = db
        .selectFrom('build_logs')
        .selectAll()
        .where('build_id', '=', buildId)
        .where('level', '>=', levelNumber(levelMin))
      if (fromNumber !== undefined) found = found.where('number', after, fromNumber)
      if (fromMs !== undefined) found = found.where('timestamp_ms', after, fromMs)
      return (await found.orderBy('number', order).limit(limit).execute()).map(toEntry)
    },
  }
}

function toRow(buildId: string, { number, timestampMs, level, message, step }: BuildLogEntry) {
  return { build_id: buildId, number, timestamp_ms: timestampMs, level: levelNumber(level), message, step }
}

function toEntry(row: Selectable<Tables['build_logs']>): BuildLogEntry {
  const { number, message, step } = row
  return { number, timestampMs: row.timestamp_ms, level: logLevels[row.level] ?? 'info', message, step }
}
