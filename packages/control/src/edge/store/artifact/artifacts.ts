/** Artifacts in the object store. An attempt that is not the present one changes nothing, whoever makes it. */
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ArtifactFacts, ArtifactStore, StoredArtifact } from '../../../ports/artifact.ts'
import type { Tables } from '../schema.ts'
import { createGarbageStore, releasedColumns } from './garbage.ts'
import { insertLogSegments, listLogSegments } from './log-segments.ts'

export function createArtifactStore(db: Kysely<Tables>): ArtifactStore {
  return {
    ...createGarbageStore(db),
    beginArtifact: (attempt) => db.transaction().execute((transaction) => begin(transaction, attempt)),
    async noteObjects({ artifactId, attempt }, objects) {
      const { numUpdatedRows } = await db
        .updateTable('artifacts')
        .set(({ case: choose, ref }) => ({
          objects_max: choose()
            .when('objects_max', '<', objects)
            .then(objects)
            .else(ref('objects_max'))
            .end(),
        }))
        .where('artifact_id', '=', artifactId)
        .where('attempt', '=', attempt)
        .where('state', '=', 'uploading')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async commitArtifact(facts, nowMs) {
      try {
        return await db.transaction().execute((transaction) => commit(transaction, facts, nowMs))
      } catch (error) {
        if (error instanceof CommitRefused) return error.reason
        throw error
      }
    },
    async findArtifact(artifactId) {
      const row = await stored(db).where('artifact_id', '=', artifactId).executeTakeFirst()
      return row === undefined ? undefined : toArtifact(row)
    },
    async findStored(artifactIds, nowMs) {
      if (artifactIds.length === 0) return []
      const rows = await db
        .updateTable('artifacts')
        .set({ changed_at_ms: nowMs })
        .where('artifact_id', 'in', [...artifactIds])
        .where('state', '=', 'stored')
        .returning('artifact_id')
        .execute()
      return rows.map(({ artifact_id }) => artifact_id)
    },
    async findStoredPause(sandboxId) {
      const row = await stored(db)
        .where('kind', '=', 'pause')
        .where('sandbox_id', '=', sandboxId)
        .executeTakeFirst()
      return row === undefined ? undefined : toArtifact(row)
    },
    listLogSegments: (sandboxIds) => listLogSegments(db, sandboxIds),
    async listStoredRecipes(alias) {
      const rows = await db
        .selectFrom('artifacts')
        .leftJoin('builds', 'builds.build_id', 'artifacts.artifact_id')
        .select(['artifact_id', 'artifacts.template_id', 'changed_at_ms', 'created_at_ms'])
        .where('artifacts.state', '=', 'stored')
        .where('kind', '=', 'build')
        .where('alias', '=', alias)
        .execute()
      // A use changes the time of an artifact, and that of several at once.
      return rows
        .sort((a, b) => (b.created_at_ms ?? 0) - (a.created_at_ms ?? 0) || b.changed_at_ms - a.changed_at_ms)
        .map((row) => ({ artifactId: row.artifact_id, templateId: row.template_id }))
    },
  }
}

type Begin = Parameters<ArtifactStore['beginArtifact']>[0]

const fresh = { swept: 0, objects_max: 0, bytes: 0, cpu_features: '' }
const unclaimed = {
  ...{ runtime_id: '', rootfs_id: '', sandbox_id: '', sealed_record: '' },
  ...{ alias: '', template_id: '', manifest: '' },
}

/** The row is locked by the first write, so concurrent calls get different numbers. */
async function begin(db: Transaction<Tables>, { artifactId, kind, nowMs, sealKey }: Begin) {
  const { numInsertedOrUpdatedRows: isNew } = await db
    .insertInto('artifacts')
    .values({
      ...{ artifact_id: artifactId, kind, state: 'uploading', attempt: 1, sealed_key: sealKey(1) },
      ...{ ...fresh, ...unclaimed, changed_at_ms: nowMs },
    })
    .onConflict((conflict) => conflict.column('artifact_id').doNothing())
    .executeTakeFirstOrThrow()
  if (isNew === 1n) return 1
  const touched = await db
    .updateTable('artifacts')
    .set({ changed_at_ms: nowMs })
    .where('artifact_id', '=', artifactId)
    .returning(['state', 'attempt'])
    .executeTakeFirstOrThrow()
  if (touched.state === 'stored') return undefined
  const attempt = touched.attempt + 1
  await db
    .updateTable('artifacts')
    .set({ kind, state: 'uploading', attempt, sealed_key: sealKey(attempt), ...unclaimed })
    .where('artifact_id', '=', artifactId)
    .execute()
  return attempt
}

/** Thrown to roll the transaction back. */
class CommitRefused extends Error {
  readonly reason: 'incomplete' | 'ended'

  constructor(reason: 'incomplete' | 'ended') {
    super(reason)
    this.reason = reason
  }
}

async function commit(db: Transaction<Tables>, facts: ArtifactFacts, nowMs: number) {
  const { artifactId, attempt, sandboxId } = facts
  const row = await db
    .updateTable('artifacts')
    .set({ state: 'stored', changed_at_ms: nowMs, ...columnsOf(facts) })
    .where('artifact_id', '=', artifactId)
    .where('attempt', '=', attempt)
    .where('state', '=', 'uploading')
    .returning('kind')
    .executeTakeFirst()
  if (row === undefined) return 'unknown'
  await keepNeeded(db, facts, nowMs)
  if (row.kind === 'logs') await insertLogSegments(db, artifactId, facts.segments ?? [])
  if (row.kind === 'pause') await supersedePauses(db, { artifactId, sandboxId, nowMs })
  return 'stored'
}

function columnsOf(facts: ArtifactFacts) {
  return {
    manifest: facts.manifest,
    bytes: facts.storedBytes,
    cpu_features: facts.cpuFeatures,
    runtime_id: facts.runtimeId,
    rootfs_id: facts.rootfsId,
    sandbox_id: facts.sandboxId,
    sealed_record: facts.sealedRecord,
    alias: facts.alias,
    template_id: facts.templateId,
  }
}

/** The write keeps a concurrent collection from releasing what this artifact needs. */
async function keepNeeded(
  db: Transaction<Tables>,
  { runtimeId, rootfsId }: ArtifactFacts,
  nowMs: number,
): Promise<void> {
  const needed = [...new Set([runtimeId, rootfsId].filter((id) => id !== ''))]
  if (needed.length === 0) return
  const { numUpdatedRows } = await db
    .updateTable('artifacts')
    .set({ changed_at_ms: nowMs })
    .where('artifact_id', 'in', needed)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  if (Number(numUpdatedRows) !== needed.length) throw new CommitRefused('incomplete')
}

async function supersedePauses(
  db: Transaction<Tables>,
  { artifactId, sandboxId, nowMs }: { artifactId: string; sandboxId: string; nowMs: number },
): Promise<void> {
  const sandbox = await db
    .selectFrom('sandboxes')
    .select('state')
    .where('sandbox_id', '=', sandboxId)
    .executeTakeFirst()
  if (sandbox === undefined || sandbox.state === 'ended') throw new CommitRefused('ended')
  await db
    .updateTable('artifacts')
    .set({ ...releasedColumns, changed_at_ms: nowMs })
    .where('sandbox_id', '=', sandboxId)
    .where('artifact_id', '!=', artifactId)
    .execute()
}

function stored(db: Kysely<Tables>) {
  return db.selectFrom('artifacts').selectAll().where('state', '=', 'stored')
}

function toArtifact(row: Selectable<Tables['artifacts']>): StoredArtifact {
  return {
    artifactId: row.artifact_id,
    kind: row.kind,
    attempt: row.attempt,
    sealedKey: row.sealed_key,
    manifest: row.manifest,
    storedBytes: row.bytes,
    cpuFeatures: row.cpu_features,
    runtimeId: row.runtime_id,
    rootfsId: row.rootfs_id,
    sandboxId: row.sandbox_id,
    sealedRecord: row.sealed_record,
    alias: row.alias,
    templateId: row.template_id,
  }
}
