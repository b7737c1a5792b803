/**
 * Checks the plan that PostgreSQL has for each statement of the store, on a server of its own: it finds rows by an index
 * condition, or reads a table that does not grow, for a reason given here.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callEveryMethod } from '../../../../../../test/suites/store-calls.ts'
import {
  type PostgresServer,
  postgresVersions,
  startPostgres,
} from '../../../../../../test/support/postgres.ts'
import { openPostgresStore } from './open-postgres-store.ts'

/** Permitted reads of a whole table, by its name and by the statement. */
const allowedReads: readonly { readonly table: string; readonly sql: RegExp; readonly because: string }[] = [
  {
    table: 'teams',
    sql: /order by "created_at_ms", "slug"$/,
    because: 'whoever runs the installation asks for all',
  },
  { table: 'signing_keys', sql: /"signing_keys"/, because: 'there are a few: older ones are removed' },
  { table: 'replicas', sql: /"replicas"/, because: 'there are a few control processes' },
  {
    table: 'control_addresses',
    sql: /"control_addresses"/,
    because: 'there are a few control processes',
  },
  { table: 'ledgers', sql: /from "ledgers"/, because: 'there is one for each team' },
  { table: 'nodes', sql: /"nodes"/, because: 'a node is a machine: there are few' },
  { table: 'events', sql: /^select distinct "team_id"/, because: 'every ten minutes, over an index' },
]

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

for (const programs of postgresVersions)
  describe.skipIf(!programs.isInstalled)(`${programs.name} with a server of its own`, () => {
    let server: PostgresServer
    let client: pg.Client
    let statements: string[]

    beforeAll(async () => {
      server = await startPostgres(programs)
      const url = await server.createDatabase()
      const query = vi.spyOn(pg.Client.prototype, 'query')
      const store = await openPostgresStore(url)
      query.mockClear()
      await callEveryMethod(store)
      statements = [...new Set(query.mock.calls.map(([one]) => textOf(one)))].filter((text) =>
        /^\s*(with|select|insert|update|delete)/i.test(text),
      )
      query.mockRestore()
      await store.close()
      client = new pg.Client({ connectionString: url })
      await client.connect()
      // Tables are empty here: the plan must not depend on that, nor on the values.
      await client.query('set enable_seqscan = off')
      await client.query('set plan_cache_mode = force_generic_plan')
    })

    afterAll(async () => {
      await client?.end()
      await server?.stop()
    })

    test('no statement reads the whole of a table that grows', async () => {
      expect(statements.length).toBeGreaterThan(100)
      const reads: { table: string; sql: string }[] = []
      for (const sql of statements)
        for (const table of wholeReads(await planOf(sql))) reads.push({ table, sql })
      const isAllowed = ({ table, sql }: { table: string; sql: string }) =>
        allowedReads.some((allowed) => allowed.table === table && allowed.sql.test(sql))
      expect(reads.filter((read) => !isAllowed(read))).toEqual([])
      for (const { table, sql } of allowedReads)
        expect(reads.some((read) => read.table === table && sql.test(read.sql))).toBe(true)
    })

    async function planOf(sql: string): Promise<PlanNode> {
      const count = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
      const values = count === 0 ? '' : `(${Array(count).fill('null').join(', ')})`
      await client.query(`prepare planned as ${sql}`)
      const { rows } = await client.query(`explain (format json) execute planned${values}`)
      await client.query('deallocate planned')
      return rows[0]['QUERY PLAN'][0].Plan
    }
  })

/** Tables of which the plan reads all rows, unless it stops at a limit. */
function wholeReads(node: PlanNode): string[] {
  if (node['Node Type'] === 'Limit') return []
  const table = node['Relation Name']
  const isRead = /Scan$/.test(node['Node Type']) && table !== undefined
  const own =
    isRead && !/Bitmap Heap/.test(node['Node Type']) && node['Index Cond'] === undefined ? [table] : []
  return [...own, ...(node.Plans ?? []).flatMap(wholeReads)]
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}
