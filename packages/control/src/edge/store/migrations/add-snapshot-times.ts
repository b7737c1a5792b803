/**
 * The fifteenth schema: creation times of snapshots and their builds, which were 1970 before, and end times, which were
 * missing.
 */
import { type Kysely, sql } from 'kysely'

export async function addSnapshotTimes(db: Kysely<unknown>): Promise<void> {
  const ofSnapshots = sql`template_id in (select template_id from templates where source = 'snapshot')`
  // A snapshot's build is complete when it is recorded.
  await sql`update builds set updated_at_ms = created_at_ms, finished_at_ms = created_at_ms where ${ofSnapshots}`.execute(
    db,
  )
  await sql`
    update templates set updated_at_ms = coalesce(
      (select max(builds.created_at_ms) from builds where builds.template_id = templates.template_id), created_at_ms)
    where source = 'snapshot' and updated_at_ms = 0`.execute(db)
}
