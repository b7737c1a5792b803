import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decideRenewal,
  isLossDue,
  leaseStatus,
  nodeEndMs,
  nodeFenceMs,
  nodeLeaseMs,
  nodeLossMs,
  type RecordedLease,
} from './decide-renewal.ts'

const recorded = (more: Partial<RecordedLease> = {}): RecordedLease => ({
  ...{ incarnation: 3, bootId: 'one', renewedAtMs: 1000, lostAtMs: null },
  ...more,
})

test.each([
  ['a node that goes on', {}, 3, 'one', 'renew'],
  ['a node that has just joined', { renewedAtMs: 0, bootId: '' }, 0, 'one', 'renew'],
  ['a machine that was rebooted', {}, 3, 'two', 'lose'],
  ['a node that has lost its data directory', {}, 0, 'one', 'lose'],
  ['a second process with the certificate of the node', {}, 2, 'one', 'lose'],
  ['a node that comes back after it was given up', { lostAtMs: 9 }, 2, 'one', 'tell'],
  ['the same after a reboot', { lostAtMs: 9 }, 2, 'two', 'tell'],
  ['a node that has ended everything since', { lostAtMs: 9 }, 3, 'one', 'confirm'],
] as const)('%s', (_, record, incarnation, bootId, kind) => {
  expect(decideRenewal(recorded(record), { incarnation, bootId })).toEqual({ kind })
})

test('the node has ended everything before control says so', () => {
  expect(nodeLeaseMs).toBeLessThan(nodeFenceMs(30_000))
  expect(nodeFenceMs(nodeLossMs)).toBe(270_000)
  expect(nodeEndMs(nodeLossMs)).toBe(290_000)
  for (const lossMs of [30_000, 60_000, nodeLossMs]) {
    expect(nodeFenceMs(lossMs)).toBeLessThan(nodeEndMs(lossMs))
    expect(nodeEndMs(lossMs)).toBeLessThanOrEqual(lossMs - 1_000)
  }
})

test('a node is unreachable after a missed lease, and lost only after it could have renewed for long enough', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), (renewedAtMs, recordingSinceMs, age) => {
      const nowMs = renewedAtMs + age
      expect(leaseStatus(recorded({ renewedAtMs }), nowMs)).toBe(age < nodeLeaseMs ? 'alive' : 'unreachable')
      const isDue = isLossDue(recorded({ renewedAtMs }), { nowMs, recordingSinceMs, lossMs: nodeLossMs })
      expect(isDue).toBe(renewedAtMs > 0 && age >= nodeLossMs && nowMs - recordingSinceMs >= nodeLossMs)
    }),
  )
})
