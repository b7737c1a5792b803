import { expect, test } from 'vitest'
import { decideSnapshots, type SnapshotObservation } from './decide-snapshots.ts'
import { durableGraceMs } from './decide-step.ts'

const nowMs = 10_000_000
const recorded = (isOnNode: boolean, recordedAtMs = 0) => ({ snapshotId: 'a', recordedAtMs, isOnNode })
const observation = (more: Partial<SnapshotObservation>): SnapshotObservation => ({
  recorded: [],
  onNode: new Set(),
  elsewhere: new Set(),
  held: new Set(),
  nowMs,
  askedAtMs: 1000,
  untrackedSince: new Map(),
  ...more,
})
const nothing = { found: [], missing: [], untracked: [], remove: [] }

test('what both know needs nothing', () => {
  expect(decideSnapshots(observation({ recorded: [recorded(true)], onNode: new Set(['a']) }))).toEqual(
    nothing,
  )
  expect(decideSnapshots(observation({ recorded: [recorded(false)] }))).toEqual(nothing)
})

test('what the node has lost is missing, and found when it is there again', () => {
  expect(decideSnapshots(observation({ recorded: [recorded(true)] }))).toEqual({ ...nothing, missing: ['a'] })
  expect(decideSnapshots(observation({ recorded: [recorded(false)], onNode: new Set(['a']) }))).toEqual({
    ...nothing,
    found: ['a'],
  })
})

test('a copy of a snapshot of another node is kept', () => {
  const copies = { onNode: new Set(['a']), elsewhere: new Set(['a']) }
  expect(decideSnapshots(observation({ ...copies, untrackedSince: new Map([['a', 0]]) }))).toEqual(nothing)
})

test('what was recorded after the node was asked is not missing', () => {
  expect(decideSnapshots(observation({ recorded: [recorded(true, 1000)] }))).toEqual(nothing)
})

test('what nobody knows is removed after the grace, and never while a verb is at it', () => {
  const onNode = new Set(['s'])
  const since = (ageMs: number) => new Map([['s', nowMs - ageMs]])
  expect(decideSnapshots(observation({ onNode }))).toEqual({ ...nothing, untracked: ['s'] })
  expect(decideSnapshots(observation({ onNode, untrackedSince: since(durableGraceMs - 1) }))).toEqual({
    ...nothing,
    untracked: ['s'],
  })
  expect(decideSnapshots(observation({ onNode, untrackedSince: since(durableGraceMs) }))).toEqual({
    ...nothing,
    remove: ['s'],
  })
  expect(
    decideSnapshots(observation({ onNode, held: onNode, untrackedSince: since(durableGraceMs) })),
  ).toEqual(nothing)
})
