/** One node's report of a sandbox that may be recorded on another one, or under another epoch. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nodePhases } from '../sandbox/node-phase.ts'
import { endReasons, states } from '../sandbox/state.ts'
import { decideStep, type ReconcileContext, type Recorded, type Reported } from './decide-step.ts'

const context: ReconcileContext = { nodeId: 'a', nowMs: 100_000, askedAtMs: 500 }
const row = (more: Partial<Recorded> = {}): Recorded => ({
  ...{ state: 'running', nodeId: 'b', epoch: 4, changedAtMs: 0, generation: 5 },
  ...more,
})
const report = (more: Partial<Reported> = {}): Reported => ({
  ...{ phase: 'running', endReason: 'expired', generation: 9, epoch: 3 },
  ...more,
})
const living = nodePhases.filter((phase) => phase !== 'ended')

describe('a node that reports a sandbox which is recorded on another node', () => {
  test.each([
    ['an older copy is dropped there', row(), report({ phase: 'paused' }), { kind: 'release', epoch: 3 }],
    ['one that runs behind a partition is dropped', row(), report(), { kind: 'release', epoch: 3 }],
    ['its end is not that of the sandbox', row(), report({ phase: 'ended' }), { kind: 'acknowledge' }],
    ['of a later epoch: the records were restored', row(), report({ epoch: 5 }), { kind: 'nothing' }],
    ['without an epoch nothing is known of its age', row(), report({ epoch: 0 }), { kind: 'nothing' }],
  ] as const)('%s', (_, recorded, reported, step) => {
    expect(decideStep(recorded, reported, context)).toEqual(step)
  })
})

describe('a paused sandbox that is on no node', () => {
  const stored = row({ state: 'paused', nodeId: null })

  test.each([
    ['the copy of its present pause is kept', report({ epoch: 4, phase: 'paused' }), { kind: 'nothing' }],
    [
      'an older copy is kept while it may be resumed from it',
      report({ phase: 'paused' }),
      { kind: 'nothing' },
    ],
    ['the loss of a copy is not its end', report({ epoch: 4, phase: 'ended' }), { kind: 'acknowledge' }],
    ['a resume there is followed', report({ epoch: 4 }), { kind: 'follow', event: 'resumed' }],
  ] as const)('%s', (_, reported, step) => {
    expect(decideStep(stored, reported, context)).toEqual(step)
  })

  test('no node has to know it', () => {
    expect(decideStep(stored, undefined, { ...context, mismatchSinceMs: -1e9 })).toEqual({ kind: 'nothing' })
  })
})

describe('a sandbox that is recorded here', () => {
  test('an end from before its present placement does not end it', () => {
    const resuming = row({ nodeId: 'a', state: 'paused' })
    expect(decideStep(resuming, report({ phase: 'ended' }), context)).toEqual({ kind: 'acknowledge' })
  })

  test('its end under the present epoch does', () => {
    const step = { kind: 'recordEnd', reason: 'expired' }
    expect(decideStep(row({ nodeId: 'a' }), report({ phase: 'ended', epoch: 4 }), context)).toEqual(step)
  })
})

test('a sandbox that was given up is dropped by the node that comes back with it', () => {
  const lost = row({ state: 'ended', nodeId: 'a' })
  for (const phase of living)
    expect(decideStep(lost, report({ phase, epoch: 4 }), context)).toEqual({ kind: 'release', epoch: 4 })
})

const anyRow: fc.Arbitrary<Recorded> = fc.record({
  state: fc.constantFrom(...states),
  nodeId: fc.constantFrom('a', 'b', null),
  epoch: fc.integer({ min: 1, max: 5 }),
  changedAtMs: fc.nat(1000),
  generation: fc.nat(20),
})
const anyReport: fc.Arbitrary<Reported> = fc.record({
  phase: fc.constantFrom(...nodePhases),
  endReason: fc.constantFrom(...endReasons),
  generation: fc.nat(20),
  epoch: fc.nat(6),
})
const anyContext: fc.Arbitrary<ReconcileContext> = fc.record({
  nodeId: fc.constant('a'),
  nowMs: fc.constant(10_000_000),
  askedAtMs: fc.nat(1000),
  mismatchSinceMs: fc.constantFrom(undefined, 0),
})

test('no report, and no missing report, changes the record of a sandbox on another node or kills it', () => {
  fc.assert(
    fc.property(anyRow, fc.option(anyReport, { nil: undefined }), anyContext, (recorded, reported, at) => {
      fc.pre(recorded.nodeId === 'b' && recorded.state !== 'ended')
      const { kind } = decideStep(recorded, reported, at)
      expect(['nothing', 'acknowledge', 'release']).toContain(kind)
    }),
  )
})

test('only a copy of an earlier placement, or of a sandbox that has ended, is dropped', () => {
  fc.assert(
    fc.property(anyRow, anyReport, anyContext, (recorded, reported, at) => {
      const step = decideStep(recorded, reported, at)
      if (step.kind !== 'release') return
      expect(step.epoch).toBe(reported.epoch)
      if (recorded.state === 'ended') expect(step.epoch).toBeLessThanOrEqual(recorded.epoch)
      else expect(step.epoch).toBeLessThan(recorded.epoch)
    }),
  )
})

test('a sandbox that is on no node ends only by a kill that was requested', () => {
  fc.assert(
    fc.property(anyRow, fc.option(anyReport, { nil: undefined }), anyContext, (recorded, reported, at) => {
      fc.pre(recorded.nodeId === null && ['paused', 'pausing', 'running'].includes(recorded.state))
      expect(['recordEnd', 'dropRecord', 'kill']).not.toContain(decideStep(recorded, reported, at).kind)
    }),
  )
})
