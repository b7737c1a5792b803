/** Finds artifacts that nothing needs any more, and the objects that can be removed. Decided by the database alone. */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { ArtifactKind, ArtifactStore, Garbage } from '../../../ports/artifact.ts'
import type { Tables } from '../schema.ts'
import { removeExpiredSegments } from './log-segments.ts'

type Part = Pick<ArtifactStore, 'releaseArtifacts' | 'releaseUnused' | 'listGarbage' | 'forgetGarbage'>

const msPerHour = 3_600_000
/** Between an artifact and the record that refers to it. */
const unreferencedMs = msPerHour
/** A slow upload is not taken for one whose node has crashed. */
const abandonedMs = 24 * msPerHour
/** Files of COPY steps are a cache of what clients have. */
const uploadsUnusedMs = 30 * 24 * msPerHour

/** What is left of an artifact that is released: without its key nobody can read its objects. */
export const releasedColumns = {
  state: 'deleting' as const,
  ...{ sealed_key: '', sealed_record: '', manifest: '', sandbox_id: '', alias: '' },
  ...{ runtime_id: '', rootfs_id: '' },
}

export function createGarbageStore(db: Kysely<Tables>): Part {
  const release = (nowMs: number) =>
    db.updateTable('artifacts').set({ ...releasedColumns, changed_at_ms: nowMs })
  const releaseOld = (nowMs: number, kinds: readonly ArtifactKind[], ageMs: number) =>
    release(nowMs)
      .where('state', '=', 'stored')
      .where('kind', 'in', [...kinds])
      .where('changed_at_ms', '<', nowMs - ageMs)
  return {
    async releaseArtifacts(artifactIds, nowMs) {
      if (artifactIds.length === 0) return
      await release(nowMs)
        .where('artifact_id', 'in', [...artifactIds])
        .where('state', '!=', 'deleting')
        .execute()
    },

    async releaseUnused(nowMs) {
      await release(nowMs)
        .where('state', '=', 'stored')
        .where('kind', '=', 'pause')
        .where(({ not, exists }) => not(exists(liveSandbox(db))))
        .execute()
      await releaseOld(nowMs, ['snapshot', 'build'], unreferencedMs)
        .where(({ not, exists }) => not(exists(build(db))))
        .execute()
      await releaseOld(nowMs, ['upload'], uploadsUnusedMs).execute()
      await db
        .deleteFrom('upload_grants')
        .where('until_ms', '<', nowMs)
        // One lookup for each grant: PostgreSQL reads all artifacts for `not exists`.
        .where(({ eb, selectFrom, ref }) =>
          eb(
            selectFrom('artifacts')
              .select('artifacts.artifact_id')
              .where('artifacts.artifact_id', '=', ref('upload_grants.artifact_id')),
            'is',
            null,
          ),
        )
        .execute()
      await releaseOld(nowMs, ['rootfs', 'runtime'], unreferencedMs).where(isUnreferenced).execute()
      await removeExpiredSegments(db, nowMs)
      await release(nowMs)
        .where('state', '=', 'stored')
        .where('kind', '=', 'logs')
        .where(({ not, exists }) => not(exists(segment(db))))
        .execute()
      await release(nowMs)
        .where('state', '=', 'uploading')
        .where('changed_at_ms', '<', nowMs - abandonedMs)
        .execute()
    },

    async listGarbage(nowMs, { afterId, limit }) {
      const rows = await db
        .selectFrom('artifacts')
        .select(['artifact_id', 'state', 'attempt', 'swept', 'objects_max'])
        .where(({ or, and, eb }) =>
          or([
            eb('state', '=', 'deleting'),
            and([
              eb('state', '=', 'stored'),
              eb('changed_at_ms', '<', nowMs - abandonedMs),
              sql<boolean>`swept < attempt - 1`,
            ]),
          ]),
        )
        .where('artifact_id', '>', afterId)
        .orderBy('artifact_id')
        .limit(limit)
        .execute()
      return rows.map(toGarbage)
    },

    forgetGarbage: ({ artifactId, attempt }) =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom('artifacts')
          .where('artifact_id', '=', artifactId)
          .where('attempt', '=', attempt)
          .where('state', '=', 'deleting')
          .execute()
        await transaction
          .updateTable('artifacts')
          .set({ swept: attempt })
          .where('artifact_id', '=', artifactId)
          .where('attempt', '>', attempt)
          .where('swept', '<', attempt)
          .execute()
      }),
  }
}

function liveSandbox(db: Kysely<Tables>) {
  return db
    .selectFrom('sandboxes')
    .select('sandboxes.sandbox_id')
    .whereRef('sandboxes.sandbox_id', '=', sql.ref<string>('artifacts.sandbox_id'))
    .where('sandboxes.state', '!=', 'ended')
}

function build(db: Kysely<Tables>) {
  return db
    .selectFrom('builds')
    .select('builds.build_id')
    .whereRef('builds.build_id', '=', sql.ref<string>('artifacts.artifact_id'))
}

function segment(db: Kysely<Tables>) {
  return db
    .selectFrom('log_segments')
    .select('log_segments.artifact_id')
    .whereRef('log_segments.artifact_id', '=', sql.ref<string>('artifacts.artifact_id'))
}

/** No stored artifact needs it. */
function isUnreferenced({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'artifacts'>) {
  const users = selectFrom('artifacts as user').select('user.artifact_id')
  return not(
    exists(
      users.where(({ or, eb, ref }) =>
        or([
          eb('user.rootfs_id', '=', ref('artifacts.artifact_id')),
          eb('user.runtime_id', '=', ref('artifacts.artifact_id')),
        ]),
      ),
    ),
  )
}

interface Row {
  readonly artifact_id: string
  readonly state: string
  readonly attempt: number
  readonly swept: number
  readonly objects_max: number
}

function toGarbage({ artifact_id, state, attempt, swept, objects_max }: Row): Garbage {
  const last = state === 'deleting' ? attempt : attempt - 1
  return { artifactId: artifact_id, firstAttempt: swept + 1, attempt: last, objectsMax: objects_max }
}
