/** Which nodes may use the files of COPY steps: those that control has sent them to, or a build that copies them. */
import type { Kysely } from 'kysely'
import type { ArtifactStore } from '../../../ports/artifact.ts'
import type { Tables } from '../schema.ts'

export function createUploadGrantStore(
  db: Kysely<Tables>,
): Pick<ArtifactStore, 'grantUploads' | 'listUploadGrants'> {
  return {
    async grantUploads(nodeId, artifactIds, untilMs) {
      if (artifactIds.length === 0) return
      const rows = [...new Set(artifactIds)].sort()
      await db
        .insertInto('upload_grants')
        .values(rows.map((artifact_id) => ({ artifact_id, node_id: nodeId, until_ms: untilMs })))
        .onConflict((conflict) =>
          conflict.columns(['artifact_id', 'node_id']).doUpdateSet({ until_ms: untilMs }),
        )
        .execute()
    },

    async listUploadGrants(artifactIds) {
      if (artifactIds.length === 0) return []
      const rows = await db
        .selectFrom('upload_grants')
        .selectAll()
        .where('artifact_id', 'in', [...artifactIds])
        .execute()
      return rows.map((row) => ({ artifactId: row.artifact_id, nodeId: row.node_id, untilMs: row.until_ms }))
    },
  }
}
