import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exposeNames, exposeUris } from './exposed-names.ts'

test('a name that one server has is its own', () => {
  const exposed = exposeNames([
    { server: 'time', names: ['now'] },
    { server: 'fetch', names: ['get'] },
  ])
  expect([...exposed.keys()]).toEqual(['now', 'get'])
})

test('of servers that share a name, the first keeps it and the others get their own before it', () => {
  const exposed = exposeNames([
    { server: 'one', names: ['search'] },
    { server: 'github/acme/two.mcp', names: ['search'] },
    { server: 'three', names: ['search', 'acme_two_mcp__search'] },
  ])
  expect(Object.fromEntries(exposed)).toEqual({
    search: { server: 'one', name: 'search' },
    acme_two_mcp__search: { server: 'three', name: 'acme_two_mcp__search' },
    acme_two_mcp__search_2: { server: 'github/acme/two.mcp', name: 'search' },
    three__search: { server: 'three', name: 'search' },
  })
})

test('a URI that two servers have gets the word of the second before its scheme', () => {
  const exposed = exposeUris([
    { server: 'one', names: ['memo://1'] },
    { server: '2 Notes', names: ['memo://1'] },
  ])
  expect([...exposed.keys()]).toEqual(['memo://1', 's-2-notes+memo://1'])
})

const names = fc.array(fc.constantFrom('a', 'b', 'x__a', 'y__a', 'x__a_2', 'z'.repeat(70)))
const offers = fc
  .uniqueArray(fc.constantFrom('x', 'y', 'github/x/y', 'github/x y'))
  .chain((servers) => fc.tuple(...servers.map((server) => fc.record({ server: fc.constant(server), names }))))

test('whatever servers offer, each of it has one name, and a name leads to one thing', () => {
  fc.assert(
    fc.property(offers, (given) => {
      const targets = [...exposeNames(given).values()].map(({ server, name }) =>
        JSON.stringify([server, name]),
      )
      const all = given.flatMap(({ server, names: own }) => [...new Set(own)].map((name) => [server, name]))
      expect(targets.sort()).toEqual(all.map((one) => JSON.stringify(one)).sort())
    }),
  )
})
