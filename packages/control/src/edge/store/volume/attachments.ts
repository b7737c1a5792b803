/**
 * Which node has a volume of a shared directory attached. The row of the volume is locked by whoever places a sandbox with it,
 * so of two creates on two nodes one finds the other's sandbox.
 */
import { ServiceError } from '@cay/core/errors.ts'
import type { State } from '@cay/core/sandbox/state.ts'
import { decidePlace, withoutNode } from '@cay/core/volume/place-volume.ts'
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely'
import type { SandboxVolume, VolumeClaim, VolumeRecord } from '../../../ports/volume.ts'
import type { RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'
import { volumeStates } from './volume-states.ts'

type Row = Selectable<Tables['volumes']>

/** Throws volume_in_use; no_capacity for a node that cannot reach one of them. A volume that is gone is passed over. */
export async function claimVolumes(
  db: Transaction<Tables>,
  locks: Pick<RowLocks, 'volume'>,
  { nodeId, directoryId, volumeIds, teamId, sandboxId }: VolumeClaim & { readonly nodeId: string },
): Promise<void> {
  if (volumeIds.length === 0) return
  const found = db
    .selectFrom('volumes')
    .selectAll()
    .where('volume_id', 'in', [...volumeIds])
    .where('is_deleted', '=', volumeStates.usable)
    .orderBy('volume_id')
  for (const row of await locks.volume(found).execute()) {
    const volume = toVolume(row)
    const decision = decidePlace(volume, { nodeId, directoryId })
    // Whoever wants its content takes it from no node.
    const isKept = sandboxId === undefined && volume.directoryId !== null && volume.nodeId !== null
    if (decision.kind === 'stay' || isKept) continue
    if (decision.kind === 'unreachable')
      throw new ServiceError('no_capacity', `the chosen node cannot reach the volume '${volume.name}'`)
    const isMove = volume.nodeId !== null && volume.nodeId !== nodeId
    const user = isMove ? await findUser(db, { teamId, volumeId: volume.volumeId, sandboxId }) : undefined
    if (user !== undefined) throw volumeInUse(volume, user)
    await setPlace(db, { ...volume, ...decision.place })
  }
}

/**
 * For the transaction that records a sandbox with them, which nobody can delete before its end. Throws request_invalid for one that is
 * deleted.
 */
export async function assertVolumesExist(
  db: Transaction<Tables>,
  locks: Pick<RowLocks, 'volume'>,
  volumes: readonly SandboxVolume[] = [],
): Promise<void> {
  if (volumes.length === 0) return
  const usable = db
    .selectFrom('volumes')
    .select('volume_id')
    .where(
      'volume_id',
      'in',
      volumes.map(({ volumeId }) => volumeId),
    )
    .where('is_deleted', '=', volumeStates.usable)
    .orderBy('volume_id')
  const found = new Set((await locks.volume(usable).execute()).map(({ volume_id }) => volume_id))
  const gone = volumes.find(({ volumeId }) => !found.has(volumeId))
  if (gone !== undefined)
    throw new ServiceError('request_invalid', `volumeMounts: the volume '${gone.name}' was deleted`)
}

export function volumeInUse({ name }: Pick<VolumeRecord, 'name'>, sandboxId: string): ServiceError {
  return new ServiceError(
    'volume_in_use',
    `volume '${name}' is attached to the node on which sandbox '${sandboxId}' runs with it`,
  )
}

interface UserQuery {
  readonly teamId: string
  readonly volumeId: string
  /** Left out. */
  readonly sandboxId: string | undefined
}

/** Of a sandbox that runs, or with which something is done. */
export function hasNode({ eb, and, or }: ExpressionBuilder<Tables, 'sandboxes'>): Expression<SqlBool> {
  return and([
    eb('state', '!=', sql.lit<State>('ended')),
    or([eb('state', '!=', sql.lit<State>('paused')), eb('op', 'is not', null)]),
  ])
}

/** A sandbox that has the volume and a node. */
export async function findUser(
  db: Kysely<Tables>,
  { teamId, volumeId, sandboxId }: UserQuery,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('sandboxes')
    .select('sandbox_id')
    .where('team_id', '=', teamId)
    .where(hasNode)
    // The id is a UUID, of which nothing is a wildcard.
    .where('volume_mounts', 'like', `%"${volumeId}"%`)
    .$if(sandboxId !== undefined, (query) => query.where('sandbox_id', '!=', sandboxId ?? ''))
    .limit(1)
    .executeTakeFirst()
  return row?.sandbox_id
}

/** In the transaction that gives the node up or removes it. */
export async function releaseVolumesOf(
  db: Transaction<Tables>,
  locks: Pick<RowLocks, 'volume'>,
  nodeId: string,
): Promise<void> {
  const volumes = db.selectFrom('volumes').select('volume_id')
  const attached = await volumes.where('node_id', '=', nodeId).execute()
  // No text is empty, and an index is used for a range.
  const inTransit = await volumes.where('former_node_ids', '>', '').execute()
  const ids = [...attached, ...inTransit].map(({ volume_id }) => volume_id)
  if (ids.length === 0) return
  const found = db.selectFrom('volumes').selectAll().where('volume_id', 'in', ids).orderBy('volume_id')
  for (const row of await locks.volume(found).execute()) {
    const volume = toVolume(row)
    const place = withoutNode(volume, nodeId)
    if (place !== undefined) await setPlace(db, { ...volume, ...place })
  }
}

async function setPlace(db: Kysely<Tables>, volume: VolumeRecord): Promise<void> {
  const { nodeId, directoryId, attachEpoch, formerNodeIds } = volume
  await db
    .updateTable('volumes')
    .set({
      node_id: nodeId,
      directory_id: directoryId,
      attach_epoch: attachEpoch,
      former_node_ids: formerNodeIds === null ? null : JSON.stringify(formerNodeIds),
    })
    .where('volume_id', '=', volume.volumeId)
    .execute()
}

export function toVolume(row: Row): VolumeRecord {
  return {
    volumeId: row.volume_id,
    teamId: row.team_id,
    name: row.name,
    sizeMb: row.size_mb,
    nodeId: row.node_id,
    directoryId: row.directory_id,
    attachEpoch: Number(row.attach_epoch),
    formerNodeIds: row.former_node_ids === null ? null : (JSON.parse(row.former_node_ids) as string[]),
    createdAtMs: row.created_at_ms,
  }
}
