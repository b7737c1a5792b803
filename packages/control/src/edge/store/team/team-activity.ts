/**
 * The number of each team's running sandboxes, written on every change: a row per second, which is merged into a row
 * per minute after an hour and deleted after a month. It is written in the sandbox store, because every change of state
 * passes there.
 */
import { type Activity, byMinute } from '@cay/core/metrics/team.ts'
import { statesShownAs } from '@cay/core/sandbox/state.ts'
import type { SandboxEvent } from '@cay/core/sandbox/transition.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { TeamActivity } from '../../../ports/observe.ts'
import type { Tables } from '../schema.ts'

const secondsKept = 3600
const activityKeptMs = 30 * 24 * 3_600_000
/** Interval between two compactions of a team's old rows. */
const tidyEveryMs = 3_600_000

const runningStates = statesShownAs(['running'])

export function createTeamActivityStore(db: Kysely<Tables>): TeamActivity {
  return {
    async readTeamActivity(teamId, { startMs, endMs }) {
      const ofTeam = db.selectFrom('team_activity').selectAll().where('team_id', '=', teamId)
      const before = await ofTeam
        .where('at_s', '<', Math.floor(startMs / 1000))
        .orderBy('at_s', 'desc')
        .limit(1)
        .executeTakeFirst()
      const rows = await ofTeam
        .where('at_s', '>=', Math.floor(startMs / 1000))
        .where('at_s', '<=', Math.floor(endMs / 1000))
        .orderBy('at_s')
        .execute()
      return { runningBefore: before?.running_last, rows: rows.map(toActivity) }
    },
  }
}

/** Records the effect of a transition on its team, in the transaction of the transition, which has locked the team. */
export type RecordActivity = (db: Transaction<Tables>, event: SandboxEvent) => Promise<void>

export function createActivityRecorder(): RecordActivity {
  const tidiedAtMs = new Map<string, number>()
  return async (db, { teamId, atMs, event }) => {
    // The end of a capture also leads to running, but is not a start.
    const isStart = event === 'created' || event === 'resumed'
    await record(db, teamId, { atS: Math.floor(atMs / 1000), isStart })
    if (atMs - (tidiedAtMs.get(teamId) ?? 0) < tidyEveryMs) return
    tidiedAtMs.set(teamId, atMs)
    await tidy(db, teamId, atMs)
  }
}

async function record(
  db: Transaction<Tables>,
  teamId: string,
  { atS, isStart }: { atS: number; isStart: boolean },
): Promise<void> {
  const counted = db
    .selectFrom('sandboxes')
    .select(({ fn, eb }) => [
      eb.cast<string>(eb.val(teamId), 'varchar').as('team_id'),
      eb.cast<number>(eb.val(atS), 'bigint').as('at_s'),
      fn.countAll<number>().as('running_max'),
      fn.countAll<number>().as('running_last'),
      eb.cast<number>(eb.val(isStart ? 1 : 0), 'bigint').as('starts'),
    ])
    .where('team_id', '=', teamId)
    .where('state', 'in', runningStates)
  await db
    .insertInto('team_activity')
    .columns(['team_id', 'at_s', 'running_max', 'running_last', 'starts'])
    .expression(counted)
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'at_s']).doUpdateSet({
        running_max: sql`case when excluded.running_last > team_activity.running_max
          then excluded.running_last else team_activity.running_max end`,
        running_last: sql`excluded.running_last`,
        starts: sql`team_activity.starts + excluded.starts`,
      }),
    )
    .execute()
}

async function put(db: Transaction<Tables>, teamId: string, row: Activity): Promise<void> {
  const values = { running_max: row.runningMax, running_last: row.runningLast, starts: row.starts }
  await db
    .insertInto('team_activity')
    .values({ team_id: teamId, at_s: row.atS, ...values })
    .onConflict((conflict) => conflict.columns(['team_id', 'at_s']).doUpdateSet(values))
    .execute()
}

async function tidy(db: Transaction<Tables>, teamId: string, nowMs: number): Promise<void> {
  const nowS = Math.floor(nowMs / 1000)
  // Rounds down to whole minutes.
  const untilS = Math.floor((nowS - secondsKept) / 60) * 60
  await db
    .deleteFrom('team_activity')
    .where('team_id', '=', teamId)
    .where('at_s', '<', nowS - activityKeptMs / 1000)
    .execute()
  const old = await db
    .selectFrom('team_activity')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('at_s', '<', untilS)
    .orderBy('at_s')
    .execute()
  const merged = byMinute(old.map(toActivity))
  if (merged.length === old.length) return
  await db.deleteFrom('team_activity').where('team_id', '=', teamId).where('at_s', '<', untilS).execute()
  for (const row of merged) await put(db, teamId, row)
}

function toActivity(row: Tables['team_activity']): Activity {
  return { atS: row.at_s, runningMax: row.running_max, runningLast: row.running_last, starts: row.starts }
}
