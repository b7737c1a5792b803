import { expect, test } from 'vitest'
import { changeNodeLabels, parseNodeLabels } from './node-labels.ts'

test('labels are sorted, without repetition, and an empty value is none', () => {
  expect(parseNodeLabels(['zone=b', 'gpu=', 'gpu', 'example.com/pool=a_1.x'])).toEqual([
    'example.com/pool=a_1.x',
    'gpu',
    'zone=b',
  ])
})

test.each([
  [['']],
  [['=b']],
  [['-a']],
  [['a-']],
  [['a b']],
  [['a=b=c']],
  [['a=-b']],
  [[`a=${'b'.repeat(64)}`]],
  [['a/b/c']],
  [['zone=a', 'zone=b']],
  [Array.from({ length: 65 }, (_, number) => `a${number}`)],
])('%j are refused', (labels) => {
  expect(() => parseNodeLabels(labels)).toThrow(expect.objectContaining({ code: 'request_invalid' }))
})

test('a change sets, replaces the value of its key, and removes', () => {
  const present = ['disk=hdd', 'gpu', 'zone=a']
  expect(changeNodeLabels(present, ['disk=ssd', 'zone-', 'new'])).toEqual(['disk=ssd', 'gpu', 'new'])
  expect(changeNodeLabels(present, ['missing-'])).toEqual(present)
  expect(changeNodeLabels(present, ['gpu-', 'gpu=a'])).toEqual(['disk=hdd', 'gpu=a', 'zone=a'])
})
