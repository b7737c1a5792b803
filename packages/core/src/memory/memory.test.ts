import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excessBytes, isImminent, memoryBounds, nextPollMs, nodeLimitMb, tolerate } from './bounds.ts'
import { chooseEnded, type HeldMemory } from './choose-ended.ts'

const mb = 1024 * 1024
const bounds = memoryBounds(1024)
const idle = { usedBytes: 50 * mb, runtimeBytes: 15 * mb }

const held = (pid: number, more: Partial<HeldMemory> = {}): HeldMemory => ({
  ...{ pid, name: `p${pid}`, residentBytes: 5 * mb, files: [], buffers: 3, writtenBytes: 1000 },
  ...more,
})
const shortage = {
  excessBytes: 10 * mb,
  usedBytes: 1034 * mb,
  runtimeBytes: 20 * mb,
  mountedBytes: 0,
  worthBytes: 4 * mb,
}
const pidsOf = (processes: readonly HeldMemory[], more: Partial<typeof shortage> = {}) =>
  chooseEnded(processes, { ...shortage, ...more })
    .map(({ pid }) => pid)
    .sort((a, b) => a - b)

test('a sandbox may use all that it has, and the node stops it later than its daemon does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 128, max: 65_536 }), (memoryMb) => {
      const { usedBytes, usedBytesMax } = memoryBounds(memoryMb)
      expect(usedBytes).toBe(memoryMb * mb)
      expect(usedBytesMax).toBeGreaterThan(usedBytes)
      expect(usedBytesMax).toBeLessThan((nodeLimitMb(memoryMb) - 16) * mb)
    }),
  )
})

test('nothing is in excess up to the bound, and what the runtime keeps has a bound of its own', () => {
  expect(excessBytes({ usedBytes: 1024 * mb, runtimeBytes: 0 }, bounds)).toBe(0)
  expect(excessBytes({ usedBytes: 1030 * mb, runtimeBytes: 0 }, bounds)).toBe(6 * mb)
  expect(excessBytes({ usedBytes: 700 * mb, runtimeBytes: 600 * mb }, bounds)).toBe(88 * mb)
})

test('what is not given back is tolerated, more of it is not, and never beyond what the node tolerates', () => {
  const stuck = { usedBytes: 1060 * mb, runtimeBytes: 20 * mb }
  const after = tolerate(stuck, bounds)
  expect(excessBytes(stuck, after)).toBe(0)
  expect(excessBytes({ ...stuck, usedBytes: 1100 * mb }, after)).toBeGreaterThan(0)
  const full = tolerate({ usedBytes: 5000 * mb, runtimeBytes: 0 }, bounds)
  expect(full.usedBytes).toBe(bounds.usedBytesMax)
})

test('growth that would reach the limit before the next look is noticed beforehand', () => {
  const at = (megabytes: number) => ({ usedBytes: megabytes * mb, runtimeBytes: 0 })
  expect(isImminent(at(50), at(300), bounds)).toBe(false)
  expect(isImminent(at(50), at(500), bounds)).toBe(true)
  expect(isImminent(at(900), at(910), bounds)).toBe(false)
  expect(isImminent(at(900), at(300), bounds)).toBe(false)
})

test('the less is left the sooner is looked, and never without a pause', () => {
  expect(nextPollMs(idle, bounds)).toBeGreaterThan(100)
  expect(nextPollMs({ usedBytes: 900 * mb, runtimeBytes: 0 }, bounds)).toBeLessThan(50)
  expect(nextPollMs({ usedBytes: 2000 * mb, runtimeBytes: 0 }, bounds)).toBe(20)
  expect(nextPollMs(idle, memoryBounds(65_536))).toBe(500)
})

test('the one that holds most is ended, and nobody else', () => {
  expect(pidsOf([held(2), held(3, { residentBytes: 900 * mb }), held(4)])).toEqual([3])
})

test('as many are ended as must be', () => {
  const many = Array.from({ length: 9 }, (_, index) => held(10 + index, { residentBytes: 100 * mb }))
  expect(pidsOf([held(2), ...many], { excessBytes: 250 * mb })).toHaveLength(3)
})

test('all who share a file without a name are ended with the one', () => {
  const files = [{ id: '0:7', bytes: 800 * mb }]
  expect(pidsOf([held(2, { files }), held(3), held(4, { files }), held(5, { files })])).toEqual([2, 4, 5])
})

test('whoever fills pipes or sockets is found by their number', () => {
  const use = { usedBytes: 700 * mb, runtimeBytes: 600 * mb }
  expect(pidsOf([held(2, { residentBytes: 60 * mb }), held(3, { buffers: 4000 })], use)).toEqual([3])
})

test('whoever fills a file system in memory that nobody knows is found by what was written', () => {
  const processes = [held(2, { residentBytes: 100 * mb }), held(3, { writtenBytes: 850 * mb })]
  expect(pidsOf(processes)).toEqual([3])
  // Memory in known file systems has no owner, so the largest process is selected.
  expect(pidsOf(processes, { mountedBytes: 900 * mb })).toEqual([2])
})

test('nobody is ended for what others have left behind', () => {
  const small = held(2, { residentBytes: 1 * mb, buffers: 1 })
  expect(pidsOf([small], { usedBytes: 1100 * mb, runtimeBytes: 500 * mb })).toEqual([2])
  expect(pidsOf([held(2, { residentBytes: 1 * mb, buffers: 0 })], { usedBytes: 1100 * mb })).toEqual([])
})

test('in a sandbox without processes nobody is ended', () => {
  expect(pidsOf([])).toEqual([])
})
