import { expect, test } from 'vitest'
import { checkBuild } from './build-rules.ts'

const check = (request: object) => checkBuild({ name: 'app', ...request }, 'team')

test('what is not asked for is as usual', () => {
  expect(check({})).toEqual({
    alias: 'app',
    tags: ['default'],
    resources: { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10_240 },
  })
})

test.each([
  [{ name: 'team/App:V1' }, ['v1']],
  [{ name: 'app:v1', tags: ['v2', 'v1'] }, ['v1', 'v2']],
  [{ tags: ['stable'] }, ['stable']],
  [{ name: 'app:default' }, ['default']],
  [{ name: undefined, alias: 'app' }, ['default']],
])('tags of %j are %j', (request, tags) => {
  expect(check(request)).toMatchObject({ alias: 'app', tags })
})

test.each([
  [{ name: undefined }, 'name is required'],
  [{ name: '' }, 'name is required'],
  [{ name: 'a b' }, 'Invalid name'],
  [{ name: 'other/app' }, 'Invalid name'],
  [{ tags: ['a:b'] }, 'Invalid tag'],
  [{ tags: [''] }, 'Invalid tag'],
  [{ tags: ['c456b1be-5359-4932-8525-79048a07da43'] }, 'Invalid tag'],
  [{ cpuCount: 64 }, 'CPU count must be at most 32'],
  [{ cpuCount: 3 }, 'CPU count must be 1 or an even number'],
  [{ memoryMB: 1025 }, 'Memory must be divisible by 2'],
  [{ memoryMB: 2 ** 20 }, "Memory can't be higher than"],
  [{ minFreeDiskMb: 2 ** 24 }, "Free disk can't be higher than"],
])('%j is refused: %s', (request, why) => {
  expect(() => check(request)).toThrow(why)
})
