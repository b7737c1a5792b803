import { expect, test } from 'vitest'
import { isFrozenV1, isFrozenV2 } from './freezer-state.ts'

test.each([
  ['THAWED\n', false],
  ['FREEZING\n', false],
  ['FROZEN\n', true],
])('version 1 that says %j is frozen: %s', (state, frozen) => {
  expect(isFrozenV1(state)).toBe(frozen)
})

test.each([
  ['populated 1\nfrozen 0\n', false],
  ['populated 1\nfrozen 1\n', true],
  ['populated 0\n', false],
])('version 2 that says %j is frozen: %s', (events, frozen) => {
  expect(isFrozenV2(events)).toBe(frozen)
})
