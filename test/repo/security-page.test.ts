import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { read, root } from './tree.ts'

const boundaries = read('docs/security.md').split('## Boundaries and their tests')[1]?.split('\n## ')[0] ?? ''
const rows = boundaries.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| boundary'))

test('every boundary names its tests, and they are there', () => {
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) {
    const tests = [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    expect(tests, row).not.toEqual([])
    for (const path of tests) {
      expect(path).toMatch(/^(test|packages)\/.*\.test\.ts$/)
      expect(existsSync(join(root, path)), path).toBe(true)
    }
  }
})
