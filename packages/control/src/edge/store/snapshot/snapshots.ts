/** Templates that are snapshots: the node's snapshot is the build, and both have the same id. */
import { ServiceError } from '@cay/core/errors.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { ListedSnapshot, NewSnapshot, SnapshotQuery } from '../../../ports/snapshot.ts'
import type { Store } from '../../../ports/store.ts'
import { lockingCatalog, type RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'

type Part = Pick<
  Store,
  'addSnapshot' | 'listSnapshots' | 'listSnapshotBuilds' | 'markSnapshotBuilds' | 'removeTemplate'
>

export function createSnapshotStore(db: Kysely<Tables>, locks: Pick<RowLocks, 'catalog'>): Part {
  const transact = lockingCatalog(db, locks)
  return {
    addSnapshot: (snapshot) =>
      transact(async (transaction) => {
        const templateId = await keepTemplate(transaction, snapshot)
        await insertBuild(transaction, templateId, snapshot)
        await assignTag(transaction, templateId, snapshot)
        return { templateId, alias: snapshot.alias, tag: snapshot.tag }
      }),

    async listSnapshots(query) {
      const templates = await findTemplates(db, query).execute()
      if (templates.length === 0) return []
      const tags = await findTags(db, query, templates).execute()
      // Rows are in the order of assignment, so the latest tag overwrites earlier ones.
      const tagOf = new Map(tags.map(({ template_id, tag }) => [template_id, tag]))
      return templates.map((row) => toListed(row, tagOf.get(row.template_id)))
    },

    async listSnapshotBuilds(nodeId) {
      const rows = await db
        .selectFrom('builds')
        .select(['build_id', 'created_at_ms', 'is_on_node'])
        .where('node_id', '=', nodeId)
        // Only snapshots have one: their templates need not be looked up.
        .where('sandbox_id', 'is not', null)
        .execute()
      return rows.map((row) => ({
        snapshotId: row.build_id,
        recordedAtMs: row.created_at_ms,
        isOnNode: row.is_on_node === 1,
      }))
    },

    async markSnapshotBuilds(isOnNode, buildIds) {
      if (buildIds.length === 0) return
      await db
        .updateTable('builds')
        .set({ is_on_node: Number(isOnNode) })
        .where('build_id', 'in', [...buildIds])
        .execute()
    },

    removeTemplate: (templateId) =>
      transact(async (transaction) => {
        const user = await transaction
          .selectFrom('sandboxes')
          .select('sandbox_id')
          .where('template_id', '=', templateId)
          .where('state', '!=', 'ended')
          .limit(1)
          .executeTakeFirst()
        if (user !== undefined) return { kind: 'inUse', sandboxId: user.sandbox_id }
        const builds = await transaction
          .selectFrom('builds')
          .select(['build_id', 'node_id'])
          .where('template_id', '=', templateId)
          .execute()
        const { numDeletedRows } = await transaction
          .deleteFrom('templates')
          .where('template_id', '=', templateId)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return { kind: 'missing' }
        return {
          kind: 'removed',
          builds: builds.map((row) => ({ buildId: row.build_id, nodeId: row.node_id })),
        }
      }),
  }
}

/** Disk usage of all snapshots of a team that are on the node. */
export async function sumSnapshotDisk(db: Kysely<Tables>, teamId: string): Promise<number> {
  const row = await db
    .selectFrom('templates')
    .innerJoin('builds', 'builds.template_id', 'templates.template_id')
    .select(({ fn }) => fn.sum<number | null>('disk_mb').as('disk_mb'))
    .where('team_id', '=', teamId)
    .where('source', '=', 'snapshot')
    .where('is_on_node', '=', 1)
    .executeTakeFirst()
  return Number(row?.disk_mb ?? 0)
}

/** Returns the template that has the alias, or creates one. */
async function keepTemplate(db: Transaction<Tables>, snapshot: NewSnapshot): Promise<string> {
  const { templateId, teamId, teamSlug, alias, nowMs } = snapshot
  const named = alias === null ? undefined : await findNamed(db, teamSlug, alias)
  if (named !== undefined) {
    if (named.source !== 'snapshot')
      throw new ServiceError('already_exists', `'${teamSlug}/${alias}' is the name of a template`)
    await db
      .updateTable('templates')
      .set({ updated_at_ms: nowMs })
      .where('template_id', '=', named.template_id)
      .execute()
    return named.template_id
  }
  await db
    .insertInto('templates')
    .values({
      template_id: templateId,
      team_id: teamId,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
      source: 'snapshot',
    })
    .execute()
  if (alias !== null) {
    await db
      .insertInto('template_aliases')
      .values({ namespace: teamSlug, alias, template_id: templateId })
      .execute()
  }
  return templateId
}

function findNamed(db: Transaction<Tables>, namespace: string, alias: string) {
  return db
    .selectFrom('template_aliases')
    .innerJoin('templates', 'templates.template_id', 'template_aliases.template_id')
    .select(['templates.template_id', 'source'])
    .where('namespace', '=', namespace)
    .where('alias', '=', alias)
    .executeTakeFirst()
}

async function insertBuild(
  db: Transaction<Tables>,
  templateId: string,
  snapshot: NewSnapshot,
): Promise<void> {
  const { build, sandboxId, nowMs } = snapshot
  await db
    .insertInto('builds')
    .values({
      build_id: build.buildId,
      template_id: templateId,
      cpu_count: build.resources.cpuCount,
      memory_mb: build.resources.memoryMb,
      disk_size_mb: build.resources.diskSizeMb,
      envd_version: build.envdVersion,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
      finished_at_ms: nowMs,
      is_on_node: 1,
      sandbox_id: sandboxId,
      node_id: snapshot.nodeId,
      disk_mb: snapshot.diskMb,
    })
    .execute()
}

/** The timestamp is later than those of the template's other assignments, even within one millisecond. */
async function assignTag(
  db: Transaction<Tables>,
  templateId: string,
  { build, tag, nowMs }: NewSnapshot,
): Promise<void> {
  const last = await db
    .selectFrom('template_tags')
    .select(({ fn }) => fn.max('assigned_at_ms').as('at_ms'))
    .where('template_id', '=', templateId)
    .executeTakeFirst()
  await db
    .insertInto('template_tags')
    .values({
      template_id: templateId,
      tag,
      build_id: build.buildId,
      assigned_at_ms: Math.max(nowMs, (last?.at_ms ?? 0) + 1),
    })
    .execute()
}

type Found = Pick<Selectable<Tables['templates']>, 'template_id' | 'created_at_ms'> & { alias: string | null }

function findTemplates(db: Kysely<Tables>, query: SnapshotQuery) {
  const { teamId, teamSlug, name, after } = query
  let found = db
    .selectFrom('templates')
    .leftJoin('template_aliases', (join) =>
      join.onRef('template_aliases.template_id', '=', 'templates.template_id').on('namespace', '=', teamSlug),
    )
    .select(['templates.template_id', 'templates.created_at_ms', 'alias'])
    .where('team_id', '=', teamId)
    .where('source', '=', 'snapshot')
    .where(({ exists }) =>
      exists(
        matchingTags(db, query)
          .select('tag')
          .where('template_tags.template_id', '=', sql.ref<string>('templates.template_id')),
      ),
    )
  if (name !== undefined)
    found = found.where(({ or, eb }) => or([eb('alias', '=', name), eb('templates.template_id', '=', name)]))
  if (after !== undefined) {
    found = found.where(({ and, eb, or }) =>
      or([
        eb('templates.created_at_ms', '<', after.atMs),
        and([eb('templates.created_at_ms', '=', after.atMs), eb('templates.template_id', '>', after.id)]),
      ]),
    )
  }
  return found
    .orderBy('templates.created_at_ms', 'desc')
    .orderBy('templates.template_id', 'asc')
    .limit(query.limit)
}

function findTags(db: Kysely<Tables>, query: SnapshotQuery, templates: readonly Found[]) {
  return matchingTags(db, query)
    .select(['template_tags.template_id', 'tag'])
    .where(
      'template_tags.template_id',
      'in',
      templates.map(({ template_id }) => template_id),
    )
    .orderBy('assigned_at_ms', 'asc')
}

/** The current targets of tags that are on the node. */
function matchingTags(db: Kysely<Tables>, { sandboxId, tag }: SnapshotQuery) {
  let tags = db
    .selectFrom('template_tags')
    .innerJoin('builds', 'builds.build_id', 'template_tags.build_id')
    .where('is_on_node', '=', 1)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('template_tags as later')
            .innerJoin('builds as later_build', 'later_build.build_id', 'later.build_id')
            .select('later.tag')
            .whereRef('later.template_id', '=', 'template_tags.template_id')
            .whereRef('later.tag', '=', 'template_tags.tag')
            .whereRef('later.assigned_at_ms', '>', 'template_tags.assigned_at_ms')
            .where('later_build.is_on_node', '=', 1),
        ),
      ),
    )
  if (tag !== undefined) tags = tags.where('tag', '=', tag)
  if (sandboxId !== undefined) tags = tags.where('builds.sandbox_id', '=', sandboxId)
  return tags
}

function toListed({ template_id, alias, created_at_ms }: Found, tag: string | undefined): ListedSnapshot {
  if (tag === undefined) throw new TypeError('a template was found for a tag that it does not have')
  return { templateId: template_id, alias, tag, createdAtMs: created_at_ms }
}
