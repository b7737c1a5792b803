/**
 * The store on a database that Kysely speaks to: opened, brought to the present schema, and put together from the parts
 * that keep teams, templates and sandboxes.
 */
import { Kysely, Migrator, SqliteDialect } from 'kysely'
import type { Store } from '../../ports/store.ts'
import { keepBuildLogs } from './build-logs.ts'
import { createBuildStore } from './builds.ts'
import { keepEvents } from './events.ts'
import { withKnownKeys } from './known-keys.ts'
import { openReader, readerThrough } from './reader.ts'
import { keepSandboxes } from './sandboxes.ts'
import { migrations, type Tables } from './schema.ts'
import { keepTeamSecrets } from './secrets.ts'
import { keepSnapshots } from './snapshots.ts'
import { openSqlite } from './sqlite-database.ts'
import { createActivityRecorder, keepTeamActivity } from './team-activity.ts'
import { keepTeams } from './teams.ts'
import { keepTemplates } from './templates.ts'
import { keepUsedLinks } from './used-links.ts'

const inMemory = ':memory:'

/** `path` may be `:memory:`. `open` is another way to open it, for tests of what happens when it fails. */
export async function openStore(path: string, open = openSqlite): Promise<Store> {
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: async () => open(path) }) })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const reader = path === inMemory ? readerThrough(db) : openReader(path)
  return {
    ...withKnownKeys(keepTeams(db)),
    ...keepTemplates(db),
    ...createBuildStore(db),
    ...keepBuildLogs(db),
    ...keepSnapshots(db),
    ...keepSandboxes(db, { reader, recordActivity: createActivityRecorder() }),
    ...keepTeamActivity(db),
    ...keepTeamSecrets(db),
    ...keepEvents(db),
    ...keepUsedLinks(db),
    close: async () => {
      // The other is the last: it leaves nothing beside the file.
      reader.close()
      await db.destroy()
    },
  }
}

async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw new Error('the database could not be brought to the present schema', { cause: error })
}
