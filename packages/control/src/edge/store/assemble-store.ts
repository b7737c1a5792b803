/**
 * The store on a database that Kysely supports: runs the migrations and assembles the stores of teams, templates,
 * sandboxes and the rest.
 */
import { type Kysely, Migrator, type Transaction } from 'kysely'
import type { Store } from '../../ports/store.ts'
import { createArtifactStore } from './artifact/artifacts.ts'
import { createBuildLogStore } from './build/build-logs.ts'
import { createBuildOrderStore } from './build/build-orders.ts'
import { createBuildStore } from './build/builds.ts'
import { createUsedLinkStore } from './build/used-links.ts'
import { createDashboardBuilds } from './dashboard/dashboard-builds.ts'
import { createDashboardTags } from './dashboard/dashboard-tags.ts'
import { createDashboardTemplates } from './dashboard/dashboard-templates.ts'
import { createEventExportStore } from './event/event-exports.ts'
import { createEventLog } from './event/events.ts'
import { insertEvents } from './event/ledger.ts'
import { type RelayedEvents, relayOutbox } from './event/outbox.ts'
import { createSandboxEventLog, insertSandboxEvents } from './event/sandbox-events.ts'
import { type SharedCache, withKeyCache } from './key/key-cache.ts'
import { createMemberStore } from './member/members.ts'
import { createNodeStore } from './node/nodes.ts'
import type { Reader } from './reader.ts'
import { createReplicaStore } from './replica/replicas.ts'
import type { RowLocks } from './row-locks.ts'
import { createLossStore } from './sandbox/lose-sandboxes.ts'
import { createSandboxStore, type SandboxLookups } from './sandbox/sandboxes.ts'
import { migrations, type Tables } from './schema.ts'
import { createSecretStore } from './secret/secrets.ts'
import { createSnapshotStore } from './snapshot/snapshots.ts'
import { createActivityRecorder, createTeamActivityStore } from './team/team-activity.ts'
import { createTeamStore } from './team/teams.ts'
import { createTemplateStore } from './template/templates.ts'
import { createVolumeStore } from './volume/volumes.ts'
import { createWebhookStore } from './webhook/webhooks.ts'

export interface StoreDatabase {
  readonly isShared: boolean
  readonly db: Kysely<Tables>
  readonly reader: Reader
  readonly locks: RowLocks
  readonly readClock: () => Promise<number>
  /** The lookups that everything else waits for. */
  readonly lookups: SandboxLookups
  /** Absent where this process is the only writer. */
  readonly keyCache?: SharedCache
}

export function assembleStore({
  db,
  reader,
  locks,
  isShared,
  keyCache,
  readClock,
  lookups,
}: StoreDatabase): Store {
  const recordActivity = createActivityRecorder()
  const relay = () => relayOutbox(db, locks, passEvents)
  return {
    isShared,
    ...withKeyCache(createTeamStore(db), keyCache),
    ...createTemplateStore(db, locks),
    ...createBuildStore(db, locks),
    ...createBuildLogStore(db),
    ...createDashboardBuilds(db),
    ...createDashboardTemplates(db),
    ...createDashboardTags(db),
    ...createBuildOrderStore(db, locks),
    ...createSnapshotStore(db, locks),
    ...createSandboxStore(db, { reader, locks, lookups, recordActivity }),
    ...createNodeStore(db, locks),
    ...createLossStore(db, { locks, recordActivity }),
    ...createTeamActivityStore(db),
    ...createSecretStore(db),
    ...createVolumeStore(db, locks),
    ...createEventLog(db, { locks, relay }),
    ...createEventExportStore(db),
    ...createSandboxEventLog(db, { relay }),
    ...createWebhookStore(db, locks),
    ...createUsedLinkStore(db),
    ...createArtifactStore(db, locks),
    ...createReplicaStore(db, readClock),
    ...createMemberStore(db),
    close: async () => {
      // The other connection must close last: it then removes the auxiliary files beside the database file.
      reader.close()
      await db.destroy()
    },
  }
}

/** What the relay does with the events of a batch, in its transaction. */
async function passEvents(db: Transaction<Tables>, { audited, lifecycle }: RelayedEvents): Promise<void> {
  await insertEvents(db, audited)
  await insertSandboxEvents(db, lifecycle)
}

/** Applies the migrations that are missing. */
export async function migrateStore(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
