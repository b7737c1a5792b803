import { expect, test } from 'vitest'
import { decideAdoption, type NodeCopy } from './adoption.ts'

const pause = { epoch: 4, snapshotId: 'now' }

test.each<[string, NodeCopy | undefined, ReturnType<typeof decideAdoption>]>([
  ['no copy', undefined, 'adopt'],
  ['the same pause, of an attempt before', { epoch: 4, snapshotId: 'now' }, 'keep'],
  ['the same pause without an epoch', { epoch: 0, snapshotId: 'now' }, 'keep'],
  ['a pause from before the sandbox went elsewhere', { epoch: 3, snapshotId: 'before' }, 'replace'],
  ['a later pause that is not stored yet', { epoch: 5, snapshotId: 'later' }, 'keep'],
  ['a run from before the sandbox went elsewhere', { epoch: 3 }, 'replace'],
  ['a run that began from this pause', { epoch: 5 }, 'keep'],
])('%s', (_, copy, decision) => {
  expect(decideAdoption(copy, pause)).toBe(decision)
})

test('a stored pause without an epoch replaces nothing', () => {
  expect(decideAdoption({ epoch: 0, snapshotId: 'other' }, { epoch: 0, snapshotId: 'now' })).toBe('keep')
})
