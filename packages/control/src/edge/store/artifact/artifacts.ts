/** Artifacts in the object store. An attempt that is not the present one changes nothing, whoever makes it. */
import { ServiceError } from '@cay/core/errors.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type {
  ArtifactFacts,
  ArtifactKind,
  ArtifactStore,
  CommitOutcome,
  StoredArtifact,
} from '../../../ports/artifact.ts'
import type { RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'
import { createGarbageStore, releasedColumns } from './garbage.ts'
import { insertLogSegments, listLogSegments } from './log-segments.ts'
import { createNodeAccessStore } from './node-access.ts'
import { listOfferableBuilds } from './offerable-builds.ts'
import { createUploadGrantStore } from './upload-grants.ts'

export function createArtifactStore(db: Kysely<Tables>, locks: Pick<RowLocks, 'sandbox'>): ArtifactStore {
  return {
    ...createNodeAccessStore(db),
    ...createGarbageStore(db),
    ...createUploadGrantStore(db),
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
        return await db.transaction().execute((transaction) => commit(transaction, locks, { facts, nowMs }))
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
    async listBuildCpuFeatures() {
      const rows = await db
        .selectFrom('artifacts')
        .select('cpu_features')
        .distinct()
        .where('state', '=', 'stored')
        .where('kind', '=', 'build')
        .where('cpu_features', '!=', '')
        .orderBy('cpu_features')
        .execute()
      return rows.map((row) => row.cpu_features)
    },
    listOfferableBuilds: (buildIds) => listOfferableBuilds(db, buildIds),
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
  ...{ alias: '', template_id: '', manifest: '', pause_epoch: 0 },
}

/** Several nodes may store the same at the same time. */
const sharedKinds: ReadonlySet<ArtifactKind> = new Set(['rootfs', 'runtime', 'upload'])

/** The row is locked by the first write, so concurrent calls get different numbers. */
async function begin(db: Transaction<Tables>, { artifactId, kind, nowMs, nodeId, sealKey }: Begin) {
  const { numInsertedOrUpdatedRows: isNew } = await db
    .insertInto('artifacts')
    .values({
      ...{ artifact_id: artifactId, kind, state: 'uploading', attempt: 1, sealed_key: sealKey(1) },
      ...{ ...fresh, ...unclaimed, changed_at_ms: nowMs, stored_by: nodeId ?? null },
    })
    .onConflict((conflict) => conflict.column('artifact_id').doNothing())
    .executeTakeFirstOrThrow()
  if (isNew === 1n) return 1
  const touched = await db
    .updateTable('artifacts')
    .set({ changed_at_ms: nowMs })
    .where('artifact_id', '=', artifactId)
    .returning(['state', 'attempt', 'stored_by', 'kind'])
    .executeTakeFirstOrThrow()
  if (touched.state === 'stored') return undefined
  const isOthers = nodeId !== undefined && touched.stored_by !== null && touched.stored_by !== nodeId
  if (touched.state === 'uploading' && isOthers && !sharedKinds.has(touched.kind))
    throw new ServiceError('forbidden', `the artifact '${artifactId}' is being stored by another node`)
  const attempt = touched.attempt + 1
  await db
    .updateTable('artifacts')
    .set({
      kind,
      state: 'uploading',
      attempt,
      sealed_key: sealKey(attempt),
      ...unclaimed,
      stored_by: nodeId ?? null,
    })
    .where('artifact_id', '=', artifactId)
    .execute()
  return attempt
}

/** Thrown to roll the transaction back. */
class CommitRefused extends Error {
  readonly reason: CommitOutcome

  constructor(reason: CommitOutcome) {
    super(reason)
    this.reason = reason
  }
}

interface Commit {
  readonly facts: ArtifactFacts
  readonly nowMs: number
}

async function commit(
  db: Transaction<Tables>,
  locks: Pick<RowLocks, 'sandbox'>,
  { facts, nowMs }: Commit,
): Promise<CommitOutcome> {
  const { artifactId, attempt, sandboxId } = facts
  // Before the artifact, as in every transaction: a resume, which releases the pause, comes before this one or after it.
  const sandbox = sandboxId === '' ? undefined : await lockSandbox(db, locks, sandboxId)
  const row = await db
    .updateTable('artifacts')
    .set({ state: 'stored', changed_at_ms: nowMs, ...columnsOf(facts) })
    .where('artifact_id', '=', artifactId)
    .where('attempt', '=', attempt)
    .where('state', '=', 'uploading')
    .returning(['kind', 'stored_by'])
    .executeTakeFirst()
  if (row === undefined) return 'unknown'
  if (facts.nodeId !== undefined && row.stored_by !== facts.nodeId) throw new CommitRefused('foreign')
  if (row.kind === 'snapshot' || row.kind === 'build') await checkBuild(db, facts)
  await keepNeeded(db, facts, nowMs)
  if (row.kind === 'logs') await insertLogSegments(db, artifactId, facts.segments ?? [])
  if (row.kind === 'pause') {
    checkPause(sandbox, facts)
    await supersedePauses(db, { facts, nowMs })
  }
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
    pause_epoch: facts.epoch ?? 0,
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

type PausedRow = Pick<Selectable<Tables['sandboxes']>, 'state' | 'node_id' | 'epoch' | 'op'>

function lockSandbox(
  db: Transaction<Tables>,
  locks: Pick<RowLocks, 'sandbox'>,
  sandboxId: string,
): Promise<PausedRow | undefined> {
  const found = db
    .selectFrom('sandboxes')
    .select(['state', 'node_id', 'epoch', 'op'])
    .where('sandbox_id', '=', sandboxId)
  return locks.sandbox(found).executeTakeFirst()
}

/**
 * A placement that was refused has raised the epoch as well: the sandbox is still paused then, and nothing works on it. Its
 * node may store that pause.
 */
function checkPause(sandbox: PausedRow | undefined, { nodeId, epoch = 0 }: ArtifactFacts): void {
  if (sandbox === undefined || sandbox.state === 'ended') throw new CommitRefused('ended')
  if (nodeId !== undefined && sandbox.node_id !== nodeId) throw new CommitRefused('foreign')
  const isSettled = sandbox.state === 'paused' && sandbox.op === null
  if (epoch > 0 && epoch < sandbox.epoch && !isSettled) throw new CommitRefused('stale')
}

/** A build that control has requested names its node. Others come with Cay, or are recorded after they are stored. */
async function checkBuild(db: Transaction<Tables>, { artifactId, nodeId }: ArtifactFacts): Promise<void> {
  if (nodeId === undefined) return
  const others = await db
    .selectFrom('builds')
    .innerJoin('templates', 'templates.template_id', 'builds.template_id')
    .select('build_id')
    .where('build_id', '=', artifactId)
    .where('templates.team_id', 'is not', null)
    .where((each) => each(each.fn.coalesce('builds.node_id', each.val('')), '!=', nodeId))
    .executeTakeFirst()
  if (others !== undefined) throw new CommitRefused('foreign')
}

async function supersedePauses(
  db: Transaction<Tables>,
  { facts: { artifactId, sandboxId, epoch = 0 }, nowMs }: Commit,
): Promise<void> {
  const others = db
    .selectFrom('artifacts')
    .select('artifact_id')
    .where('sandbox_id', '=', sandboxId)
    .where('artifact_id', '!=', artifactId)
  const newer = epoch === 0 ? undefined : await others.where('pause_epoch', '>', epoch).executeTakeFirst()
  if (newer !== undefined) throw new CommitRefused('stale')
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
