import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const anyTeam = () => true

function drain(queue: FairQueue<string>): string[] {
  const taken: string[] = []
  for (let next = queue.take(anyTeam); next !== undefined; next = queue.take(anyTeam)) taken.push(next)
  return taken
}

it('one item of another team waits for one item of a crowded one', () => {
  const queue = new FairQueue<string>()
  for (let i = 0; i < 1000; i++) queue.push({ team: 'crowded', sandbox: `${i % 5}` }, 'crowd')
  queue.push({ team: 'other', sandbox: 'one' }, 'other')
  expect(drain(queue).indexOf('other')).toBe(1)
})

it('sandboxes of a team take turns too', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3']) queue.push({ team: 't', sandbox: 'a' }, item)
  queue.push({ team: 't', sandbox: 'b' }, 'b1')
  expect(drain(queue)).toEqual(['a1', 'b1', 'a2', 'a3'])
})

it('a team that may not have a turn keeps its place', () => {
  const queue = new FairQueue<string>()
  queue.push({ team: 'a', sandbox: '1' }, 'a')
  queue.push({ team: 'b', sandbox: '1' }, 'b')
  expect(queue.take((team) => team !== 'a')).toBe('b')
  expect(queue.take((team) => team !== 'a')).toBeUndefined()
  expect(queue.take(anyTeam)).toBe('a')
  expect(queue.isEmpty).toBe(true)
})

it('everything comes out once, and each sandbox in its own order', () => {
  const item = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2'))
  fc.assert(
    fc.property(fc.array(item), (items) => {
      const queue = new FairQueue<string>()
      for (const [index, [team, sandbox]] of items.entries())
        queue.push({ team, sandbox }, `${team}${sandbox} ${index}`)
      const taken = drain(queue)
      expect(taken.toSorted()).toEqual(items.map(([t, s], index) => `${t}${s} ${index}`).toSorted())
      for (const key of new Set(items.map(([t, s]) => `${t}${s}`))) {
        const numbers = taken
          .filter((each) => each.startsWith(`${key} `))
          .map((each) => Number(each.split(' ')[1]))
        expect(numbers).toEqual(numbers.toSorted((x, y) => x - y))
      }
    }),
  )
})
