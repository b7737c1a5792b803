/**
 * Checks the query plan of each statement that the store prepares: it uses an index, or scans a table that does not
 * grow, for a reason given here. The statements are collected by calling every method of the store with all forms of
 * arguments that produce a different statement.
 */
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callEveryMethod } from '../../../../../test/suites/store-calls.ts'
import type { Store } from '../../ports/store.ts'
import { openStore } from './open-store.ts'

/** Permitted full table scans, by the step of the plan and by the statement. */
const allowedScans: readonly { readonly step: RegExp; readonly sql: RegExp; readonly because: string }[] = [
  {
    step: /^SCAN teams/,
    sql: /from "teams"/,
    because: 'all teams are asked for by whoever runs the installation',
  },
  {
    step: /^SCAN sandboxes USING INDEX sandboxes_by_operation$/,
    sql: /where "op" is not null$/,
    because: 'the index has the few sandboxes with an operation in progress',
  },
  {
    step: /^SCAN ranked$/,
    sql: /row_number\(\) over.*"template_tags"."template_id" = \?/,
    because: 'it has the tags of a page, of one template',
  },
  { step: /^SCAN ledgers/, sql: /from "ledgers"/, because: 'there is one for each team' },
  { step: /^SCAN webhooks/, sql: /from "webhooks"/, because: 'people made them, and a team has few' },
  {
    step: /^SCAN deliveries USING (COVERING )?INDEX deliveries_due$/,
    sql: /"state" = 'pending'/,
    because: 'an index of those that are still to be sent',
  },
  {
    step: /^SCAN outbox$/,
    sql: /^select count\(\*\) as "count" from "outbox"$/,
    because: 'what waits there is counted at a scrape, and is passed on at once',
  },
  { step: /^SCAN nodes/, sql: /"nodes"/, because: 'a node is a machine: there are few' },
  { step: /^SCAN renewed$/, sql: /with renewed/, because: 'it has the values of the statement' },
  { step: /^SCAN replicas/, sql: /"replicas"/, because: 'there are a few control processes' },
  {
    step: /^SCAN control_addresses/,
    sql: /"control_addresses"/,
    because: 'there are a few control processes',
  },
  { step: /^SCAN signing_keys/, sql: /"signing_keys"/, because: 'there are a few: older ones are removed' },
  {
    step: /^SCAN events$/,
    sql: /^select "events"\.\*, .* from "events" left join "api_keys" on .* order by "number" desc limit \?$/,
    because: 'in the order of its own key, and no further than the page',
  },
  {
    step: /^SCAN events/,
    sql: /^select "number" from "events" order by "number" desc limit \?$/,
    because: 'in the order of its own key, and no further than one row',
  },
  {
    step: /^SCAN outbox$/,
    sql: /^select \* from "outbox" order by "number" limit \?$/,
    because: 'in the order of its own key, and no further than what is passed on at once',
  },
  {
    step: /^SCAN events USING COVERING INDEX/,
    sql: /^select distinct "team_id"/,
    because: 'every ten minutes, over an index, in tables of at most 100,000 events a team',
  },
]

/** Permitted sorts of a statement's results, where no index provides the order. */
const allowedSorts: readonly { readonly sql: RegExp; readonly because: string }[] = [
  { sql: /from "teams"/, because: 'all teams, in the order they were made' },
  {
    sql: /from "(template_tags|template_aliases)"|join "(template_tags|template_aliases)"/,
    because: 'names of one template, or of a page of them',
  },
  {
    sql: /^select \* from "templates" where "source" = \? and \("team_id" = \? or/,
    because: 'the templates of one team and those that come with Cay: two places of the index',
  },
  {
    sql: /^select .* from "artifacts" where \("state" = \? or .* order by "artifact_id" limit \?$/,
    because: 'once a minute, what can be removed, which an index of the states has',
  },
  { sql: /from "api_keys" where "team_id"/, because: 'all keys of one team, which people made' },
]

const called = new Set<string>()
let store: Store
let database: DatabaseSync
let statements: string[]

beforeAll(async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  store = await openStore(':memory:')
  const [instance] = prepare.mock.contexts
  prepare.mockClear()
  await callEveryMethod(noting(store))
  statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))].filter((sql) =>
    /^\s*(with|select|insert|update|delete)/i.test(sql),
  )
  prepare.mockRestore()
  if (!(instance instanceof DatabaseSync)) throw new Error('the store opened no database')
  database = instance
})

afterAll(() => store.close())

test('every method of the store was called', () => {
  expect(
    Object.keys(store).filter((name) => !called.has(name) && name !== 'close' && name !== 'isShared'),
  ).toEqual([])
  expect(statements.length).toBeGreaterThan(100)
})

test('no statement reads the whole of a table that grows', () => {
  const scans = statements.flatMap((sql) =>
    stepsOf(sql)
      .filter((step) => /^SCAN (?!CONSTANT|\d+-ROW VALUES|\(|subquery)/.test(step))
      .filter((step) => !allowedScans.some((allowed) => allowed.step.test(step) && allowed.sql.test(sql)))
      .map((step) => ({ step, sql })),
  )
  expect(scans).toEqual([])
})

test('no statement sorts what an index could have in order', () => {
  const sorts = statements.filter(
    (sql) =>
      stepsOf(sql).some((step) => /^USE TEMP B-TREE FOR .*ORDER BY/.test(step)) &&
      !allowedSorts.some((allowed) => allowed.sql.test(sql)),
  )
  expect(sorts).toEqual([])
})

test('every exception is one that is needed', () => {
  for (const { step, sql } of allowedScans)
    expect(statements.some((one) => sql.test(one) && stepsOf(one).some((each) => step.test(each)))).toBe(true)
  for (const { sql } of allowedSorts)
    expect(
      statements.some((one) => sql.test(one) && stepsOf(one).some((each) => /ORDER BY/.test(each))),
    ).toBe(true)
})

test('what goes with its owner is found by an index', () => {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all()
  for (const { name: table } of tables) {
    const keys = database.prepare(`pragma foreign_key_list(${String(table)})`).all()
    for (const { from } of keys) {
      const [step] = stepsOf(`select 1 from ${String(table)} where ${String(from)} = ?`)
      expect(step).toMatch(/^SEARCH/)
    }
  }
})

function stepsOf(sql: string): string[] {
  return database
    .prepare(`explain query plan ${sql}`)
    .all()
    .map(({ detail }) => String(detail))
}

/** Wraps the store and records the names of the methods that are called. */
function noting(under: Store): Store {
  return new Proxy(under, {
    get(target, name) {
      called.add(String(name))
      return Reflect.get(target, name)
    },
  })
}
