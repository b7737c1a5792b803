import type { Kysely } from 'kysely'
import type { ReplicaStore } from '../../../ports/replica.ts'
import type { Tables } from '../schema.ts'

export function createReplicaStore(db: Kysely<Tables>, readClock: ReplicaStore['readClock']): ReplicaStore {
  return {
    readClock,

    async renewReplica(replicaId, { nowMs, untilMs }) {
      await db
        .insertInto('replicas')
        .values({ replica_id: replicaId, lease_until_ms: untilMs })
        .onConflict((conflict) => conflict.column('replica_id').doUpdateSet({ lease_until_ms: untilMs }))
        .execute()
      await db.deleteFrom('replicas').where('lease_until_ms', '<=', nowMs).execute()
      const { count } = await db
        .selectFrom('replicas')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async removeReplica(replicaId) {
      await db.deleteFrom('replicas').where('replica_id', '=', replicaId).execute()
    },

    async takeLease(name, replicaId, { nowMs, untilMs }) {
      const values = { replica_id: replicaId, until_ms: untilMs }
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('leases')
        .values({ name, ...values })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(values)
            .where(({ eb, or }) =>
              or([eb('leases.replica_id', '=', replicaId), eb('leases.until_ms', '<=', nowMs)]),
            ),
        )
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },

    async releaseLease(name, replicaId) {
      await db.deleteFrom('leases').where('name', '=', name).where('replica_id', '=', replicaId).execute()
    },
  }
}
