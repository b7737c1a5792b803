import { expect, test } from 'vitest'
import { nodeFenceMs } from '../placement/decide-renewal.ts'
import { plainLifecycle } from '../sandbox/lifecycle.ts'
import { planFence } from './plan-fence.ts'
import { agreedBounds, defaultLeaseBounds, leaseRefusal, leaseStanding } from './standing.ts'

const lastSentAtMs = 1_000_000
const timesAt = (ms: number) => ({ nowMs: lastSentAtMs + ms, lastSentAtMs, fenceFromMs: lastSentAtMs })

test.each([
  [0, 'held'],
  [14_999, 'held'],
  [15_000, 'lapsed'],
  [269_999, 'lapsed'],
  [270_000, 'fenced'],
  [10_000_000, 'fenced'],
] as const)('%i ms after the last renewal was sent the lease is %s', (ms, standing) => {
  expect(leaseStanding(timesAt(ms), defaultLeaseBounds)).toBe(standing)
})

test('while control cannot count, nothing starts and nothing is fenced', () => {
  const times = { ...timesAt(500_000), fenceFromMs: lastSentAtMs + 495_000 }
  expect(leaseStanding(times, defaultLeaseBounds)).toBe('lapsed')
})

const sandboxes = [
  { sandboxId: 'killed', lifecycle: plainLifecycle },
  { sandboxId: 'paused', lifecycle: { ...plainLifecycle, onTimeout: 'pause' } },
  { sandboxId: 'files', lifecycle: { ...plainLifecycle, onTimeout: 'pause', filesOnly: true } },
] as const
const planAt = (ms: number) => planFence({ ...timesAt(ms), sandboxes }, defaultLeaseBounds)

test('until 270 seconds nothing is done to what runs', () => {
  expect(planAt(269_999)).toEqual([])
})

test.each([270_000, 289_999])('at %i ms each sandbox is paused or ended, as at its timeout', (ms) => {
  expect(planAt(ms)).toEqual([
    { kind: 'end', sandboxId: 'killed' },
    { kind: 'pause', sandboxId: 'paused', filesOnly: false },
    { kind: 'pause', sandboxId: 'files', filesOnly: true },
  ])
})

test('what is not paused after 290 seconds is killed', () => {
  expect(planAt(290_000).map(({ kind }) => kind)).toEqual(['kill', 'kill', 'kill'])
})

test('the fence is complete ten seconds before control may give the node up', () => {
  expect(defaultLeaseBounds.endMs).toBeLessThanOrEqual(300_000 - 10_000)
})

test.each([
  ['shorter than usual', 27_000, 29_000, 29_000],
  ['the whole time of a pause after a short fence', 3_000, 23_000, 23_000],
  ['longer than usual', 270_000, 900_000, 290_000],
])('a pause has until the end that control states: %s', (_, fenceMs, stated, endMs) => {
  expect(agreedBounds({ leaseMs: 1_500, fenceMs, endMs: stated })).toMatchObject({ fenceMs, endMs })
})

test.each([30_000, 60_000, 300_000, 900_000])(
  'a control process that does not state the end and gives up after %i ms does so after it',
  (lossMs) => {
    expect(agreedBounds({ leaseMs: 15_000, fenceMs: nodeFenceMs(lossMs) }).endMs).toBeLessThan(lossMs)
  },
)

test('control can shorten the times of the node and not lengthen them', () => {
  expect(agreedBounds({ leaseMs: 15_000, fenceMs: 270_000 })).toEqual(defaultLeaseBounds)
  expect(agreedBounds({ leaseMs: 60_000, fenceMs: 900_000 })).toEqual(defaultLeaseBounds)
  expect(agreedBounds({ leaseMs: 5_000, fenceMs: 60_000 })).toEqual({
    ...{ leaseMs: 5_000, fenceMs: 60_000, endMs: 64_444 },
  })
  for (const wrong of [
    { leaseMs: 0, fenceMs: 0 },
    { leaseMs: 9_000, fenceMs: 9_000 },
  ])
    expect(agreedBounds(wrong)).toEqual(defaultLeaseBounds)
})

test('a refusal says for how long the lease was not renewed', () => {
  expect(leaseRefusal(17_400)).toMatchObject({ code: 'no_capacity' })
  expect(leaseRefusal(17_400).message).toContain('its lease with the cluster for 17 seconds')
  expect(leaseRefusal(undefined).message).toContain('its lease with the cluster yet')
})
