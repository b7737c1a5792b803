/** Pages name files of the repository, and renames forget them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longFiles } from '../support/longest-first.ts'
import { filesBelow, read, root } from './tree.ts'

const pages = filesBelow('.').filter((path) => path.endsWith('.md'))
/** `templates/` is left out: the data directory has one, too. */
const quotedPath = /`((?:packages|test|docs|spec|scripts|examples)\/[\w./-]+\w)`/g

test('every file that a page names is there', () => {
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(quotedPath)].map(([, path = '']) => ({ page, path })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})

test('each decision has a number of its own, and its title has it too', () => {
  const decisions = filesBelow('docs/decisions').map((path) => ({
    number: Number(/(\d{4})-[^/]*$/.exec(path)?.[1]),
    titled: Number(/^# (\d+)\. /.exec(read(path))?.[1]),
  }))
  expect(decisions.filter(({ number, titled }) => number !== titled)).toEqual([])
  expect(new Set(decisions.map(({ number }) => number)).size).toBe(decisions.length)
})

test('every test file that is to begin first is there', () => {
  expect(longFiles.length).toBeGreaterThan(5)
  expect(longFiles.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
