import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './tree.ts'

const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

test('every file that ARCHITECTURE.md names is there', () => {
  const named = [...page.matchAll(/`((?:packages|test|docs)\/[\w./-]+\w)`|\((docs\/[\w./-]+)\)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every invariant names its guard', () => {
  const table = page.split('## Invariants and their guards')[1]?.split('##')[0] ?? ''
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what'))
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) expect(row).toMatch(/`(test|packages)\/[^`]+(\.test)?\.ts`/)
})
