import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addBundles } from './add-bundles.ts'
import { loadRecipe } from './recipe-directory.ts'

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const recipes = fromHere('../../../../../templates')
const packages = fromHere('../../../..')

test('a program of this repository lies in the image, and decides whether a template is up to date', async () => {
  const loaded = await loadRecipe(recipes, 'mcp-gateway')
  const whole = await addBundles(loaded, packages)
  expect([...whole.files.keys()]).toContain('/usr/lib/mcp-gateway/mcp-gateway.cjs')
  expect(whole.digest).not.toBe(loaded.digest)
})

test('a recipe without programs stays as it is', async () => {
  const loaded = await loadRecipe(recipes, 'base')
  expect(await addBundles(loaded, packages)).toBe(loaded)
})
