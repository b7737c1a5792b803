import type { Kysely } from 'kysely'
import type { UsedLinks } from '../../../ports/used-links.ts'
import type { Tables } from '../schema.ts'

export function createUsedLinkStore(db: Kysely<Tables>): UsedLinks {
  return {
    async isLinkUsed(id) {
      const row = await db
        .selectFrom('used_links')
        .select('link_id')
        .where('link_id', '=', id)
        .executeTakeFirst()
      return row !== undefined
    },

    async useLink({ id, expiresAtMs, nowMs }) {
      await db.deleteFrom('used_links').where('expires_at_ms', '<', nowMs).execute()
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('used_links')
        .values({ link_id: id, expires_at_ms: expiresAtMs })
        .onConflict((conflict) => conflict.column('link_id').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },

    async forgetLink(id) {
      await db.deleteFrom('used_links').where('link_id', '=', id).execute()
    },
  }
}
