import { expect, test } from 'vitest'
import { userProcessesMax } from './process-bound.ts'

test.each([
  [2, 1024, 256],
  [2, 8192, 256],
  [8, 1025, 512],
  [64, 65_536, 1000],
  [1, 512, 128],
  [1, 128, 64],
  [0, 0, 64],
])('with %i processors and %i MiB a user may have %i processes', (cpuCount, memoryMb, count) => {
  expect(userProcessesMax({ cpuCount, memoryMb })).toBe(count)
})
