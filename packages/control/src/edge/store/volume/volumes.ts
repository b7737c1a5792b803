import { localNodeId } from '@cay/core/placement/node-id.ts'
import { checkQuotas, noUsage } from '@cay/core/team/quotas.ts'
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely'
import type { Store } from '../../../ports/store.ts'
import type { SandboxVolume, VolumeRecord, VolumeStore } from '../../../ports/volume.ts'
import type { RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'
import { toLimits } from '../team/team-limits.ts'
import { claimVolumes, findUser, hasNode, toVolume } from './attachments.ts'
import { sumVolumes } from './sum-volumes.ts'
import { volumeStates } from './volume-states.ts'

type Part = Pick<Store, keyof VolumeStore>

export function createVolumeStore(db: Kysely<Tables>, locks: Pick<RowLocks, 'teamRow' | 'volume'>): Part {
  return {
    insertVolume: (volume, countMax) =>
      db.transaction().execute((transaction) => insertVolume(transaction, { volume, countMax, locks })),

    async publishVolume(volumeId) {
      const { numUpdatedRows } = await db
        .updateTable('volumes')
        .set({ is_deleted: volumeStates.usable })
        .where('volume_id', '=', volumeId)
        .where('is_deleted', '=', volumeStates.beingMade)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async abandonVolumes(beforeMs) {
      const rows = await db
        .updateTable('volumes')
        .set(markOfDeleted)
        .where('is_deleted', '=', volumeStates.beingMade)
        .where('created_at_ms', '<', beforeMs)
        .returning('volume_id')
        .execute()
      return rows.map((row) => row.volume_id)
    },

    async findVolume(teamId, volumeId) {
      const row = await db
        .selectFrom('volumes')
        .selectAll()
        .where('volume_id', '=', volumeId)
        .where('team_id', '=', teamId)
        .where('is_deleted', '=', volumeStates.usable)
        .executeTakeFirst()
      return row === undefined ? undefined : toVolume(row)
    },

    async listVolumes(teamId) {
      const rows = await db
        .selectFrom('volumes')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('is_deleted', '=', volumeStates.usable)
        .orderBy('name')
        .execute()
      return rows.map(toVolume)
    },

    async listNodeVolumes(nodeId, countMax) {
      const rows = await db
        .selectFrom('volumes')
        .selectAll()
        .where((expressions) => isLiveOn(expressions, nodeId))
        .limit(countMax)
        .execute()
      return rows.map(toVolume)
    },

    markVolumeDeleted: (volumeId) => markDeleted(db, volumeId),

    deleteUnusedVolume: (teamId, volumeId) =>
      db.transaction().execute(async (transaction) => {
        const row = transaction.selectFrom('volumes').select('volume_id').where('volume_id', '=', volumeId)
        await locks.volume(row).execute()
        // A statement of its own, which sees what others have written before they let the row go.
        const users = await listUsers(transaction, teamId, volumeId)
        if (users.length === 0) await markDeleted(transaction, volumeId)
        return users
      }),

    async listDeletedVolumes() {
      const rows = await db
        .selectFrom('volumes')
        .selectAll()
        .where('is_deleted', '=', volumeStates.deleted)
        .execute()
      return rows.map(toVolume)
    },

    async removeVolume(volumeId) {
      await db.deleteFrom('volumes').where('volume_id', '=', volumeId).execute()
    },

    async listNodeVolumeUsers(nodeId) {
      const rows = await db
        .selectFrom('sandboxes')
        .select(['sandbox_id', 'volume_mounts'])
        .where('node_id', '=', nodeId)
        .where(hasNode)
        .where('volume_mounts', 'is not', null)
        .execute()
      return rows.map(({ sandbox_id: sandboxId, volume_mounts: mounts }) => ({
        sandboxId,
        volumeIds: (JSON.parse(mounts ?? '[]') as SandboxVolume[]).map(({ volumeId }) => volumeId),
      }))
    },

    findVolumeUser: (teamId, volumeId) => findUser(db, { teamId, volumeId, sandboxId: undefined }),

    claimVolumes: (nodeId, claim) =>
      db.transaction().execute((transaction) => claimVolumes(transaction, locks, { ...claim, nodeId })),

    async confirmAttached(volumeId, attachEpoch) {
      await db
        .updateTable('volumes')
        .set({ former_node_ids: null })
        .where('volume_id', '=', volumeId)
        .where('attach_epoch', '=', attachEpoch)
        .execute()
    },
  }
}

/** Volumes that are not deleted, and are on the node alone: those without a node are on the first one. */
export function isLiveOn(
  { eb, and, or }: ExpressionBuilder<Tables, 'volumes'>,
  nodeId: string,
): Expression<SqlBool> {
  const isHere = eb('volumes.node_id', '=', nodeId)
  const isOnFirst = eb('volumes.node_id', 'is', null)
  return and([
    eb('volumes.is_deleted', '!=', volumeStates.deleted),
    // Those in a shared directory are lost with no node.
    eb('volumes.directory_id', 'is', null),
    nodeId === localNodeId ? or([isHere, isOnFirst]) : isHere,
  ])
}

/** Its name is free from then on: no name has a dot. */
export const markOfDeleted = { is_deleted: volumeStates.deleted, name: sql<string>`'deleted.' || volume_id` }

async function markDeleted(db: Kysely<Tables>, volumeId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('volumes')
    .set(markOfDeleted)
    .where('volume_id', '=', volumeId)
    .where('is_deleted', '!=', volumeStates.deleted)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sandboxes that run or are paused. */
async function listUsers(db: Kysely<Tables>, teamId: string, volumeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sandboxes')
    .select('sandbox_id')
    .where('team_id', '=', teamId)
    .where('state', '!=', 'ended')
    // The id is a UUID, of which nothing is a wildcard.
    .where('volume_mounts', 'like', `%"${volumeId}"%`)
    .execute()
  return rows.map((row) => row.sandbox_id).toSorted()
}

interface Insertion {
  readonly volume: VolumeRecord
  readonly countMax: number
  readonly locks: Pick<RowLocks, 'teamRow'>
}

/** The lock of the team's row makes counting and writing atomic. Throws quota_exceeded. */
async function insertVolume(
  db: Transaction<Tables>,
  { volume, countMax, locks }: Insertion,
): ReturnType<VolumeStore['insertVolume']> {
  const { teamId, sizeMb: volumeMb } = volume
  const found = db.selectFrom('teams').selectAll().where('team_id', '=', teamId)
  const limits = toLimits(await locks.teamRow(found).executeTakeFirstOrThrow())
  const { count } = await db
    .selectFrom('volumes')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('team_id', '=', volume.teamId)
    .where('is_deleted', '!=', volumeStates.deleted)
    .executeTakeFirstOrThrow()
  if (Number(count) >= countMax) return 'full'
  const used = { ...noUsage, volumeMb: await sumVolumes(db, teamId) }
  checkQuotas(limits, used, { ...noUsage, volumeMb })
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('volumes')
    .values({
      volume_id: volume.volumeId,
      team_id: volume.teamId,
      name: volume.name,
      size_mb: volume.sizeMb,
      node_id: volume.nodeId,
      directory_id: volume.directoryId,
      created_at_ms: volume.createdAtMs,
      is_deleted: volumeStates.beingMade,
    })
    .onConflict((conflict) => conflict.columns(['team_id', 'name']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n ? 'inserted' : 'taken'
}
