import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideEpoch, isSuperseded, parseEpoch } from './epoch.ts'

test.each([
  [0, 0, 'current'],
  [0, 1, 'raised'],
  [3, 0, 'current'],
  [3, 2, 'stale'],
  [3, 3, 'current'],
  [3, 4, 'raised'],
] as const)('with epoch %i on the node a command with %i is %s', (known, given, decision) => {
  expect(decideEpoch(known, given)).toBe(decision)
})

test('a copy without an epoch is superseded by none', () => {
  expect([isSuperseded(0, 4), isSuperseded(3, 4), isSuperseded(4, 4), isSuperseded(5, 4)]).toEqual([
    ...[false, true, false, false],
  ])
})

test('a copy is superseded exactly when a command of it would be stale at the other placement', () => {
  const epoch = fc.integer({ min: 1, max: 9 })
  fc.assert(
    fc.property(epoch, epoch, (known, given) => {
      expect(isSuperseded(known, given)).toBe(decideEpoch(given, known) === 'stale')
    }),
  )
})

test('an epoch that a number cannot hold is refused', () => {
  expect(parseEpoch(7n)).toBe(7)
  expect(() => parseEpoch(2n ** 63n)).toThrow('out of range')
})
