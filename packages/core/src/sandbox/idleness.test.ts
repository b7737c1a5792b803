import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterBusyAnswer,
  afterObservation,
  decideIdleStep,
  firstAskGapMs,
  type Idleness,
  lastAskGapMs,
} from './idleness.ts'

const graceMs = 3_000
const quiet: Idleness = { quietSinceMs: 0, askAtMs: 0, askGapMs: firstAskGapMs, wasFrozen: false }

test.each([
  { isFrozen: false, isConnected: false, nowMs: graceMs - 1, step: 'leave' },
  { isFrozen: false, isConnected: false, nowMs: graceMs, step: 'ask' },
  { isFrozen: false, isConnected: true, nowMs: graceMs, step: 'leave' },
  { isFrozen: true, isConnected: false, nowMs: graceMs, step: 'leave' },
  { isFrozen: true, isConnected: true, nowMs: 0, step: 'wake' },
])('frozen $isFrozen, connected $isConnected, at $nowMs ms: $step', ({ step, ...seen }) => {
  expect(decideIdleStep(quiet, seen, graceMs)).toBe(step)
})

test.each([
  ['seen for the first time', undefined, { isFrozen: false, isConnected: false }],
  ['connected', quiet, { isFrozen: false, isConnected: true }],
  ['woken', { ...quiet, wasFrozen: true }, { isFrozen: false, isConnected: false }],
])('a sandbox that is %s has its whole grace before it', (_, before, seen) => {
  expect(afterObservation(before, { ...seen, nowMs: 9_000 })).toMatchObject({
    quietSinceMs: 9_000,
    askAtMs: 9_000,
  })
})

test('a quiet look changes nothing', () => {
  expect(afterObservation(quiet, { isFrozen: false, isConnected: false, nowMs: 9_000 })).toEqual(quiet)
})

test('a daemon whose users are at work is asked ever more rarely, up to a bound', () => {
  const gaps: number[] = []
  let known = quiet
  for (let nowMs = 0; gaps.length < 8; nowMs = known.askAtMs) {
    known = afterBusyAnswer(known, nowMs)
    gaps.push(known.askAtMs - nowMs)
  }
  expect(gaps.slice(0, 3)).toEqual([2_000, 4_000, 8_000])
  expect(gaps.at(-1)).toBe(lastAskGapMs)
})

const observation = fc.record({
  passedMs: fc.nat(5_000),
  isFrozen: fc.boolean(),
  isConnected: fc.boolean(),
  isBusy: fc.boolean(),
})

test('whatever was seen, who is connected is never asked or left frozen', () => {
  fc.assert(
    fc.property(fc.array(observation, { minLength: 1 }), (looks) => {
      let nowMs = 0
      let known: Idleness | undefined
      for (const look of looks) {
        nowMs += look.passedMs
        const seen = { ...look, nowMs }
        known = afterObservation(known, seen)
        const step = decideIdleStep(known, seen, graceMs)
        if (look.isConnected) expect(step).toBe(look.isFrozen ? 'wake' : 'leave')
        if (step === 'ask') expect(nowMs - known.quietSinceMs).toBeGreaterThanOrEqual(graceMs)
        if (step === 'ask' && look.isBusy) known = afterBusyAnswer(known, nowMs)
      }
    }),
  )
})
