import { expect, test } from 'vitest'
import { filterSandboxes } from './filter-sandboxes.ts'

const sandboxes = [
  { sandboxID: 'iaaa', templateID: 't1', alias: 'base', state: 'running', metadata: { user: 'Alice' } },
  {
    sandboxID: 'ibbb',
    templateID: 't1',
    alias: 'base',
    state: 'paused',
    metadata: { user: 'bob', job: '7' },
  },
  { sandboxID: 'iccc', templateID: 't2', state: 'running' },
]
const found = (text: string, state?: string) =>
  filterSandboxes(sandboxes, { text, state }).map(({ sandboxID }) => sandboxID)

test('every word must occur, in the id, the template or the metadata', () => {
  expect(found('user=alice')).toEqual(['iaaa'])
  expect(found('  base  JOB=7 ')).toEqual(['ibbb'])
  expect(found('t2')).toEqual(['iccc'])
  expect(found('base t2')).toEqual([])
})

test('a state leaves those of it', () => {
  expect(found('', 'running')).toEqual(['iaaa', 'iccc'])
  expect(found('user=', 'paused')).toEqual(['ibbb'])
  expect(found('')).toHaveLength(3)
})
