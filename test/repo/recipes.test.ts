/** The recipes of the templates that come with Cay, and what their pages say of them. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadRecipe } from '@cay/orchestrator/edge/recipe/recipe-directory.ts'
import { expect, test } from 'vitest'
import { refusedImages, usableImages } from '../support/kinds-of-images.ts'
import { read, root } from './tree.ts'

const aliases = readdirSync(join(root, 'templates'))
const page = read('docs/templates.md')

test.each(aliases)('the recipe %s is valid, and named as its directory', async (alias) => {
  expect((await loadRecipe(join(root, 'templates'), alias)).recipe.alias).toBe(alias)
})

test.each(aliases)('the recipe %s has a README that leads to its page and names its tests', (alias) => {
  const readme = read(`templates/${alias}/README.md`)
  expect(readme).toMatch(new RegExp(`^# \`?${alias}\`?\n`))
  expect(readme).toContain(`(../../docs/templates.md#${alias})`)
  expect(readme.split('\nTests: ')[1]).toMatch(/\btest\/(conformance|machine|templates)\//)
  expect(page).toContain(`\n## \`${alias}\`\n`)
})

test('the page has a row for each kind of image that the tests build, and no other', () => {
  const [, table = ''] = page.split('it prints this table')
  const rows = [
    ...(table.split('stands for the name')[0] ?? '').matchAll(/^\| (?!image \|)([^|]+) \| ([^|]+) \|$/gm),
  ]
  const told = rows.map(([, what, result = '']) => [what, /^(works|refused)\b/.exec(result)?.[1]])
  const built = usableImages.map(({ what }) => [what, 'works'])
  expect(told).toEqual([...built, ...refusedImages.map(({ what }) => [what, 'refused'])])
})
