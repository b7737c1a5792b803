import { isBuildId } from '@cay/core/ids.ts'
import { defaultTag } from '@cay/core/template/reference.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { NodeTemplate } from '../../../ports/orchestrator.ts'
import type { Store } from '../../../ports/store.ts'
import type { BuildRecord, TemplateRecord } from '../../../ports/template.ts'
import { lockingCatalog, type RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'

type Part = Pick<Store, 'syncTemplates' | 'findTemplateByAlias' | 'findTemplate' | 'findBuild'>

/** The stored form of the public namespace. */
const everybodys = ''

export function createTemplateStore(db: Kysely<Tables>, locks: Pick<RowLocks, 'catalog'>): Part {
  const transact = lockingCatalog(db, locks)
  return {
    async syncTemplates(templates, { isComplete = true } = {}) {
      // Each node is asked every few seconds: where nothing has changed, nothing is locked.
      if (!isComplete && (await isWritten(db, templates))) return
      await transact(async (transaction) => {
        if (isComplete) await forgetBundled(transaction)
        for (const template of inOrder(templates)) await writeTemplate(transaction, template)
      })
    },

    async findTemplateByAlias(namespace, alias) {
      const row = await db
        .selectFrom('template_aliases')
        .innerJoin('templates', 'templates.template_id', 'template_aliases.template_id')
        .select(['templates.template_id', 'templates.team_id', 'source', 'is_public'])
        .where('namespace', '=', namespace ?? everybodys)
        .where('alias', '=', alias)
        .executeTakeFirst()
      return row === undefined ? undefined : toTemplate({ ...row, alias })
    },

    async findTemplate(templateId) {
      const row = await db
        .selectFrom('templates')
        .leftJoin('template_aliases', 'template_aliases.template_id', 'templates.template_id')
        .select([
          'templates.template_id',
          'templates.team_id',
          'source',
          'is_public',
          'template_aliases.alias',
        ])
        .where('templates.template_id', '=', templateId)
        .orderBy('template_aliases.alias')
        .limit(1)
        .executeTakeFirst()
      return row === undefined ? undefined : toTemplate(row)
    },

    async findBuild(templateId, tagOrBuildId) {
      const builds = db
        .selectFrom('builds')
        .selectAll('builds')
        .where('builds.template_id', '=', templateId)
        .where('is_on_node', '=', 1)
      if (isBuildId(tagOrBuildId)) {
        const named = await builds.where('builds.build_id', '=', tagOrBuildId).executeTakeFirst()
        if (named !== undefined) return toBuild(named)
      }
      const tagged = await builds
        .innerJoin('template_tags', 'template_tags.build_id', 'builds.build_id')
        .where('tag', '=', tagOrBuildId)
        .orderBy('assigned_at_ms', 'desc')
        .limit(1)
        .executeTakeFirst()
      return tagged === undefined ? undefined : toBuild(tagged)
    },
  }
}

/** Oldest first: when two templates have the same alias, the newer one gets it. */
function inOrder(templates: readonly NodeTemplate[]): NodeTemplate[] {
  return [...templates].sort((a, b) => a.createdAtMs - b.createdAtMs)
}

/** Whether all of them can be found as they are. */
async function isWritten(db: Kysely<Tables>, templates: readonly NodeTemplate[]): Promise<boolean> {
  if (templates.length === 0) return true
  const builds = await db
    .selectFrom('builds')
    .innerJoin('template_tags', 'template_tags.build_id', 'builds.build_id')
    .select('builds.build_id')
    .where(
      'builds.build_id',
      'in',
      templates.map(({ buildId }) => buildId),
    )
    .where('is_on_node', '=', 1)
    .where('tag', '=', defaultTag)
    .execute()
  const found = new Set(builds.map(({ build_id }) => build_id))
  if (!templates.every(({ buildId }) => found.has(buildId))) return false
  const owners = new Map(inOrder(templates).map(({ alias, templateId }) => [alias, templateId]))
  owners.delete('')
  if (owners.size === 0) return true
  const named = await db
    .selectFrom('template_aliases')
    .select(['alias', 'template_id'])
    .where('namespace', '=', everybodys)
    .where('alias', 'in', [...owners.keys()])
    .execute()
  const known = new Map(named.map(({ alias, template_id }) => [alias, template_id]))
  return [...owners].every(([alias, templateId]) => known.get(alias) === templateId)
}

/** The builds of templates that come with Cay are not found any more. */
async function forgetBundled(db: Transaction<Tables>): Promise<void> {
  await db
    .updateTable('builds')
    .set({ is_on_node: 0 })
    .where('is_on_node', '=', 1)
    .where('template_id', 'in', ({ selectFrom }) =>
      selectFrom('templates')
        .select('template_id')
        .where('source', '=', 'template')
        .where('team_id', 'is', null),
    )
    .execute()
}

async function writeTemplate(db: Transaction<Tables>, template: NodeTemplate): Promise<void> {
  const { templateId, buildId, createdAtMs, resources } = template
  await db
    .insertInto('templates')
    .values({
      template_id: templateId,
      team_id: null,
      created_at_ms: createdAtMs,
      updated_at_ms: createdAtMs,
      source: 'template',
    })
    .onConflict((conflict) => conflict.column('template_id').doNothing())
    .execute()
  await db
    .insertInto('builds')
    .values({
      build_id: buildId,
      template_id: templateId,
      cpu_count: resources.cpuCount,
      memory_mb: resources.memoryMb,
      disk_size_mb: resources.diskSizeMb,
      envd_version: template.envdVersion,
      created_at_ms: createdAtMs,
      updated_at_ms: createdAtMs,
      finished_at_ms: createdAtMs,
      is_on_node: 1,
      sandbox_id: null,
    })
    .onConflict((conflict) => conflict.column('build_id').doUpdateSet({ is_on_node: 1 }))
    .execute()
  await db
    .insertInto('template_tags')
    .values({ template_id: templateId, tag: defaultTag, build_id: buildId, assigned_at_ms: createdAtMs })
    .onConflict((conflict) => conflict.columns(['template_id', 'tag', 'build_id']).doNothing())
    .execute()
  if (template.alias === '') return
  await db
    .insertInto('template_aliases')
    .values({ namespace: everybodys, alias: template.alias, template_id: templateId })
    .onConflict((conflict) =>
      conflict.columns(['namespace', 'alias']).doUpdateSet({ template_id: templateId }),
    )
    .execute()
}

function toTemplate(
  row: Pick<Selectable<Tables['templates']>, 'template_id' | 'team_id' | 'source' | 'is_public'> & {
    alias: string | null
  },
): TemplateRecord {
  const isPublic = row.is_public === 1 || row.team_id === null
  return { templateId: row.template_id, teamId: row.team_id, alias: row.alias, source: row.source, isPublic }
}

function toBuild(row: Selectable<Tables['builds']>): BuildRecord {
  return {
    buildId: row.build_id,
    templateId: row.template_id,
    resources: { cpuCount: row.cpu_count, memoryMb: row.memory_mb, diskSizeMb: row.disk_size_mb },
    envdVersion: row.envd_version,
  }
}
