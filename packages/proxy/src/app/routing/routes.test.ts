import type { Phase } from '@cay/core/routing/phase.ts'
import { expect, it } from 'vitest'
import { Routes } from './routes.ts'

const there = (sandboxId: string, generation: bigint, phase: Phase = 'running') => ({
  sandboxId,
  generation,
  route: {
    phase,
    address: '10.0.0.1',
    isFrozen: false,
    resumesOnTraffic: false,
    ...{ trafficToken: '', hostMask: '', tlsPorts: [] },
  },
})

function inFlightTo(routes: Routes, sandboxId: string) {
  const inFlight = {
    seen: [] as (Phase | 'gone')[],
    aborts: 0,
    onRouteChange: () => void inFlight.seen.push(routes.routeOf(sandboxId)?.phase ?? 'gone'),
    abort: () => {
      inFlight.aborts += 1
      routes.release(sandboxId, inFlight)
    },
  }
  return inFlight
}

it('requests in flight are notified of each change of their route, once; the others are not', () => {
  const routes = new Routes(10)
  routes.apply({ kind: 'snapshot', routes: [there('a', 1n), there('b', 2n)] })
  const a = inFlightTo(routes, 'a')
  const b = inFlightTo(routes, 'b')
  routes.admit('a', a)
  routes.admit('b', b)
  routes.apply({ kind: 'changed', route: there('a', 3n, 'capturing') })
  routes.apply({ kind: 'changed', route: there('a', 3n, 'capturing') })
  routes.applyListing([there('a', 4n, 'running')], routes.epoch)
  routes.apply({ kind: 'changed', route: { sandboxId: 'a', generation: 5n, route: undefined } })
  routes.apply({ kind: 'changed', route: { sandboxId: 'a', generation: 6n, route: undefined } })
  expect([a.seen, b.seen]).toEqual([['capturing', 'running', 'gone'], []])
  expect([routes.hasEnded('a'), routes.hasEnded('b')]).toEqual([true, false])
})

it('a sandbox admits requests up to its limit, and again when one is released', () => {
  const routes = new Routes(2)
  const all = [inFlightTo(routes, 'a'), inFlightTo(routes, 'a'), inFlightTo(routes, 'a')] as const
  expect(all.map((each) => routes.admit('a', each))).toEqual([true, true, false])
  expect(routes.admit('b', inFlightTo(routes, 'b'))).toBe(true)
  routes.release('a', all[0])
  expect(routes.admit('a', all[2])).toBe(true)
})

it('a team that has its share of all requests in flight leaves room for another', () => {
  const routes = new Routes(10, 8)
  const ofTeam = (sandboxId: string, generation: bigint, teamId: string) => {
    const { route, ...rest } = there(sandboxId, generation)
    return { ...rest, route: { ...route, teamId } }
  }
  const listed = [ofTeam('a', 1n, 'greedy'), ofTeam('b', 2n, 'greedy'), ofTeam('c', 3n, 'other')]
  routes.apply({ kind: 'snapshot', routes: listed })
  const admit = (sandboxId: string) => routes.admit(sandboxId, inFlightTo(routes, sandboxId))
  expect(['a', 'b', 'a', 'b', 'a', 'b'].map(admit)).toEqual([true, true, true, true, false, false])
  expect(['c', 'c', 'c'].map(admit)).toEqual([true, true, false])
})

it('abortAll reaches every sandbox', () => {
  const routes = new Routes(2)
  const all = ['a', 'b', 'c'].map((id) => ({ id, inFlight: inFlightTo(routes, id) }))
  for (const { id, inFlight } of all) routes.admit(id, inFlight)
  routes.abortAll()
  expect(all.map(({ inFlight }) => inFlight.aborts)).toEqual([1, 1, 1])
  expect(routes.inFlightCount).toBe(0)
})
