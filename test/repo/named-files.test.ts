/** Pages name files of the repository, and renames forget them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
