import { ServiceError } from '@cay/core/errors.ts'
import { type LogLevel, logLevels } from '@cay/core/logs/entry.ts'
import { type BuildState, buildReasons } from '@cay/core/template/build-state.ts'
import { defaultTag } from '@cay/core/template/reference.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type {
  BuildChange,
  BuildDetail,
  BuildStore,
  ListedTemplate,
  NewBuild,
  TemplateDetail,
} from '../../../ports/build.ts'
import { lockingCatalog, type RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'
import { keepBuildOrder, removeBuildOrder } from './build-orders.ts'
import { createBuildPresence } from './build-presence.ts'

type Part = Omit<
  BuildStore,
  'addBuildLogs' | 'countBuildLogs' | 'listBuildLogs' | 'pageBuildLogs' | 'findBuildOrder' | 'retryBuild'
>

export function createBuildStore(db: Kysely<Tables>, locks: Pick<RowLocks, 'build' | 'catalog'>): Part {
  const transact = lockingCatalog(db, locks)
  return {
    addBuild: (build) => transact((transaction) => addBuild(transaction, build)),

    async findBuildDetail(buildId) {
      const row = await db.selectFrom('builds').selectAll().where('build_id', '=', buildId).executeTakeFirst()
      return row === undefined ? undefined : toDetail(row)
    },

    changeBuild: (buildId, decide) =>
      db.transaction().execute(async (transaction) => {
        const found = transaction.selectFrom('builds').selectAll().where('build_id', '=', buildId)
        const row = await locks.build(found).executeTakeFirst()
        const change = row === undefined ? undefined : decide(toDetail(row))
        return change === undefined ? undefined : await updateBuild(transaction, buildId, change)
      }),

    async listBuildsInState(state) {
      const rows = await db.selectFrom('builds').selectAll().where('state', '=', state).execute()
      return rows.map(toDetail)
    },

    async countBuildsUnderWay(teamId, requestedSinceMs) {
      const count = async (state: BuildState, sinceMs: number) => {
        const row = await db
          .selectFrom('builds')
          .innerJoin('templates', 'templates.template_id', 'builds.template_id')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('team_id', '=', teamId)
          .where('state', '=', state)
          .where('builds.created_at_ms', '>=', sinceMs)
          .executeTakeFirstOrThrow()
        return Number(row.count)
      }
      return { building: await count('building', 0), waiting: await count('waiting', requestedSinceMs) }
    },

    ...createBuildPresence(db, transact),

    async unknownBuilds(buildIds) {
      if (buildIds.length === 0) return []
      const rows = await db
        .selectFrom('builds')
        .select('build_id')
        .where('build_id', 'in', [...buildIds])
        .execute()
      const known = new Set(rows.map(({ build_id }) => build_id))
      return buildIds.filter((buildId) => !known.has(buildId))
    },

    async findTemplateDetail(templateId) {
      const row = await db
        .selectFrom('templates')
        .selectAll()
        .where('template_id', '=', templateId)
        .executeTakeFirst()
      return row === undefined ? undefined : toTemplate(row, await aliasesOf(db, templateId))
    },

    async listTemplates({ teamId, order, after, limit }) {
      let found = db
        .selectFrom('templates')
        .selectAll()
        .where('source', '=', 'template')
        .where('team_id', '=', teamId)
        .orderBy('created_at_ms', order)
        .orderBy('template_id', 'asc')
      if (after !== undefined)
        found = found.where(({ and, eb, or }) =>
          or([
            eb('created_at_ms', order === 'asc' ? '>' : '<', after.atMs),
            and([eb('created_at_ms', '=', after.atMs), eb('template_id', '>', after.id)]),
          ]),
        )
      const rows = await (limit === undefined ? found : found.limit(limit)).execute()
      return await Promise.all(rows.map((row) => toListed(db, row)))
    },

    async listBuilds({ templateId, after, limit }) {
      let found = db.selectFrom('builds').selectAll().where('template_id', '=', templateId)
      if (after !== undefined)
        found = found.where(({ and, eb, or }) =>
          or([
            eb('created_at_ms', '<', after.atMs),
            and([eb('created_at_ms', '=', after.atMs), eb('build_id', '>', after.id)]),
          ]),
        )
      const rows = await found
        .orderBy('created_at_ms', 'desc')
        .orderBy('build_id', 'asc')
        .limit(limit)
        .execute()
      return rows.map(toDetail)
    },

    async setTemplatePublic(templateId, isPublic, nowMs) {
      await db
        .updateTable('templates')
        .set({ is_public: Number(isPublic), updated_at_ms: nowMs })
        .where('template_id', '=', templateId)
        .execute()
    },

    assignTags: (templateId, buildId, { tags, nowMs }) =>
      transact((transaction) => assignTags(transaction, { templateId, buildId, tags, nowMs })),

    async removeTags(templateId, tags) {
      if (tags.length === 0) return
      await db
        .deleteFrom('template_tags')
        .where('template_id', '=', templateId)
        .where('tag', 'in', [...tags])
        .execute()
    },

    async listTags(templateId) {
      const rows = await db
        .selectFrom('template_tags')
        .selectAll()
        .where('template_id', '=', templateId)
        .orderBy('tag')
        .orderBy('assigned_at_ms', 'desc')
        .execute()
      const latest = rows.filter((row, index) => rows[index - 1]?.tag !== row.tag)
      return latest.map((row) => ({ tag: row.tag, buildId: row.build_id, assignedAtMs: row.assigned_at_ms }))
    },
  }
}

async function updateBuild(
  db: Transaction<Tables>,
  buildId: string,
  { state, envdVersion, finishedAtMs, reason, reasonStep, updatedAtMs, isOnNode, nodeId, order }: BuildChange,
): Promise<BuildDetail> {
  const row = await db
    .updateTable('builds')
    .set({
      updated_at_ms: updatedAtMs,
      ...(state === undefined ? {} : { state }),
      ...(envdVersion === undefined ? {} : { envd_version: envdVersion }),
      ...(finishedAtMs === undefined ? {} : { finished_at_ms: finishedAtMs }),
      ...(reason === undefined ? {} : { reason }),
      ...(reasonStep === undefined ? {} : { reason_step: reasonStep }),
      ...(nodeId === undefined ? {} : { node_id: nodeId }),
      ...(isOnNode === undefined ? {} : { is_on_node: Number(isOnNode) }),
    })
    .where('build_id', '=', buildId)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (order !== undefined) await keepBuildOrder(db, buildId, order)
  if (state === 'ready' || state === 'error') await removeBuildOrder(db, buildId)
  return toDetail(row)
}

async function addBuild(db: Transaction<Tables>, build: NewBuild): Promise<{ template: TemplateDetail }> {
  const { teamSlug, alias, tags, buildId, resources, nowMs } = build
  const named = await db
    .selectFrom('template_aliases')
    .innerJoin('templates', 'templates.template_id', 'template_aliases.template_id')
    .selectAll('templates')
    .where('namespace', '=', teamSlug)
    .where('alias', '=', alias)
    .executeTakeFirst()
  if (named?.source === 'snapshot')
    throw new ServiceError('forbidden', `'${alias}' is the name of a snapshot`)
  const templateId = named?.template_id ?? (await addTemplate(db, build))
  await db
    .insertInto('builds')
    .values({
      build_id: buildId,
      template_id: templateId,
      cpu_count: resources.cpuCount,
      memory_mb: resources.memoryMb,
      disk_size_mb: resources.diskSizeMb,
      envd_version: '',
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
      is_on_node: 0,
      sandbox_id: null,
      node_id: null,
      state: 'waiting',
    })
    .execute()
  await supersede(db, { templateId, tags, nowMs, buildId })
  await assignTags(db, { templateId, buildId, tags, nowMs })
  const row = await db
    .updateTable('templates')
    .set({ updated_at_ms: nowMs })
    .where('template_id', '=', templateId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { template: toTemplate(row, await aliasesOf(db, templateId)) }
}

async function addTemplate(db: Transaction<Tables>, build: NewBuild): Promise<string> {
  const { teamId, teamSlug, alias, templateId, nowMs } = build
  const sameId = await db
    .selectFrom('templates')
    .select('template_id')
    .where('template_id', '=', alias)
    // Private templates of other teams are excluded; the team's own name takes precedence over an id.
    .where(({ eb, or }) =>
      or([eb('team_id', '=', teamId), eb('team_id', 'is', null), eb('is_public', '=', 1)]),
    )
    .executeTakeFirst()
  if (sameId !== undefined) throw new ServiceError('already_exists', `'${alias}' is the id of a template`)
  await db
    .insertInto('templates')
    .values({
      template_id: templateId,
      team_id: teamId,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
      source: 'template',
    })
    .execute()
  await db
    .insertInto('template_aliases')
    .values({ namespace: teamSlug, alias, template_id: templateId })
    .execute()
  return templateId
}

interface Tagging {
  readonly templateId: string
  readonly buildId: string
  readonly tags: readonly string[]
  readonly nowMs: number
}

async function supersede(
  db: Transaction<Tables>,
  { templateId, tags, nowMs, buildId }: Tagging,
): Promise<void> {
  await db
    .updateTable('builds')
    .set({ state: 'error', reason: buildReasons.superseded, finished_at_ms: nowMs, updated_at_ms: nowMs })
    .where('template_id', '=', templateId)
    .where('state', '=', 'waiting')
    .where('build_id', '!=', buildId)
    .where('build_id', 'in', ({ selectFrom }) =>
      selectFrom('template_tags')
        .select('build_id')
        .where('template_id', '=', templateId)
        .where('tag', 'in', [...tags]),
    )
    .execute()
}

/** The timestamp is later than those of the template's other assignments, even within one millisecond. */
async function assignTags(
  db: Transaction<Tables>,
  { templateId, buildId, tags, nowMs }: Tagging,
): Promise<void> {
  const last = await db
    .selectFrom('template_tags')
    .select(({ fn }) => fn.max('assigned_at_ms').as('at_ms'))
    .where('template_id', '=', templateId)
    .executeTakeFirst()
  const assignedAtMs = Math.max(nowMs, (last?.at_ms ?? 0) + 1)
  for (const tag of tags)
    await db
      .insertInto('template_tags')
      .values({ template_id: templateId, tag, build_id: buildId, assigned_at_ms: assignedAtMs })
      .onConflict((conflict) =>
        conflict.columns(['template_id', 'tag', 'build_id']).doUpdateSet({ assigned_at_ms: assignedAtMs }),
      )
      .execute()
}

export async function toListed(
  db: Kysely<Tables>,
  row: Selectable<Tables['templates']>,
): Promise<ListedTemplate> {
  const templateId = row.template_id
  const tagged = await db
    .selectFrom('template_tags')
    .innerJoin('builds', 'builds.build_id', 'template_tags.build_id')
    .selectAll('builds')
    .where('template_tags.template_id', '=', templateId)
    .where('tag', '=', defaultTag)
    .orderBy('assigned_at_ms', 'desc')
    .execute()
  const counted = await db
    .selectFrom('builds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('template_id', '=', templateId)
    .executeTakeFirstOrThrow()
  const ready = tagged.find(({ state }) => state === 'ready')
  const newest = await db
    .selectFrom('builds')
    .selectAll()
    .where('template_id', '=', templateId)
    .orderBy('created_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    ...toTemplate(row, await aliasesOf(db, templateId)),
    build: ready === undefined ? undefined : toDetail(ready),
    newest: newest === undefined ? undefined : toDetail(newest),
    newestState: tagged[0]?.state ?? newest?.state,
    buildCount: Number(counted.count),
  }
}

async function aliasesOf(db: Kysely<Tables>, templateId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('template_aliases')
    .select('alias')
    .where('template_id', '=', templateId)
    .orderBy('alias')
    .execute()
  return rows.map(({ alias }) => alias)
}

function toTemplate(row: Selectable<Tables['templates']>, aliases: readonly string[]): TemplateDetail {
  return {
    templateId: row.template_id,
    teamId: row.team_id,
    isPublic: row.is_public === 1 || row.team_id === null,
    aliases,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    lastSpawnedAtMs: row.last_spawned_at_ms,
    spawnCount: row.spawn_count,
  }
}

export function toDetail(row: Selectable<Tables['builds']>): BuildDetail {
  return {
    buildId: row.build_id,
    templateId: row.template_id,
    state: row.state,
    resources: { cpuCount: row.cpu_count, memoryMb: row.memory_mb, diskSizeMb: row.disk_size_mb },
    envdVersion: row.envd_version,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    finishedAtMs: row.finished_at_ms,
    reason: row.reason,
    reasonStep: row.reason_step,
    nodeId: row.node_id,
  }
}

/** Levels are stored as numbers, so that "this level or above" is a single comparison. */
export function levelNumber(level: LogLevel): number {
  return logLevels.indexOf(level)
}
