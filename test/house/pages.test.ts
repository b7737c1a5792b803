import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, read, root, sources } from './tree.ts'

test("the README's example is the file that can be run", () => {
  const [, example] = /```js\n([\s\S]*?)```/.exec(read('README.md')) ?? []
  expect(example).toBe(read('examples/first.mjs'))
})

test('links between pages lead somewhere', () => {
  const pages = filesBelow('.').filter((path) => path.endsWith('.md'))
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, target]) => target ?? '')
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  expect(dead).toEqual([])
})

test('every variable that is read is on the settings page, and the reverse', () => {
  const variables = sources().flatMap((path) =>
    [...read(path).matchAll(/'(CAY_[A-Z_]+)'/g)].map(([, name]) => name),
  )
  const rows = [...read('docs/settings.md').matchAll(/^\| `(CAY_[A-Z_]+)`/gm)].map(([, name]) => name)
  expect([...rows].sort()).toEqual([...new Set(variables)].sort())
})
