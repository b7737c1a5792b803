import type { Kysely, Transaction } from 'kysely'
import type { BuildRetry, BuildStore, RetryOutcome } from '../../../ports/build.ts'
import type { RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'

type Part = Pick<BuildStore, 'findBuildOrder' | 'retryBuild'>

export function createBuildOrderStore(db: Kysely<Tables>, locks: Pick<RowLocks, 'build'>): Part {
  return {
    async findBuildOrder(buildId) {
      const row = await db
        .selectFrom('build_orders')
        .selectAll()
        .where('build_id', '=', buildId)
        .executeTakeFirst()
      return row && { sealed: row.sealed, isRetried: row.is_retried === 1, logsBefore: row.logs_before }
    },

    retryBuild: (buildId, retry) =>
      db.transaction().execute((transaction) => retryBuild(transaction, { buildId, retry, locks })),
  }
}

/** In the transaction that starts a build. */
export async function keepBuildOrder(
  db: Transaction<Tables>,
  buildId: string,
  sealed: string,
): Promise<void> {
  await db.insertInto('build_orders').values({ build_id: buildId, sealed }).execute()
}

/** In the transaction that ends a build. */
export async function removeBuildOrder(db: Transaction<Tables>, buildId: string): Promise<void> {
  await db.deleteFrom('build_orders').where('build_id', '=', buildId).execute()
}

interface Retrying {
  readonly buildId: string
  readonly retry: BuildRetry
  readonly locks: Pick<RowLocks, 'build'>
}

async function retryBuild(
  db: Transaction<Tables>,
  { buildId, retry, locks }: Retrying,
): Promise<RetryOutcome> {
  const found = db.selectFrom('builds').select(['state', 'node_id']).where('build_id', '=', buildId)
  const build = await locks.build(found).executeTakeFirst()
  if (build?.state !== 'building' || build.node_id !== retry.lostNodeId) return 'moved'
  const { numUpdatedRows } = await db
    .updateTable('build_orders')
    .set({ is_retried: 1, logs_before: retry.logsBefore })
    .where('build_id', '=', buildId)
    .where('is_retried', '=', 0)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return 'spent'
  await db
    .updateTable('builds')
    .set({ node_id: retry.nodeId, updated_at_ms: retry.nowMs })
    .where('build_id', '=', buildId)
    .execute()
  return 'retried'
}
