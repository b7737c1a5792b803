/**
 * The store on a database that Kysely speaks to: opened, brought to the present schema, and put together from the parts
 * that keep teams, templates and sandboxes.
 */
import { Kysely, Migrator, SqliteDialect } from 'kysely'
import type { Store } from '../../ports/store.ts'
import { keepBuildLogs } from './build/build-logs.ts'
import { createBuildStore } from './build/builds.ts'
import { keepEvents } from './event/events.ts'
import { withKnownKeys } from './key/known-keys.ts'
import { openReader, readerThrough } from './reader.ts'
import { keepSandboxes } from './sandbox/sandboxes.ts'
import { migrations, type Tables } from './schema.ts'
import { keepTeamSecrets } from './secret/secrets.ts'
import { keepSnapshots } from './snapshot/snapshots.ts'
import { openSqlite } from './sqlite-database.ts'
import { createActivityRecorder, keepTeamActivity } from './team/team-activity.ts'
import { keepTeams } from './team/teams.ts'
import { keepTemplates } from './template/templates.ts'
import { keepUsedLinks } from './build/used-links.ts'

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
