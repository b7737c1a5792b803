import { expect, test } from 'vitest'
import { affinityMask, countProcessors, renderCpuinfo, renderOnline, renderStat } from './processor-texts.ts'

test('an affinity has one bit for each of the first processors', () => {
  expect([...affinityMask(1).subarray(0, 2)]).toEqual([1, 0])
  expect([...affinityMask(10).subarray(0, 3)]).toEqual([255, 3, 0])
  expect(affinityMask(5000).every((byte) => byte === 255)).toBe(true)
})

test('processors are counted in lists of ranges', () => {
  expect(['0\n', '0-1\n', '0-1,4\n', '0,2-5'].map(countProcessors)).toEqual([1, 2, 3, 5])
  for (const count of [1, 2, 64]) expect(countProcessors(renderOnline('', count))).toBe(count)
})

test('cpuinfo and stat lose the processors above the count, and nothing else', () => {
  const block = (number: number) => `processor\t: ${number}\nmodel name\t: unknown\n\n`
  expect(renderCpuinfo(block(0) + block(1), 1)).toBe(block(0))
  expect(renderCpuinfo(block(0) + block(1), 2)).toBe(block(0) + block(1))
  const stat = 'cpu  0 0\ncpu0 0 0\ncpu1 0 0\ncpu10 0 0\nintr 0\nbtime 17\n'
  expect(renderStat(stat, 1)).toBe('cpu  0 0\ncpu0 0 0\nintr 0\nbtime 17\n')
  expect(renderStat(stat, 2)).toBe('cpu  0 0\ncpu0 0 0\ncpu1 0 0\nintr 0\nbtime 17\n')
})
