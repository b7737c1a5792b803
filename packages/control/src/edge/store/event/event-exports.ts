/** How far exports of the audit log have come. The relay alone numbers events, so none appears before one that was read. */
import type { Kysely } from 'kysely'
import type { EventExportStore } from '../../../ports/event.ts'
import type { Tables } from '../schema.ts'
import { toEvent } from './event-row.ts'

export function createEventExportStore(db: Kysely<Tables>): EventExportStore {
  return {
    async beginExport(name) {
      const last = await db
        .selectFrom('events')
        .select('number')
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      await db
        .insertInto('event_exports')
        .values({ name, number: last?.number ?? 0 })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
    },

    async readExport(name, limit) {
      const begun = await db
        .selectFrom('event_exports')
        .select('number')
        .where('name', '=', name)
        .executeTakeFirst()
      if (begun === undefined) return []
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('number', '>', begun.number)
        .orderBy('number')
        .limit(limit)
        .execute()
      return rows.map(({ seq, hash, ...row }) => ({
        ...toEvent({ ...row, seq, hash, key_name: null }),
        ...{ seq, hash },
      }))
    },

    async confirmExport(name, number) {
      await db
        .updateTable('event_exports')
        .set({ number })
        .where('name', '=', name)
        .where('number', '<', number)
        .execute()
    },
  }
}
