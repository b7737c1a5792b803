/** Which artifacts a node of a cluster may read and release: what its sandboxes and builds need, as their rows say. */
import type { State } from '@cay/core/sandbox/state.ts'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { ArtifactStore } from '../../../ports/artifact.ts'
import type { Tables } from '../schema.ts'

type Part = Pick<ArtifactStore, 'isNeededOn' | 'listForeign' | 'findUpload'>
type Needed = ExpressionBuilder<Tables & { needed: Tables['artifacts'] }, 'needed'>
type Artifact = ExpressionBuilder<Tables, 'artifacts'>

/** A literal, so that the partial index of sandboxes by node applies. */
const ended = sql.lit<State>('ended')

export function createNodeAccessStore(db: Kysely<Tables>): Part {
  return {
    async isNeededOn(nodeId, artifactId) {
      const row = await db
        .selectFrom('artifacts as needed')
        .select('needed.artifact_id')
        .where('needed.state', '=', 'stored')
        .where(({ or, eb }) =>
          or([eb('needed.artifact_id', '=', artifactId), eb('needed.rootfs_id', '=', artifactId)]),
        )
        .where((each: Needed) => each.or(needs(each, nodeId)))
        .limit(1)
        .executeTakeFirst()
      return row !== undefined || (await hasSegments(db, nodeId, artifactId))
    },

    async listForeign(nodeId, artifactIds) {
      if (artifactIds.length === 0) return []
      const rows = await db
        .selectFrom('artifacts')
        .select('artifact_id')
        .where('artifact_id', 'in', [...artifactIds])
        .where('state', '!=', 'deleting')
        .where('kind', '!=', 'upload')
        .where((each) => each.or(foreign(each, nodeId)))
        .execute()
      return rows.map(({ artifact_id }) => artifact_id)
    },

    async findUpload({ artifactId, attempt }) {
      const row = await db
        .selectFrom('artifacts')
        .select('stored_by')
        .where('artifact_id', '=', artifactId)
        .where('attempt', '=', attempt)
        .where('state', '=', 'uploading')
        .executeTakeFirst()
      return row === undefined ? undefined : { nodeId: row.stored_by }
    },
  }
}

function needs({ eb, exists, selectFrom, ref }: Needed, nodeId: string) {
  const unended = selectFrom('sandboxes').select('sandbox_id').where('sandboxes.state', '!=', ended)
  const ownBuild = selectFrom('builds')
    .select('build_id')
    .where('builds.build_id', '=', ref('needed.artifact_id'))
  const under = selectFrom('builds as under')
    .innerJoin('templates as of', 'of.template_id', 'under.template_id')
    .select('under.build_id')
    .where('under.state', '=', 'building')
    .where('under.node_id', '=', nodeId)
  return [
    eb('needed.stored_by', '=', nodeId),
    // Of a template that comes with Cay.
    eb('needed.alias', '!=', ''),
    exists(
      unended
        .where('sandboxes.sandbox_id', '=', ref('needed.sandbox_id'))
        .where(({ or, and, eb: is }) =>
          or([
            is('sandboxes.node_id', '=', nodeId),
            and([is('sandboxes.node_id', 'is', null), is('sandboxes.origin_id', '=', nodeId)]),
          ]),
        ),
    ),
    exists(
      unended
        .where('sandboxes.node_id', '=', nodeId)
        .where('sandboxes.build_id', '=', ref('needed.artifact_id')),
    ),
    exists(ownBuild.where('builds.node_id', '=', nodeId)),
    // A build on this node may begin with any template of its team, or with a public one.
    exists(
      ownBuild
        .innerJoin('templates', 'templates.template_id', 'builds.template_id')
        .where(({ or, eb: is, exists: some, ref: own }) =>
          or([
            is('templates.is_public', '=', 1),
            some(under.where('of.team_id', '=', own('templates.team_id'))),
          ]),
        ),
    ),
  ]
}

/** Segments of the logs of sandboxes that are on the node, or were paused there last. */
async function hasSegments(db: Kysely<Tables>, nodeId: string, artifactId: string): Promise<boolean> {
  const row = await db
    .selectFrom('log_segments')
    .innerJoin('sandboxes', 'sandboxes.sandbox_id', 'log_segments.sandbox_id')
    .select('log_segments.artifact_id')
    .where('log_segments.artifact_id', '=', artifactId)
    .where(({ or, eb }) => or([eb('sandboxes.node_id', '=', nodeId), eb('sandboxes.origin_id', '=', nodeId)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function foreign({ and, eb, exists, selectFrom, ref, val, fn }: Artifact, nodeId: string) {
  const isOthers = eb(fn.coalesce('artifacts.stored_by', val('')), '!=', nodeId)
  const sandbox = selectFrom('sandboxes')
    .select('sandbox_id')
    .where('sandboxes.sandbox_id', '=', ref('artifacts.sandbox_id'))
    .where('sandboxes.state', '!=', ended)
    .where((each) =>
      each(each.fn.coalesce('sandboxes.node_id', 'sandboxes.origin_id', each.val('')), '!=', nodeId),
    )
  const madeOn = selectFrom('builds')
    .select('builds.node_id')
    .where('builds.build_id', '=', ref('artifacts.artifact_id'))
  return [
    eb('kind', 'in', ['rootfs', 'runtime', 'logs']),
    and([eb('artifacts.state', '=', 'uploading'), isOthers]),
    and([eb('kind', '=', 'pause'), exists(sandbox)]),
    // One that belongs to no template any more can be released by every node.
    and([
      eb('kind', 'in', ['snapshot', 'build']),
      isOthers,
      eb(fn.coalesce(madeOn, val(nodeId)), '!=', nodeId),
    ]),
  ]
}
