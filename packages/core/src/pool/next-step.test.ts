import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decidePoolStep, type PoolStep, type PoolStock } from './next-step.ts'

const share = (buildId: string, size: number, thawed = 0) => ({ buildId, size, thawed })
const stock = (buildId: string, thawed: number, frozen: number, making = 0) => ({
  buildId,
  thawed,
  frozen,
  making,
})

test.each<[string, ReturnType<typeof share>[], PoolStock[], PoolStep]>([
  ['an empty pool is filled', [share('a', 2)], [], { kind: 'make', buildId: 'a' }],
  ['a full one is left', [share('a', 2)], [stock('a', 0, 2)], { kind: 'none' }],
  ['what is being made counts', [share('a', 2)], [stock('a', 0, 1, 1)], { kind: 'none' }],
  ['one too many is removed', [share('a', 2)], [stock('a', 0, 3)], { kind: 'remove', buildId: 'a' }],
  [
    'a build that is no more is removed',
    [share('a', 1)],
    [stock('b', 1, 0)],
    { kind: 'remove', buildId: 'b' },
  ],
  ['room is made before it is used', [share('a', 9)], [stock('b', 0, 1)], { kind: 'remove', buildId: 'b' }],
  ['the next few are thawed', [share('a', 2, 1)], [stock('a', 0, 2)], { kind: 'thaw', buildId: 'a' }],
  ['the others are frozen', [share('a', 2, 1)], [stock('a', 2, 0)], { kind: 'freeze', buildId: 'a' }],
  ['a thaw comes before a new one', [share('a', 9, 1)], [stock('a', 0, 2)], { kind: 'thaw', buildId: 'a' }],
  [
    'who has as little and comes first gets the next',
    [share('a', 2), share('b', 2)],
    [],
    { kind: 'make', buildId: 'a' },
  ],
  [
    'nobody gets a second one before each has a first',
    [share('a', 9), share('b', 2)],
    [stock('a', 0, 1)],
    { kind: 'make', buildId: 'b' },
  ],
])('%s', (_, shares, stocks, step) => {
  expect(decidePoolStep(shares, stocks)).toEqual(step)
})

test('step by step, every pool becomes what was planned, and then rests', () => {
  const builds = ['a', 'b', 'c']
  const counts = fc.tuple(fc.nat(6), fc.nat(6))
  fc.assert(
    fc.property(
      fc.array(counts, { minLength: 3, maxLength: 3 }),
      fc.array(counts, { maxLength: 3 }),
      (has, plan) => {
        const stocks = new Map(
          builds.map((id, index) => [id, stock(id, has[index]?.[0] ?? 0, has[index]?.[1] ?? 0)]),
        )
        const shares = plan.map(([size, thawed], index) =>
          share(builds[index] ?? '', size, Math.min(size, thawed)),
        )
        for (let step = 0; step < 200; step++) {
          const next = decidePoolStep(shares, [...stocks.values()])
          if (next.kind === 'none') break
          stocks.set(next.buildId, taken(stocks.get(next.buildId) ?? stock(next.buildId, 0, 0), next.kind))
        }
        for (const { buildId, thawed, frozen } of stocks.values()) {
          const planned = shares.find((one) => one.buildId === buildId) ?? share(buildId, 0)
          expect({ thawed, frozen }).toEqual({
            thawed: planned.thawed,
            frozen: planned.size - planned.thawed,
          })
        }
      },
    ),
  )
})

/** Returns the stock after a step; a new container is thawed. */
function taken(before: PoolStock, kind: Exclude<PoolStep['kind'], 'none'>): PoolStock {
  const { thawed, frozen } = before
  const moved = {
    thaw: { thawed: thawed + 1, frozen: frozen - 1 },
    freeze: { thawed: thawed - 1, frozen: frozen + 1 },
    make: { thawed: thawed + 1, frozen },
    remove: frozen > 0 ? { thawed, frozen: frozen - 1 } : { thawed: thawed - 1, frozen },
  }[kind]
  return { ...before, ...moved }
}
