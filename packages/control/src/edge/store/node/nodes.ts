/** The nodes that have joined, and their leases. */
import { ServiceError } from '@cay/core/errors.ts'
import type { State } from '@cay/core/sandbox/state.ts'
import { CompiledQuery, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { NodeRecord, NodeReport, NodeStore, Renewal } from '../../../ports/cluster-node.ts'
import type { RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'
import { releaseVolumesOf } from '../volume/attachments.ts'
import { isLiveOn, markOfDeleted } from '../volume/volumes.ts'

type Part = Omit<NodeStore, 'loseNode' | 'detachStored'>

export function createNodeStore(db: Kysely<Tables>, locks: Pick<RowLocks, 'removedNode' | 'volume'>): Part {
  const compileRenewals = createRenewalCompiler(db)
  return {
    async addNode({ nodeId, name, labels, nowMs }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('nodes')
        .values({ ...unreported, node_id: nodeId, name, labels: JSON.stringify(labels), ...joinedAt(nowMs) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows !== 1n)
        throw new ServiceError('already_exists', `a node is named '${name}' already`)
    },

    removeNode: (nodeId, options) =>
      db.transaction().execute((transaction) => removeNode(transaction, { nodeId, locks, ...options })),

    async findNode(nodeId) {
      const row = await db.selectFrom('nodes').selectAll().where('node_id', '=', nodeId).executeTakeFirst()
      return row === undefined ? undefined : toNode(row)
    },

    async listNodes() {
      return (await db.selectFrom('nodes').selectAll().execute()).map(toNode)
    },

    async renewNodes(renewals) {
      if (renewals.length === 0) return []
      const { rows } = await db.executeQuery<{ node_id: string }>(compileRenewals(renewals))
      return rows.map(({ node_id }) => node_id)
    },

    confirmLoss: (nodeId, incarnation, nowMs) =>
      changed(
        db
          .updateTable('nodes')
          .set({ lost_at_ms: null, renewed_at_ms: nowMs })
          .where('node_id', '=', nodeId)
          .where('incarnation', '=', incarnation),
      ),

    setNodeStatus: (nodeId, desired, nowMs) =>
      changed(db.updateTable('nodes').set({ desired, desired_at_ms: nowMs }).where('node_id', '=', nodeId)),

    setNodeLabels: (nodeId, labels) =>
      changed(
        db
          .updateTable('nodes')
          .set({ labels: JSON.stringify(labels) })
          .where('node_id', '=', nodeId),
      ),

    async followNodes(replicaId, countMax, { nowMs, untilMs }) {
      const follow = () => db.updateTable('nodes').set({ follower_id: replicaId, follower_until_ms: untilMs })
      const ours = db.selectFrom('nodes').select('node_id').where('follower_id', '=', replicaId)
      const renewed = await follow()
        .where('node_id', 'in', ours.orderBy('node_id').limit(countMax))
        .where('lost_at_ms', 'is', null)
        .returning('node_id')
        .execute()
      const free = db.selectFrom('nodes').select('node_id').where('follower_until_ms', '<=', nowMs)
      const taken =
        renewed.length >= countMax
          ? []
          : await follow()
              .where('node_id', 'in', free.orderBy('node_id').limit(countMax - renewed.length))
              // Another process may have taken it since it was selected.
              .where('follower_until_ms', '<=', nowMs)
              .where('lost_at_ms', 'is', null)
              .returning('node_id')
              .execute()
      return [...renewed, ...taken].map(({ node_id }) => node_id)
    },

    async releaseNodes(replicaId) {
      await db
        .updateTable('nodes')
        .set({ follower_id: null, follower_until_ms: 0 })
        .where('follower_id', '=', replicaId)
        .execute()
    },
  }
}

const unreported = {
  ...{ incarnation: 1, boot_id: '', instance_id: '', report: '', version: '', address: '' },
  ...{ renewed_at_ms: 0, clock_skew_ms: 0, lost_at_ms: null, follower_id: null, follower_until_ms: 0 },
}

function joinedAt(nowMs: number) {
  return { desired: 'ready' as const, desired_at_ms: nowMs, joined_at_ms: nowMs }
}

async function changed(update: {
  executeTakeFirst(): Promise<{ readonly numUpdatedRows: bigint }>
}): Promise<boolean> {
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

type Removal = Parameters<NodeStore['removeNode']>[1] & {
  readonly nodeId: string
  readonly locks: Pick<RowLocks, 'removedNode' | 'volume'>
}

async function removeNode(
  db: Transaction<Tables>,
  { nodeId, locks, withVolumes }: Removal,
): Promise<boolean> {
  await locks
    .removedNode(db.selectFrom('nodes').select('node_id').where('node_id', '=', nodeId))
    .executeTakeFirst()
  const { numDeletedRows } = await db
    .deleteFrom('nodes')
    .where('node_id', '=', nodeId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sandboxes')
            .select('sandbox_id')
            .where('sandboxes.node_id', '=', nodeId)
            .where('state', '!=', sql.lit<State>('ended')),
        ),
      ),
    )
    .$if(!withVolumes, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('volumes')
              .select('volume_id')
              .where((expressions) => isLiveOn(expressions, nodeId)),
          ),
        ),
      ),
    )
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  if (withVolumes)
    await db
      .updateTable('volumes')
      .set(markOfDeleted)
      .where((expressions) => isLiveOn(expressions, nodeId))
      .execute()
  await releaseVolumesOf(db, locks, nodeId)
  return true
}

