import { expect, test } from 'vitest'
import { awaitStoredRecipe, storedMsMax } from './await-stored-recipe.ts'

test('a machine that joins while the first one is storing its base template builds another one', async () => {
  const { wait, said } = world((nowMs) => (nowMs < 20_000 ? [] : ['newest', 'older']))
  expect(await awaitStoredRecipe(wait)).toBe('newest')
  expect(said).toHaveLength(1)
})

test('a template that is stored is waited for by nobody', async () => {
  const { wait, said } = world(() => ['newest'])
  expect(await awaitStoredRecipe(wait)).toBe('newest')
  expect([said, wait.nowMs()]).toEqual([[], 0])
})

test('a template that no node stores in time is built here', async () => {
  const { wait } = world(() => [])
  expect(await awaitStoredRecipe(wait)).toBeUndefined()
  expect(wait.nowMs()).toBeGreaterThanOrEqual(storedMsMax)
})

function world(list: (nowMs: number) => readonly string[]) {
  let nowMs = 0
  const said: string[] = []
  const sleep = async (ms: number) => {
    nowMs += ms
  }
  const wait = {
    list: async () => list(nowMs),
    sleep,
    nowMs: () => nowMs,
    onWaiting: () => said.push('waits'),
  }
  return { wait, said }
}
