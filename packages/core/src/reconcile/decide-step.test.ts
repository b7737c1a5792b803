import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endReasons, states } from '../sandbox/state.ts'
import { decideStep, type Look, type Recorded, type Reported, strangerGraceMs } from './decide-step.ts'

const anyRecorded: fc.Arbitrary<Recorded> = fc.record({
  state: fc.constantFrom(...states),
  changedAtMs: fc.nat(1000),
  generation: fc.nat(100),
})
const anyReported: fc.Arbitrary<Reported> = fc.record({
  phase: fc.constantFrom('running' as const, 'ended' as const),
  endReason: fc.constantFrom(...endReasons),
  generation: fc.nat(100),
})
const look: Look = { nowMs: 100_000, askedAtMs: 500 }
const recorded = (state: Recorded['state'], changedAtMs = 0): Recorded => ({
  state,
  changedAtMs,
  generation: 5,
})
const reported = (phase: Reported['phase'], generation = 5): Reported => ({
  phase,
  endReason: 'expired',
  generation,
})

test('what control and node agree on needs no step', () => {
  expect(decideStep(recorded('running'), reported('running'), look)).toEqual({ kind: 'nothing' })
  expect(decideStep(undefined, undefined, look)).toEqual({ kind: 'nothing' })
  expect(decideStep(recorded('ended'), undefined, look)).toEqual({ kind: 'nothing' })
  expect(decideStep(recorded('paused'), undefined, look)).toEqual({ kind: 'nothing' })
})

test('a record that is newer than the look is not judged by what the look lacks', () => {
  fc.assert(
    fc.property(anyRecorded, (row) => {
      const fresh = { ...row, changedAtMs: look.askedAtMs }
      expect(decideStep(fresh, undefined, look)).toEqual({ kind: 'nothing' })
    }),
  )
})

test('a running sandbox that the node does not have is lost', () => {
  expect(decideStep(recorded('running'), undefined, look)).toEqual({ kind: 'recordEnd', reason: 'lost' })
})

test("an end is recorded with the node's reason, and as killed where a kill was asked for", () => {
  expect(decideStep(recorded('running'), reported('ended'), look)).toEqual({
    kind: 'recordEnd',
    reason: 'expired',
  })
  expect(decideStep(recorded('killing'), reported('ended'), look)).toEqual({
    kind: 'recordEnd',
    reason: 'killed',
  })
})

test('an end that is recorded, or that nobody knows of, is acknowledged', () => {
  expect(decideStep(recorded('ended'), reported('ended'), look)).toEqual({ kind: 'acknowledge' })
  expect(decideStep(undefined, reported('ended'), look)).toEqual({ kind: 'acknowledge' })
})

test('a sandbox without a record is left alone for the grace and then killed', () => {
  const since = (ageMs: number) => ({ ...look, strangerSinceMs: look.nowMs - ageMs })
  expect(decideStep(undefined, reported('running'), look)).toEqual({ kind: 'remember' })
  expect(decideStep(undefined, reported('running'), since(strangerGraceMs - 1))).toEqual({ kind: 'nothing' })
  expect(decideStep(undefined, reported('running'), since(strangerGraceMs))).toEqual({
    kind: 'kill',
    reason: 'orphaned',
  })
  expect(decideStep(recorded('ended'), reported('running'), since(strangerGraceMs))).toEqual({
    kind: 'kill',
    reason: 'orphaned',
  })
})

test('a create that a dead process left behind is undone', () => {
  expect(decideStep(recorded('creating'), undefined, look)).toEqual({ kind: 'dropRecord' })
  expect(decideStep(recorded('creating'), reported('running'), look)).toEqual({
    kind: 'kill',
    reason: 'orphaned',
  })
  expect(decideStep(recorded('creating'), reported('ended'), look)).toEqual({ kind: 'dropRecord' })
  expect(decideStep(recorded('creating', look.askedAtMs), reported('running'), look)).toEqual({
    kind: 'nothing',
  })
})

test('a kill that was not finished is finished', () => {
  expect(decideStep(recorded('killing'), reported('running'), look)).toEqual({
    kind: 'kill',
    reason: 'killed',
  })
  expect(decideStep(recorded('killing'), undefined, look)).toEqual({ kind: 'recordEnd', reason: 'killed' })
})

test('only newer reports are taken over', () => {
  expect(decideStep(recorded('running'), reported('running', 6), look)).toEqual({ kind: 'takeOver' })
  expect(decideStep(recorded('running'), reported('running', 4), look)).toEqual({ kind: 'nothing' })
})

test('a sandbox that runs with a running record is never killed', () => {
  fc.assert(
    fc.property(anyRecorded, anyReported, (row, report) => {
      const step = decideStep({ ...row, state: 'running' }, { ...report, phase: 'running' }, look)
      expect(['nothing', 'takeOver']).toContain(step.kind)
    }),
  )
})
