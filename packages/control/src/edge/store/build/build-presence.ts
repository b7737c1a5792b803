/**
 * Which builds are there: on their nodes, or in the object store. Each node is asked every few seconds, and almost never has anything
 * changed, so what is recorded is compared first: only a difference takes the lock of the catalog and writes.
 */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { BuildStore } from '../../../ports/build.ts'
import type { Transact } from '../row-locks.ts'
import type { Tables } from '../schema.ts'

type Part = Pick<BuildStore, 'markMadeBuilds'>

/** Of one statement: databases limit the number of its values. */
const idsMax = 1_000

/** What a node has said. */
interface Report {
  readonly nodeId: string
  readonly buildIds: readonly string[]
  readonly askedAtMs: number
  readonly countsStored: boolean
}

export function createBuildPresence(db: Kysely<Tables>, transact: Transact): Part {
  return {
    async markMadeBuilds(nodeId, buildIds, askedAtMs, { countsStored = false } = {}) {
      const report = { nodeId, buildIds, askedAtMs, countsStored }
      const missing = await findMissing(db, report)
      const found = await findFound(db, report)
      if (missing.length + found.length === 0) return
      await transact(async (transaction) => {
        for (const ids of chunksOf(missing))
          await transaction
            .updateTable('builds')
            .set({ is_on_node: 0 })
            .where('build_id', 'in', ids)
            // It may have changed since it was compared.
            .where((builder) => isMarked(builder, report))
            .execute()
        for (const ids of chunksOf(found))
          await transaction
            .updateTable('builds')
            .set({ is_on_node: 1 })
            .where('build_id', 'in', ids)
            .where('state', '=', 'ready')
            .execute()
      })
    },
  }
}

/** Those that are marked as present, and are not any more. */
async function findMissing(db: Kysely<Tables>, report: Report): Promise<string[]> {
  const made = new Set(report.buildIds)
  const marked = await db
    .selectFrom('builds')
    .select('build_id')
    .where((builder) => isMarked(builder, report))
    .execute()
  const missing = idsOf(marked).filter((buildId) => !made.has(buildId))
  const found: string[] = []
  for (const ids of chunksOf(missing))
    found.push(...idsOf(await requested(db).where('build_id', 'in', ids).execute()))
  return found
}

/** Those that are present, and not marked so. */
async function findFound(db: Kysely<Tables>, { buildIds, countsStored }: Report): Promise<string[]> {
  const made = new Set(buildIds)
  const unmarked = await requested(db)
    .select((builder) => isStored(builder).as('is_stored'))
    .where('state', '=', 'ready')
    .where('is_on_node', '=', sql.lit(0))
    .execute()
  return idsOf(
    unmarked.filter(({ build_id, is_stored }) => made.has(build_id) || (countsStored && Boolean(is_stored))),
  )
}

/** Builds requested through the API: those of recipes belong to no team, and those of snapshots are updated elsewhere. */
function requested(db: Kysely<Tables>) {
  return db
    .selectFrom('builds')
    .innerJoin('templates', 'templates.template_id', 'builds.template_id')
    .select('build_id')
    .where('source', '=', 'template')
    .where('team_id', 'is not', null)
}

type Builder = ExpressionBuilder<Tables, 'builds'>

function isMarked(builder: Builder, { nodeId, askedAtMs, countsStored }: Report) {
  const { and, eb, not } = builder
  return and([
    eb('builds.node_id', '=', nodeId),
    eb('is_on_node', '=', 1),
    eb('builds.updated_at_ms', '<', askedAtMs),
    ...(countsStored ? [not(isStored(builder))] : []),
  ])
}

function isStored({ exists, selectFrom }: Builder) {
  return exists(
    selectFrom('artifacts')
      .select('artifact_id')
      .whereRef('artifact_id', '=', 'builds.build_id')
      .where('artifacts.state', '=', 'stored')
      .where('kind', '=', 'build'),
  )
}

function idsOf(rows: readonly { readonly build_id: string }[]): string[] {
  return rows.map(({ build_id }) => build_id)
}

function chunksOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / idsMax) }, (_, n) =>
    ids.slice(n * idsMax, (n + 1) * idsMax),
  )
}
