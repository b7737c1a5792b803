import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** MiB, with those that are being made, and with deleted ones as long as their files may be on a disk. */
export async function sumVolumes(db: Kysely<Tables>, teamId: string): Promise<number> {
  const row = await db
    .selectFrom('volumes')
    .select(({ fn }) => fn.sum<number | string | null>('size_mb').as('size_mb'))
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return Number(row?.size_mb ?? 0)
}