/** Numbers of rows whose statement is kept: renewals come evenly, so most batches have about as many. */
const keptStatementsMax = 64

/** The statement is the same for as many rows. Making it anew would take longer than all that control does for a renewal. */
function createRenewalCompiler(db: Kysely<Tables>): (renewals: readonly Renewal[]) => CompiledQuery {
  const statements = new Map<number, string>()
  return (renewals) => {
    const rows = renewals.map(valuesOf)
    const statement = statements.get(rows.length) ?? renewAll(rows).compile(db).sql
    statements.set(rows.length, statement)
    const [oldest] = statements.keys()
    if (statements.size > keptStatementsMax && oldest !== undefined) statements.delete(oldest)
    return CompiledQuery.raw(
      statement,
      rows.flatMap(({ texts, numbers }) => [...texts, ...numbers]),
    )
  }
}

interface RenewalValues {
  readonly texts: readonly string[]
  readonly numbers: readonly number[]
}

function valuesOf({ nodeId, incarnation, bootId, renewedAtMs, clockSkewMs, report }: Renewal): RenewalValues {
  const { instanceId, version, address } = report
  return {
    texts: [nodeId, bootId, instanceId, version, address, JSON.stringify(report)],
    numbers: [incarnation, renewedAtMs, clockSkewMs],
  }
}

/** Casts tell PostgreSQL the types of values that stand in no column. */
function renewAll(all: readonly RenewalValues[]) {
  const rows = all.map(
    ({ texts, numbers }) =>
      sql`(${sql.join([...texts, ...numbers.map((value) => sql`cast(${value} as bigint)`)])})`,
  )
  return sql<{ node_id: string }>`
    with renewed (id, boot, instance, said_version, said_address, said, under, at_ms, skew_ms)
      as (values ${sql.join(rows)})
    update nodes set
      boot_id = renewed.boot, instance_id = renewed.instance, version = renewed.said_version,
      address = renewed.said_address, report = renewed.said,
      renewed_at_ms = renewed.at_ms, clock_skew_ms = renewed.skew_ms
    from renewed
    where nodes.node_id = renewed.id and nodes.incarnation = renewed.under and nodes.lost_at_ms is null
    returning node_id`
}

function toNode(row: Selectable<Tables['nodes']>): NodeRecord {
  return {
    nodeId: row.node_id,
    name: row.name,
    labels: JSON.parse(row.labels) as string[],
    joinedAtMs: row.joined_at_ms,
    incarnation: row.incarnation,
    bootId: row.boot_id,
    desired: row.desired,
    desiredAtMs: row.desired_at_ms,
    renewedAtMs: row.renewed_at_ms,
    clockSkewMs: row.clock_skew_ms,
    lostAtMs: row.lost_at_ms,
    report: row.report === '' ? null : (JSON.parse(row.report) as NodeReport),
  }
}
