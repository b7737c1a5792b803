import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isServiceError } from '../errors.ts'
import {
  checkOpen,
  isSettable,
  parseSettable,
  policyOf,
  settableStatuses,
  shownStatus,
} from './node-status.ts'

test('only a ready node takes sandboxes; one on standby keeps some ready', () => {
  expect(settableStatuses.filter((status) => policyOf(status).isOpen)).toEqual(['ready'])
  expect(settableStatuses.filter((status) => policyOf(status).keepsPool)).toEqual(['ready', 'standby'])
  expect(() => checkOpen('ready')).not.toThrow()
  expect(() => checkOpen('draining')).toThrow(
    expect.toSatisfy((error: unknown) => isServiceError(error, 'no_capacity')),
  )
})

test('nobody can set a node to connecting', () => {
  for (const status of settableStatuses) expect(parseSettable(status)).toBe(status)
  expect(isSettable('connecting')).toBe(false)
  expect(() => parseSettable('connecting')).toThrow(
    expect.toSatisfy((error: unknown) => isServiceError(error, 'conflict')),
  )
})

test('a node that falls silent is connecting, then unhealthy, and what it was told to be when it answers', () => {
  const told = fc.record({ status: fc.constantFrom(...settableStatuses), changedAtMs: fc.nat() })
  fc.assert(
    fc.property(told, fc.nat(), fc.nat({ max: 100_000 }), (as, silentSinceMs, passedMs) => {
      expect(shownStatus(as, undefined, silentSinceMs)).toEqual(as)
      const { status, changedAtMs } = shownStatus(as, silentSinceMs, silentSinceMs + passedMs)
      expect(status).toBe(passedMs < 15_000 ? 'connecting' : 'unhealthy')
      expect(changedAtMs).toBeLessThanOrEqual(silentSinceMs + passedMs)
    }),
  )
})
