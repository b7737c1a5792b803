import { expect, test } from 'vitest'
import { memoryBytes, parentOf, processState, processTicks, runtimeHeap } from './proc-lines.ts'

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

// Measured in sandboxes of the code interpreter: all of its 77,000 files were looked at, then a snapshot was taken.
test.each([
  ['a new sandbox', { allocKb: 11_990, sysKb: 30_421, heapSysKb: 23_264, objects: 74_945 }, 1],
  ['files looked at', { allocKb: 206_598, sysKb: 236_790, heapSysKb: 223_904, objects: 499_847 }, 0],
  [
    'right after the snapshot',
    { allocKb: 520_502, sysKb: 550_739, heapSysKb: 531_104, objects: 9_046_703 },
    310,
  ],
  ['used since', { allocKb: 683_287, sysKb: 724_300, heapSysKb: 699_040, objects: 10_021_605 }, 318],
  ['collected', { allocKb: 135_842, sysKb: 737_932, heapSysKb: 711_168, objects: 373_867 }, 0],
])(
  'what a checkpoint has left in the heap of the runtime is told by the number of objects: %s',
  (_, heap, mb) => {
    const { allocKb, sysKb, heapSysKb, objects } = heap
    const text = `Sys: ${sysKb} kB\nHeapAlloc: ${allocKb} kB\nHeapSys: ${heapSysKb} kB\nHeapObjects: ${objects}\n`
    const { bytes, garbageBytes } = runtimeHeap(text)
    expect(bytes).toBe((sysKb - heapSysKb + allocKb) * 1024)
    expect(Math.round(garbageBytes / 1024 / 1024)).toBe(mb)
  },
)

test('where there is no such runtime its heap has no size', () => {
  expect(runtimeHeap('')).toEqual({ bytes: 0, garbageBytes: 0 })
})
