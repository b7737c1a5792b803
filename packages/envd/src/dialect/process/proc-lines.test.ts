import { expect, test } from 'vitest'
import { memoryBytes, parentOf, processState, processTicks } from './proc-lines.ts'

test('the time of a process includes that of the children it collected', () => {
  const line = '1 (MainThread) S 0 1 1 0 0 0 0 0 0 0 244 21 368 91 20 0 11 0 9 1772490752 37883 1 0 0'
  expect(processTicks(line)).toBe(244 + 21 + 368 + 91)
})

test('a name may look like the rest of the line', () => {
  expect(processTicks('7 (a) S 9 9 (b c) R 1 1 1 0 0 0 0 0 0 0 1 2 3 4 20 0 1 0 9 0 0')).toBe(10)
})

test('what is no such line has no time', () => {
  for (const line of ['', '1', '1 (a) S 0 1', 'x'.repeat(100)]) expect(processTicks(line)).toBeUndefined()
})

test('the state of a process is the letter behind its name', () => {
  expect(processState('7 (a) S 9) Z 9 9')).toBe('Z')
  expect(parentOf('7 (a) S 9) Z 8 9')).toBe(8)
  for (const line of ['', '1', '1 (a)', '1 (a) 12 3']) expect(processState(line)).toBeUndefined()
})

test('memory is told in bytes', () => {
  const text = 'MemTotal:        1048576 kB\nMemFree:          906724 kB\nCached:                8 kB\n'
  expect([memoryBytes(text, 'MemTotal'), memoryBytes(text, 'Cached')]).toEqual([2 ** 30, 8192])
  expect(memoryBytes(text, 'SwapCached')).toBe(0)
})
