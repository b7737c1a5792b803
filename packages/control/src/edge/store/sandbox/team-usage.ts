/** What a team uses, and whether its quotas allow more. */
import { type State, states } from '@cay/core/sandbox/state.ts'
import { checkQuotas, hasSandboxQuota, noUsage, type Usage } from '@cay/core/team/quotas.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { SandboxRecord } from '../../../ports/sandbox.ts'
import { asCondition } from '../as-condition.ts'
import type { RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'
import { sumSnapshotDisk } from '../snapshot/snapshots.ts'
import { toLimits } from '../team/team-limits.ts'
import { sumVolumes } from '../volume/sum-volumes.ts'
import { isShown } from './sandbox-lists.ts'

export interface UsageQuery {
  readonly nowMs: number
  readonly without: readonly string[]
}

const unendedStates: State[] = states.filter((state) => state !== 'ended')

export async function readTeamUsage(
  db: Kysely<Tables>,
  teamId: string,
  { nowMs, without }: UsageQuery,
): Promise<Usage> {
  const rows = await db
    .selectFrom('sandboxes')
    .select([isPaused(nowMs).as('is_paused'), ({ fn }) => fn.countAll<number>().as('count')])
    .select(({ fn }) => [
      fn.sum<number>('cpu_count').as('cpus'),
      fn.sum<number>('memory_mb').as('memory_mb'),
      fn.sum<number>('disk_size_mb').as('disk_mb'),
    ])
    .where('team_id', '=', teamId)
    .where('state', 'in', unendedStates)
    .where(asCondition(isShown(nowMs)))
    .where(({ not, eb }) => (without.length === 0 ? eb.lit(true) : not(eb('sandbox_id', 'in', [...without]))))
    .groupBy('is_paused')
    .execute()
  const sum = (values: readonly unknown[]) =>
    values.reduce<number>((total, value) => total + Number(value), 0)
  const running = rows.filter(({ is_paused }) => is_paused === 0)
  return {
    runningSandboxes: sum(running.map(({ count }) => count)),
    cpus: sum(running.map(({ cpus }) => cpus)),
    memoryMb: sum(running.map(({ memory_mb }) => memory_mb)),
    diskMb: sum(rows.map(({ disk_mb }) => disk_mb)) + (await sumSnapshotDisk(db, teamId)),
    volumeMb: await sumVolumes(db, teamId),
  }
}

/** A paused sandbox that is being resumed counts as running: until its operation is cleared, by whatever it led to. */
function isPaused(nowMs: number) {
  return sql<number>`case when state = 'paused' and (op is null or op not in ('resume', 'traffic')
    or (op = 'traffic' and op_until_ms <= ${nowMs})) then 1 else 0 end`
}

export interface Admission {
  readonly sandbox: SandboxRecord
  readonly nowMs: number
}

/** Locks the team until the end of the transaction, so that counting and writing are atomic. Throws quota_exceeded. */
export async function admit(
  db: Transaction<Tables>,
  locks: Pick<RowLocks, 'teamRow'>,
  { sandbox, nowMs }: Admission,
): Promise<void> {
  const { teamId, sandboxId, resources } = sandbox
  const found = db.selectFrom('teams').selectAll().where('team_id', '=', teamId)
  const limits = toLimits(await locks.teamRow(found).executeTakeFirstOrThrow())
  if (!hasSandboxQuota(limits)) return
  const used = await readTeamUsage(db, teamId, { nowMs, without: [sandboxId] })
  const { cpuCount, memoryMb, diskSizeMb } = resources
  checkQuotas(limits, used, { ...noUsage, runningSandboxes: 1, cpus: cpuCount, memoryMb, diskMb: diskSizeMb })
}
