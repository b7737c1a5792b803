import { expect, test } from 'vitest'
import { parseSwaps, type SwapFacts, whyNoSwap } from './support.ts'
import { chooseCompressor, fitsIntoMemory, planSwapDevice, wakeReserveBytes } from './swap-device.ts'
import { mayTakeStep, restAfterStepMs, type SwapUsage, swapOutStepBytes } from './swap-out.ts'

const gibibyte = 1024 ** 3

test('the device holds half of the memory, and takes a quarter of it at most', () => {
  expect(planSwapDevice(16 * gibibyte)).toEqual({ sizeBytes: 8 * gibibyte, memoryBytesMax: 4 * gibibyte })
})

test('sizes are whole pages, whatever the machine has', () => {
  const { sizeBytes, memoryBytesMax } = planSwapDevice(16 * gibibyte + 4097)
  expect([sizeBytes % 4096, memoryBytesMax % 4096]).toEqual([0, 0])
})

test('the fastest compressor of those that the kernel has is taken, else its own choice', () => {
  expect(chooseCompressor(['zstd', 'lzo', 'lz4'])).toBe('lz4')
  expect(chooseCompressor(['842'])).toBeUndefined()
})

test('a part of what is swapped is kept free for sandboxes that wake', () => {
  expect(wakeReserveBytes(4 * gibibyte)).toBe(gibibyte)
})

test('what is in swap goes back to memory only where something is left to the machine; nothing always fits', () => {
  expect(fitsIntoMemory(gibibyte, 2 * gibibyte)).toBe(true)
  expect(fitsIntoMemory(gibibyte, gibibyte)).toBe(false)
  expect(fitsIntoMemory(0, 0)).toBe(true)
})

test('a step of 10 ms is followed by a rest of 30: a quarter of a processor', () => {
  expect(restAfterStepMs(10)).toBe(30)
})

const room: SwapUsage = { usedBytes: 0, sizeBytes: gibibyte, memoryBytes: 0, memoryBytesMax: gibibyte / 2 }

test.each<[string, Partial<SwapUsage>, boolean]>([
  ['empty', {}, true],
  ['full of pages', { usedBytes: gibibyte - swapOutStepBytes }, false],
  ['full of what does not compress', { usedBytes: 0, memoryBytes: gibibyte / 2 - swapOutStepBytes }, false],
  ['half full', { usedBytes: gibibyte / 2, memoryBytes: gibibyte / 4 }, true],
])('into a device that is %s a step fits: %s', (_, use, fits) => {
  expect(mayTakeStep({ ...room, ...use })).toBe(fits)
})

const able: SwapFacts = { zram: 'present', isWritable: true, limits: 'enough' }

test('a machine that has all of it lacks nothing, nor does one whose module is not loaded yet', () => {
  expect(whyNoSwap(able)).toBeUndefined()
  expect(whyNoSwap({ ...able, zram: 'loadable', limits: 'unknown' })).toBeUndefined()
})

test.each<[Partial<SwapFacts>, string]>([
  [{ zram: 'absent' }, 'no zram'],
  [{ isWritable: false }, '/sys is read-only'],
  [{ limits: 'no-swap-limit' }, 'swapaccount=1'],
  [{ limits: 'no-reclaim' }, 'Linux 5.19'],
])('what is lacking is named: %o', (facts, words) => {
  expect(whyNoSwap({ ...able, ...facts })).toContain(words)
})

test('the swap areas of the kernel’s table are read in bytes', () => {
  const table =
    'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n/dev/zram1                              partition\t8192\t\t100\t\t32767\n'
  expect(parseSwaps(table)).toEqual([{ path: '/dev/zram1', sizeBytes: 8192 * 1024, usedBytes: 100 * 1024 }])
  expect(parseSwaps('Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n')).toEqual([])
})
