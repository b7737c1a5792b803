import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nodePhases } from '../sandbox/node-phase.ts'
import { type Event, endReasons, states, transitions } from '../sandbox/state.ts'
import {
  decideStep,
  durableGraceMs,
  type ReconcileContext,
  type Recorded,
  type Reported,
  unsettledGeneration,
  untrackedGraceMs,
} from './decide-step.ts'

const anyRecorded: fc.Arbitrary<Recorded> = fc.record({
  nodeId: fc.constant('a'),
  epoch: fc.constant(1),
  state: fc.constantFrom(...states),
  changedAtMs: fc.nat(1000),
  generation: fc.nat(100),
})
const anyReported: fc.Arbitrary<Reported> = fc.record({
  epoch: fc.constantFrom(0, 1),
  phase: fc.constantFrom(...nodePhases),
  endReason: fc.constantFrom(...endReasons),
  generation: fc.nat(100),
})
const context: ReconcileContext = { nodeId: 'a', nowMs: 100_000, askedAtMs: 500 }
const recorded = (state: Recorded['state'], changedAtMs = 0): Recorded => ({
  state,
  nodeId: 'a',
  epoch: 1,
  changedAtMs,
  generation: 5,
})
const reported = (phase: Reported['phase'], generation = 5): Reported => ({
  phase,
  endReason: 'expired',
  generation,
  epoch: 0,
})

test('what control and node agree on needs no step', () => {
  expect(decideStep(recorded('running'), reported('running'), context)).toEqual({ kind: 'nothing' })
  expect(decideStep(undefined, undefined, context)).toEqual({ kind: 'nothing' })
  expect(decideStep(recorded('ended'), undefined, context)).toEqual({ kind: 'nothing' })
  expect(decideStep(recorded('paused'), reported('paused'), context)).toEqual({ kind: 'nothing' })
})

test('a record that is newer than the context is not judged by what the context lacks', () => {
  fc.assert(
    fc.property(anyRecorded, (row) => {
      const fresh = { ...row, changedAtMs: context.askedAtMs }
      expect(decideStep(fresh, undefined, context)).toEqual({ kind: 'nothing' })
    }),
  )
})

test.each(['running', 'pausing', 'snapshotting'] as const)(
  'a sandbox that is %s here and unknown to the node went with the node that had it',
  (state) => {
    const gone = { kind: 'recordEnd', reason: 'node_gone' }
    expect(decideStep(recorded(state), undefined, context)).toEqual(gone)
  },
)

test("an end is recorded with the node's reason, and as killed where a kill was asked for", () => {
  expect(decideStep(recorded('running'), reported('ended'), context)).toEqual({
    kind: 'recordEnd',
    reason: 'expired',
  })
  expect(decideStep(recorded('killing'), reported('ended'), context)).toEqual({
    kind: 'recordEnd',
    reason: 'killed',
  })
})

test('an end that is recorded, or that nobody knows of, is acknowledged', () => {
  expect(decideStep(recorded('ended'), reported('ended'), context)).toEqual({ kind: 'acknowledge' })
  expect(decideStep(undefined, reported('ended'), context)).toEqual({ kind: 'acknowledge' })
})

const mismatchFor = (ageMs: number) => ({ ...context, mismatchSinceMs: context.nowMs - ageMs })

test('a sandbox without a record is left alone for the grace and then killed', () => {
  const orphaned = { kind: 'kill', reason: 'orphaned' }
  for (const row of [undefined, recorded('ended')]) {
    expect(decideStep(row, reported('running'), context)).toEqual({ kind: 'remember' })
    expect(decideStep(row, reported('running'), mismatchFor(untrackedGraceMs - 1))).toEqual({
      kind: 'remember',
    })
    expect(decideStep(row, reported('running'), mismatchFor(untrackedGraceMs))).toEqual(orphaned)
  }
})

test('where files would be lost the grace is an hour', () => {
  expect(decideStep(undefined, reported('paused'), mismatchFor(untrackedGraceMs))).toEqual({
    kind: 'remember',
  })
  expect(decideStep(undefined, reported('paused'), mismatchFor(durableGraceMs))).toEqual({
    kind: 'kill',
    reason: 'orphaned',
  })
  expect(decideStep(recorded('paused'), undefined, context)).toEqual({ kind: 'remember' })
  expect(decideStep(recorded('paused'), undefined, mismatchFor(durableGraceMs))).toEqual({
    kind: 'recordEnd',
    reason: 'lost',
  })
})

