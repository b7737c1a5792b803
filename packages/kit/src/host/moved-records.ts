import { existsSync } from 'node:fs'
import { type dataLayout, movedSuffix } from '../data-layout.ts'
import { SettingError } from '../settings.ts'

/**
 * Refuses to begin with an empty SQLite database in a directory whose records were moved to PostgreSQL, when no setting says
 * where: `cluster.json`, which named the database, is gone. Throws SettingError.
 */
export function refuseMovedRecords({ database, clusterFile }: ReturnType<typeof dataLayout>): void {
  const moved = `${database}${movedSuffix}`
  if (existsSync(database) || !existsSync(moved)) return
  throw new SettingError(
    'CAY_DATABASE_URL',
    '(not set)',
    `the records were moved to PostgreSQL, and ${clusterFile}, which named the database, is gone: set it ` +
      `(to go back to the records before the move instead, rename ${moved} to ${database})`,
  )
}
