import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideLocated,
  decideOwner,
  emptyLocationCache,
  forgetLocation,
  type NodeLocation,
  recallLocation,
  rememberLocation,
} from './locations.ts'
import type { Phase, Route } from './phase.ts'

const onNode = (nodeId: string, epoch: number): NodeLocation => ({
  ...{ kind: 'on_node', nodeId, address: `${nodeId}:3004`, epoch: BigInt(epoch) },
})
const cacheOf = (known = 3, missing = 2) =>
  emptyLocationCache({ knownMax: known, missingMax: missing, missingMs: 1000 })
const route = (phase: Phase): Route => ({
  ...{ phase, address: '10.0.0.2', isFrozen: false, resumesOnTraffic: true },
  ...{ trafficToken: '', hostMask: '', tlsPorts: [] },
})

describe('the owner of a sandbox', () => {
  test('is this node while its own table shows the sandbox as anything but paused', () => {
    const decided = (['running', 'capturing', 'pausing', 'resuming', 'paused'] as const).map((phase) =>
      decideOwner(route(phase)),
    )
    expect(decided).toEqual(['own', 'own', 'own', 'own', 'locate'])
    expect(decideOwner(undefined)).toBe('locate')
  })

  test('is the node that control names', () => {
    expect(decideLocated(onNode('b', 1), 'a')).toEqual({ kind: 'hop', location: onNode('b', 1) })
    expect(decideLocated(onNode('a', 1), 'a')).toEqual({ kind: 'own' })
    expect(decideLocated({ kind: 'paused' }, 'a')).toEqual({ kind: 'resume' })
    expect(decideLocated({ kind: 'placing' }, 'a')).toEqual({ kind: 'wait' })
    expect(decideLocated({ kind: 'unreachable' }, 'a')).toEqual({ kind: 'refused', refusal: 'unreachable' })
    expect(decideLocated({ kind: 'not_found' }, 'a')).toEqual({ kind: 'refused', refusal: 'not_found' })
  })
})

describe('the cache of locations', () => {
  test('forgets the location that was used longest ago when it is full', () => {
    const cache = cacheOf(2)
    for (const sandboxId of ['i1', 'i2'])
      rememberLocation(cache, { sandboxId, location: onNode('a', 1), nowMs: 0 })
    recallLocation(cache, 'i1', 0)
    rememberLocation(cache, { sandboxId: 'i3', location: onNode('a', 1), nowMs: 0 })
    expect(['i1', 'i2', 'i3'].map((id) => recallLocation(cache, id, 0)?.kind)).toEqual([
      'on_node',
      undefined,
      'on_node',
    ])
  })

  test('keeps no state that a call may end: a paused sandbox may be resumed at any moment', () => {
    const cache = cacheOf()
    for (const kind of ['paused', 'placing', 'unreachable'] as const) {
      rememberLocation(cache, { sandboxId: 'i1', location: { kind }, nowMs: 0 })
      expect(recallLocation(cache, 'i1', 0)).toBeUndefined()
    }
  })

  test('drops the node of a sandbox that control tells to be paused', () => {
    const cache = cacheOf()
    rememberLocation(cache, { sandboxId: 'i1', location: onNode('a', 1), nowMs: 0 })
    rememberLocation(cache, { sandboxId: 'i1', location: { kind: 'paused' }, nowMs: 0 })
    expect(recallLocation(cache, 'i1', 0)).toBeUndefined()
  })

  test('asks for an unknown sandbox again after a second, and remembers a bounded number of them', () => {
    const cache = cacheOf(1, 2)
    for (const [n, sandboxId] of ['i1', 'i2', 'i3'].entries())
      rememberLocation(cache, { sandboxId, location: { kind: 'not_found' }, nowMs: n })
    expect(['i1', 'i2', 'i3'].map((id) => recallLocation(cache, id, 1000)?.kind)).toEqual([
      undefined,
      'not_found',
      'not_found',
    ])
    expect(recallLocation(cache, 'i2', 1001)).toBeUndefined()
  })

  test('forgets what was refused, and nothing newer', () => {
    const cache = cacheOf()
    rememberLocation(cache, { sandboxId: 'i1', location: onNode('b', 2), nowMs: 0 })
    forgetLocation(cache, 'i1', onNode('a', 1))
    forgetLocation(cache, 'i1', onNode('b', 1))
    expect(recallLocation(cache, 'i1', 0)).toEqual(onNode('b', 2))
    forgetLocation(cache, 'i1', onNode('b', 2))
    expect(recallLocation(cache, 'i1', 0)).toBeUndefined()
  })

  test('never goes back to an older placement, in whatever order responses come', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 }), { minLength: 1 }), (epochs) => {
        const cache = cacheOf()
        let newest = 0n
        for (const epoch of epochs) {
          const told = onNode(`n${epoch}`, epoch)
          if (told.epoch > newest) newest = told.epoch
          const kept = rememberLocation(cache, { sandboxId: 'i1', location: told, nowMs: 0 })
          expect(kept).toMatchObject({ epoch: newest })
        }
        expect(recallLocation(cache, 'i1', 0)).toMatchObject({ epoch: newest })
      }),
    )
  })
})
