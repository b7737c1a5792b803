/**
 * The store on a database that Kysely speaks to: opened, brought to the present schema, and put together from the parts
 * that keep teams, templates and sandboxes.
 */
import { Kysely, Migrator, SqliteDialect } from 'kysely'
import type { Store } from '../../ports/store.ts'
import { createBuildLogStore } from './build/build-logs.ts'
import { createBuildStore } from './build/builds.ts'
import { createUsedLinkStore } from './build/used-links.ts'
import { createEventLog } from './event/events.ts'
import { withKeyCache } from './key/key-cache.ts'
import { openReader, readerThrough } from './reader.ts'
import { createSandboxStore } from './sandbox/sandboxes.ts'
import { migrations, type Tables } from './schema.ts'
import { createSecretStore } from './secret/secrets.ts'
import { createSnapshotStore } from './snapshot/snapshots.ts'
import { openSqlite } from './sqlite-database.ts'
import { createActivityRecorder, createTeamActivityStore } from './team/team-activity.ts'
import { createTeamStore } from './team/teams.ts'
import { createTemplateStore } from './template/templates.ts'

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
    ...withKeyCache(createTeamStore(db)),
    ...createTemplateStore(db),
    ...createBuildStore(db),
    ...createBuildLogStore(db),
    ...createSnapshotStore(db),
    ...createSandboxStore(db, { reader, recordActivity: createActivityRecorder() }),
    ...createTeamActivityStore(db),
    ...createSecretStore(db),
    ...createEventLog(db),
    ...createUsedLinkStore(db),
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
