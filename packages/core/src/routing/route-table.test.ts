import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyChange,
  applyListing,
  applySnapshot,
  beginEpoch,
  emptyRouteTable,
  endedRoutesMax,
  type RouteTable,
} from './route-table.ts'

const alive = (sandboxId: string, generation: number, address = '10.0.0.1') => ({
  sandboxId,
  generation: BigInt(generation),
  route: {
    phase: 'running' as const,
    address,
    isFrozen: false,
    resumesOnTraffic: false,
    trafficToken: '',
    hostMask: '',
    tlsPorts: [],
  },
})
const ended = (sandboxId: string, generation: number) => ({
  sandboxId,
  generation: BigInt(generation),
  route: undefined,
})
const addressOf = (table: RouteTable, id: string) => table.live.get(id)?.route.address

function tableWith(...routes: ReturnType<typeof alive>[]): RouteTable {
  const table = emptyRouteTable()
  beginEpoch(table)
  applySnapshot(table, routes)
  return table
}

describe('a change', () => {
  it('adds, moves and ends a sandbox, and returns those that changed', () => {
    const table = tableWith()
    expect(applyChange(table, alive('a', 1))).toEqual(['a'])
    expect(applyChange(table, alive('a', 1))).toEqual([])
    expect(applyChange(table, alive('a', 3, '10.0.0.2'))).toEqual(['a'])
    expect(applyChange(table, ended('a', 4))).toEqual(['a'])
    expect(addressOf(table, 'a')).toBeUndefined()
    expect(table.ended.has('a')).toBe(true)
  })

  it('that is older than the known route changes nothing', () => {
    const table = tableWith(alive('a', 5))
    expect(applyChange(table, ended('a', 4))).toEqual([])
    expect(addressOf(table, 'a')).toBe('10.0.0.1')
  })

  it('restores a sandbox when it is newer than its end', () => {
    const table = tableWith()
    applyChange(table, ended('a', 5))
    applyChange(table, alive('a', 4))
    expect(addressOf(table, 'a')).toBeUndefined()
    applyChange(table, alive('a', 6))
    expect(addressOf(table, 'a')).toBe('10.0.0.1')
  })
})

describe('a snapshot', () => {
  it('removes what it does not list', () => {
    const table = tableWith(alive('a', 1), alive('b', 2))
    beginEpoch(table)
    expect(applySnapshot(table, [alive('b', 2)])).toEqual(['a'])
    expect([...table.live.keys()]).toEqual(['b'])
  })

  it('that misses a sandbox does not keep it from returning with the same generation', () => {
    const table = tableWith(alive('a', 1))
    beginEpoch(table)
    applySnapshot(table, [])
    applyChange(table, alive('a', 1))
    expect(addressOf(table, 'a')).toBe('10.0.0.1')
  })

  it('keeps what a listing has told since the stream was opened', () => {
    const table = tableWith()
    const epoch = beginEpoch(table)
    applyListing(table, [alive('a', 9)], epoch)
    expect(applySnapshot(table, [])).toEqual([])
    expect(addressOf(table, 'a')).toBe('10.0.0.1')
  })

  it('is applied when the generations of the orchestrator went back', () => {
    const table = tableWith(alive('a', 900))
    beginEpoch(table)
    expect(applySnapshot(table, [alive('a', 1, '10.0.0.9')])).toEqual(['a'])
    expect(addressOf(table, 'a')).toBe('10.0.0.9')
  })
})

describe('a listing', () => {
  it('does not restore what ended meanwhile', () => {
    const table = tableWith(alive('a', 1))
    const { epoch } = table
    applyChange(table, ended('a', 2))
    expect(applyListing(table, [alive('a', 1)], epoch)).toEqual([])
    expect(addressOf(table, 'a')).toBeUndefined()
  })

  it('leaves what it does not name unchanged', () => {
    const table = tableWith(alive('a', 1))
    expect(applyListing(table, [], table.epoch)).toEqual([])
    expect(addressOf(table, 'a')).toBe('10.0.0.1')
  })

  it('is dropped when the stream was opened again since it was requested', () => {
    const table = tableWith()
    const { epoch } = table
    beginEpoch(table)
    expect(applyListing(table, [alive('a', 1)], epoch)).toBeUndefined()
    expect(addressOf(table, 'a')).toBeUndefined()
  })
})

it('ended sandboxes are remembered up to a limit', () => {
  const table = tableWith()
  for (let i = 0; i <= endedRoutesMax; i++) applyChange(table, ended(`s${i}`, i + 1))
  expect(table.ended.size).toBe(endedRoutesMax)
  expect(table.ended.has('s0')).toBe(false)
})

it('in whatever order changes and listings arrive, the newest update of each sandbox wins', () => {
  const update = fc.record({
    sandboxId: fc.constantFrom('a', 'b', 'c'),
    generation: fc.integer({ min: 1, max: 40 }),
    isAlive: fc.boolean(),
    isAnswer: fc.boolean(),
  })
  const all = fc.uniqueArray(update, { selector: (each) => each.generation })
  fc.assert(
    fc.property(all, (listed) => {
      const table = tableWith()
      for (const each of listed) {
        const route = each.isAlive
          ? alive(each.sandboxId, each.generation)
          : ended(each.sandboxId, each.generation)
        if (each.isAnswer) applyListing(table, [route], table.epoch)
        else applyChange(table, route)
      }
      for (const id of ['a', 'b', 'c']) {
        const newest = listed.filter((n) => n.sandboxId === id).sort((x, y) => y.generation - x.generation)[0]
        expect(table.live.has(id)).toBe(newest?.isAlive ?? false)
      }
    }),
  )
})
