import type { Kysely } from 'kysely'
import type { OfferableBuild } from '../../../ports/artifact.ts'
import type { Tables } from '../schema.ts'

export async function listOfferableBuilds(
  db: Kysely<Tables>,
  buildIds: readonly string[],
): Promise<OfferableBuild[]> {
  if (buildIds.length === 0) return []
  const rows = await db
    .selectFrom('artifacts')
    .innerJoin('builds', 'builds.build_id', 'artifacts.artifact_id')
    .innerJoin('templates', 'templates.template_id', 'builds.template_id')
    .leftJoin('artifacts as rootfs', 'rootfs.artifact_id', 'artifacts.rootfs_id')
    .leftJoin('teams', 'teams.team_id', 'templates.team_id')
    .select(['builds.build_id', 'builds.template_id', 'builds.created_at_ms', 'builds.finished_at_ms'])
    .select(['artifacts.rootfs_id', 'artifacts.bytes', 'rootfs.bytes as rootfs_bytes'])
    .select(['templates.last_spawned_at_ms', 'teams.node_labels'])
    .where('artifacts.artifact_id', 'in', [...buildIds])
    .where('artifacts.state', '=', 'stored')
    .where('artifacts.kind', '=', 'build')
    .where('builds.is_on_node', '=', 1)
    .execute()
  return rows.map((row) => ({
    ...{ buildId: row.build_id, templateId: row.template_id, rootfsId: row.rootfs_id },
    bytes: row.bytes + (row.rootfs_bytes ?? 0),
    createdAtMs: row.created_at_ms,
    usedAtMs: Math.max(row.last_spawned_at_ms ?? 0, row.finished_at_ms ?? row.created_at_ms),
    nodeLabels: row.node_labels === null ? [] : (JSON.parse(row.node_labels) as string[]),
  }))
}
