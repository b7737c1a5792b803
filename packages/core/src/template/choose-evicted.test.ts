import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CachedEntry, type CachedFile, chooseEvicted } from './choose-evicted.ts'

interface Named extends CachedEntry {
  readonly name: string
}

let inodes = 0

/** An entry of one file without other links. */
function entry(name: string, usedAtMs: number, more: Partial<Named> = {}): Named {
  return { name, usedAtMs, files: [{ inode: inodes++, names: 1, bytes: 10 }], ...more }
}

const bounds = { bytesMax: 1000, roomBytes: 1000, usedSinceMs: 1000 }
const evicted = (entries: readonly Named[], changes: Partial<typeof bounds>) =>
  chooseEvicted(entries, { ...bounds, ...changes }).entries.map(({ name }) => name)

test('what was used longest ago goes first, until the rest fits', () => {
  expect(evicted([entry('b', 2), entry('c', 3), entry('a', 1)], { bytesMax: 15 })).toEqual(['a', 'b'])
  expect(evicted([entry('b', 2), entry('a', 1)], { bytesMax: 20 })).toEqual([])
})

test('no more is kept than half of what the disk could give', () => {
  const entries = [1, 2, 3, 4].map((usedAtMs) => entry(String(usedAtMs), usedAtMs))
  expect(evicted(entries, { roomBytes: 0 })).toEqual(['1', '2'])
  expect(evicted(entries, { roomBytes: 40 })).toEqual([])
})

test('what a build under way has used stays, however much it is', () => {
  const entries = [entry('old', 1), entry('used', 5), entry('just', 6)]
  expect(evicted(entries, { bytesMax: 0, usedSinceMs: 5 })).toEqual(['old'])
})

test('what is half made counts and stays', () => {
  const entries = [entry('half', 1, { isInMaking: true }), entry('whole', 2)]
  expect(evicted(entries, { bytesMax: 15 })).toEqual(['whole'])
})

test('an upload that awaits its build goes only where the bound is passed twice', () => {
  const upload = () => entry('upload', 1, { isReserved: true })
  expect(evicted([upload(), entry('a', 2)], { bytesMax: 12 })).toEqual(['a'])
  expect(evicted([upload(), entry('a', 2), entry('b', 3)], { bytesMax: 12 })).toEqual(['upload', 'a'])
})

const shared = (names: number): CachedFile => ({ inode: inodes++, names, bytes: 100 })

test('a root file system that several layers share counts once, and is gone with the last of them', () => {
  const files = [shared(3)]
  const layers = [1, 2, 3].map((usedAtMs) => ({ name: String(usedAtMs), usedAtMs, files }))
  expect(chooseEvicted(layers, { ...bounds, bytesMax: 150 })).toEqual({ entries: [], bytes: 100 })
  expect(chooseEvicted(layers, { ...bounds, bytesMax: 50 })).toEqual({ entries: layers, bytes: 0 })
})

test('a root file system that a template has as well is not what takes the room', () => {
  const files = [shared(3)]
  const layers = [1, 2].map((usedAtMs) => ({ name: String(usedAtMs), usedAtMs, files }))
  expect(chooseEvicted(layers, { ...bounds, bytesMax: 50 })).toEqual({ entries: [], bytes: 0 })
})

const someEntries = fc.array(
  fc.record({
    name: fc.string(),
    usedAtMs: fc.nat(100),
    isReserved: fc.boolean(),
    isInMaking: fc.boolean(),
    // Small files with many links, some of which may be elsewhere.
    files: fc.array(fc.nat(8).map((inode) => ({ inode, names: 1 + (inode % 3) * 4, bytes: inode * 10 }))),
  }),
)

test('whatever is kept, the rest keeps within its bounds or is all that must stay', () => {
  fc.assert(
    fc.property(someEntries, fc.nat(300), fc.nat(300), fc.nat(100), (entries, bytesMax, roomBytes, since) => {
      const whole = { bytesMax, roomBytes, usedSinceMs: since }
      const { entries: gone, bytes } = chooseEvicted(entries, whole)
      const left = entries.filter((one) => !gone.includes(one))
      expect(gone.filter(({ usedAtMs, isInMaking }) => isInMaking || usedAtMs >= since)).toEqual([])
      if (bytes > 2 * bytesMax)
        expect(left.filter(({ usedAtMs, isInMaking }) => !isInMaking && usedAtMs < since)).toEqual([])
    }),
  )
})
