import { expect, it } from 'vitest'
import {
  denialLinesPerWindow,
  denialsMax,
  denialWindowMs,
  emptyDenialList,
  recordDenial,
  takeLine,
} from './denials.ts'

const denied = (port: number) =>
  ({ protocol: 'tcp', address: '203.0.113.1', port, name: '', rule: 'denyOut 0.0.0.0/0' }) as const

it('the same refusal again is counted, not listed', () => {
  const list = emptyDenialList()
  expect(recordDenial(list, denied(1), 10)).toMatchObject({ port: 1, count: 1, firstAtMs: 10 })
  expect(recordDenial(list, denied(1), 20)).toBeUndefined()
  expect([...list.denials.values()]).toMatchObject([{ count: 2, firstAtMs: 10, lastAtMs: 20 }])
})

it('the list is bounded: the oldest make room, and one can see that', () => {
  const list = emptyDenialList()
  for (let port = 0; port < denialsMax + 3; port++) recordDenial(list, denied(port), 0)
  expect(list.denials.size).toBe(denialsMax)
  expect(list.dropped).toBe(3)
  expect([...list.denials.values()][0]).toMatchObject({ port: 3 })
})

it('lines for the log are bounded in time', () => {
  const list = emptyDenialList()
  const lines = (atMs: number) =>
    Array.from({ length: 100 }, (_, i) => recordDenial(list, denied(atMs + i), atMs)).filter(
      (line) => line !== undefined,
    )
  expect(lines(0)).toHaveLength(denialLinesPerWindow)
  expect(takeLine(list, denialWindowMs - 1)).toBe(false)
  expect(lines(denialWindowMs - 1)).toHaveLength(0)
  expect(lines(denialWindowMs + 1000)).toHaveLength(denialLinesPerWindow)
})

it('a name is kept to its length', () => {
  const list = emptyDenialList()
  expect(recordDenial(list, { ...denied(1), name: 'a'.repeat(10_000) }, 0)?.name).toHaveLength(253)
})