test('a create that a dead process left behind is undone', () => {
  expect(decideStep(recorded('creating'), undefined, context)).toEqual({ kind: 'dropRecord' })
  expect(decideStep(recorded('creating'), reported('running'), context)).toEqual({
    kind: 'kill',
    reason: 'orphaned',
  })
  expect(decideStep(recorded('creating'), reported('ended'), context)).toEqual({ kind: 'dropRecord' })
  expect(decideStep(recorded('creating', context.askedAtMs), reported('running'), context)).toEqual({
    kind: 'nothing',
  })
})

test('a kill that was not finished is finished', () => {
  expect(decideStep(recorded('killing'), reported('running'), context)).toEqual({
    kind: 'kill',
    reason: 'killed',
  })
  expect(decideStep(recorded('killing'), undefined, context)).toEqual({ kind: 'recordEnd', reason: 'killed' })
})

test('only newer reports are taken over', () => {
  expect(decideStep(recorded('running'), reported('running', 6), context)).toEqual({ kind: 'takeOver' })
  expect(decideStep(recorded('running'), reported('running', 5), context)).toEqual({ kind: 'nothing' })
  expect(decideStep(recorded('running', context.askedAtMs), reported('paused', 4), context)).toEqual({
    kind: 'nothing',
  })
})

test.each([
  ['running', 'pausing', 'expiredIntoPause', 'pausing'],
  ['running', 'paused', 'paused', 'paused'],
  ['pausing', 'paused', 'paused', 'paused'],
  ['pausing', 'running', 'pauseFailed', 'running'],
  ['paused', 'running', 'resumed', 'running'],
  ['snapshotting', 'running', 'captured', 'running'],
  ['snapshotting', 'pausing', 'expiredIntoPause', 'pausing'],
] as const)('%s that the node reports as %s is %s and becomes %s', (state, phase, event, to) => {
  const step = { kind: 'follow', event }
  expect(decideStep(recorded(state), reported(phase, 6), context)).toEqual(step)
  expect(transitions[state][event]).toEqual({ kind: 'go', to })
  // The operation that led to this state died before the node got its request, or after its response: no report is
  // newer.
  expect(decideStep(recorded(state), reported(phase, 5), context)).toEqual(step)
})

test('where the node may not have been told what is recorded it is told again, as long as the sandbox runs', () => {
  const unsettled = { ...recorded('running'), generation: unsettledGeneration }
  expect(decideStep(unsettled, reported('running', 1), context)).toEqual({ kind: 'tellAgain' })
  expect(decideStep(unsettled, reported('paused', 1), context)).toEqual({ kind: 'follow', event: 'paused' })
})

test('of what the node may be asked about just now nothing is believed that is not newer', () => {
  fc.assert(
    fc.property(anyRecorded, anyReported, (row, report) => {
      const justNow = { ...row, changedAtMs: context.askedAtMs }
      fc.pre(report.phase !== 'ended' && report.generation <= row.generation)
      fc.pre(row.state !== 'killing' && row.state !== 'ended')
      expect(decideStep(justNow, report, context)).toEqual({ kind: 'nothing' })
    }),
  )
})

test('whatever it is told to follow leads on in the state table', () => {
  fc.assert(
    fc.property(anyRecorded, anyReported, (row, report) => {
      const step = decideStep(row, report, context)
      if (step.kind !== 'follow') return
      const event: Event = step.event
      expect(transitions[row.state][event].kind).toBe('go')
    }),
  )
})

test('a sandbox that lives on the node with a record that is shown is never killed', () => {
  fc.assert(
    fc.property(anyRecorded, anyReported, (row, report) => {
      fc.pre(report.phase !== 'ended')
      fc.pre(['running', 'pausing', 'paused', 'snapshotting'].includes(row.state))
      expect(['nothing', 'takeOver', 'tellAgain', 'follow']).toContain(decideStep(row, report, context).kind)
    }),
  )
})
