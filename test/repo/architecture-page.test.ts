import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { read, root } from './tree.ts'

function filesNamedIn(text: string): string[] {
  const quoted = /`((?:packages|test|docs|spec)\/[\w./-]+\w)`|\((docs\/[\w./-]+)\)/g
  return [...text.matchAll(quoted)].map(([, inCode, inLink]) => inCode ?? inLink ?? '')
}

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('every file that %s names is there', (page) => {
  const named = filesNamedIn(read(page))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every invariant names its guard', () => {
  const table = read('ARCHITECTURE.md').split('## Invariants and their guards')[1]?.split('##')[0] ?? ''
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what'))
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) expect(row).toMatch(/`(test|packages)\/[^`]+(\.test)?\.ts`/)
})

describe("a newcomer's task", () => {
  const tasks = read('CONTRIBUTING.md')
    .split('\n### To ')
    .slice(1)
    .map((task) => [task.split('\n')[0], task] as const)

  test('is shown by three examples', () => {
    expect(tasks).toHaveLength(3)
  })

  test.each(tasks)('names ten files at most: to %s', (_title, task) => {
    const files = filesNamedIn(task)
    expect(files.length).toBeGreaterThan(5)
    expect(files.length).toBeLessThanOrEqual(10)
  })
})
