/** Where the parts of sandbox logs and metric series are. They go when they expire, and their artifact with the last one. */
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { LogSegment, NewLogSegment } from '../../../ports/artifact.ts'
import type { Tables } from '../schema.ts'

/** Rows of one statement, below the number of parameters that every database allows. */
const rowsAtOnce = 500

/** In the transaction that makes the artifact a stored one. */
export async function insertLogSegments(
  db: Transaction<Tables>,
  artifactId: string,
  segments: readonly NewLogSegment[],
): Promise<void> {
  for (const segment of segments) if (segment.replacesFrom !== undefined) await removeReplaced(db, segment)
  for (let from = 0; from < segments.length; from += rowsAtOnce)
    await db
      .insertInto('log_segments')
      .values(segments.slice(from, from + rowsAtOnce).map((segment) => rowOf(artifactId, segment)))
      .onConflict((conflict) =>
        conflict
          .columns(['sandbox_id', 'stream', 'first_number'])
          .doUpdateSet(({ ref }) => ({
            last_number: ref('excluded.last_number'),
            artifact_id: ref('excluded.artifact_id'),
            start_byte: ref('excluded.start_byte'),
            bytes: ref('excluded.bytes'),
            expires_at_ms: ref('excluded.expires_at_ms'),
          }))
          // A node that had the sandbox before may know less of its log.
          .whereRef('excluded.last_number', '>=', 'log_segments.last_number'),
      )
      .execute()
}

export async function listLogSegments(
  db: Kysely<Tables>,
  sandboxIds: readonly string[],
): Promise<LogSegment[]> {
  if (sandboxIds.length === 0) return []
  const rows = await db
    .selectFrom('log_segments')
    .selectAll()
    .where('sandbox_id', 'in', [...sandboxIds])
    .execute()
  return rows.map(segmentOf).sort((one, other) => one.firstNumber - other.firstNumber)
}

export async function removeExpiredSegments(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db.deleteFrom('log_segments').where('expires_at_ms', '<', nowMs).execute()
}

/** What a part that was written again makes superfluous, and what its sandbox does not keep any more. */
async function removeReplaced(db: Transaction<Tables>, segment: NewLogSegment): Promise<void> {
  const { sandboxId, stream, lastNumber, replacesFrom = 0, keptFrom = 0 } = segment
  await db
    .deleteFrom('log_segments')
    .where('sandbox_id', '=', sandboxId)
    .where('stream', '=', stream)
    .where(({ or, and, eb }) =>
      or([
        and([eb('first_number', '>=', replacesFrom), eb('last_number', '<=', lastNumber)]),
        eb('last_number', '<', keptFrom),
      ]),
    )
    .execute()
}

function rowOf(artifactId: string, segment: NewLogSegment): Tables['log_segments'] {
  return {
    sandbox_id: segment.sandboxId,
    stream: segment.stream,
    first_number: segment.firstNumber,
    last_number: segment.lastNumber,
    artifact_id: artifactId,
    start_byte: segment.startByte,
    bytes: segment.bytes,
    expires_at_ms: segment.expiresAtMs,
  }
}

function segmentOf(row: Selectable<Tables['log_segments']>): LogSegment {
  return {
    sandboxId: row.sandbox_id,
    stream: row.stream,
    firstNumber: row.first_number,
    lastNumber: row.last_number,
    artifactId: row.artifact_id,
    startByte: row.start_byte,
    bytes: row.bytes,
  }
}
