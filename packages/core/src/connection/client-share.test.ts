import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ClientConnection,
  chooseForRoom,
  chooseOfClient,
  clientShare,
  idleMsAllowed,
} from './client-share.ts'

interface Named extends ClientConnection {
  readonly name: string
}

const connection = (name: string, fields: Partial<ClientConnection> = {}): Named => ({
  ...{ name, client: 'a', isShared: false, isKnown: false, isBusy: false, sinceMs: 0 },
  ...fields,
})
const idle = { isKnown: false, isBusy: false }
const slow = { isKnown: false, isBusy: true }
const keptAlive = { isKnown: true, isBusy: false }
const inUse = { isKnown: true, isBusy: true }
const bounds = { connectionsMax: 64, idleMsMax: 600_000 }
/** With these bounds one connection is closed at a time. */
const closed = (open: readonly Named[], client = 'new') =>
  chooseForRoom(open, client, bounds).map(({ name }) => name)

describe('room for a connection', () => {
  test.each([
    ['idle before slow', [connection('slow', slow), connection('idle', idle)], ['idle']],
    ['slow before kept alive', [connection('kept', keptAlive), connection('slow', slow)], ['slow']],
    ['kept alive before in use', [connection('used', inUse), connection('kept', keptAlive)], ['kept']],
    ['nothing in use', [connection('used', inUse)], []],
    ['nothing when there is nothing', [], []],
    [
      'the oldest of one client',
      [
        connection('new', { sinceMs: 2 }),
        connection('old', { sinceMs: 1 }),
        connection('mid', { sinceMs: 2 }),
      ],
      ['old'],
    ],
    [
      'that of the client with the most, though another is older',
      [
        connection('other', { client: 'b', sinceMs: 0 }),
        connection('one', { sinceMs: 5 }),
        connection('two', { sinceMs: 6 }),
      ],
      ['one'],
    ],
    [
      'those of an address with many clients too',
      [
        connection('other', { client: 'b' }),
        connection('one', { isShared: true, sinceMs: 1 }),
        connection('two', { isShared: true, sinceMs: 2 }),
      ],
      ['one'],
    ],
  ])('closes %s', (_, open, names) => {
    expect(closed(open)).toEqual(names)
  })

  test('closes the newest in use of another client that holds more than its share, never of its own', () => {
    const open = Array.from({ length: 9 }, (_, number) =>
      connection(`a${number}`, { ...inUse, sinceMs: number }),
    )
    expect(clientShare(bounds)).toBe(8)
    expect(closed(open)).toEqual(['a8'])
    expect(closed(open, 'a')).toEqual([])
    expect(closed(open.slice(1))).toEqual([])
    expect(closed(open.map((each) => ({ ...each, isShared: true })))).toEqual([])
  })
})

test('a client that holds its share loses its oldest idle connection, else its oldest slow one, and none that is known', () => {
  const open = [
    connection('known', { ...keptAlive, sinceMs: 0 }),
    connection('slow', { ...slow, sinceMs: 1 }),
    connection('new', { sinceMs: 3 }),
    connection('old', { sinceMs: 2 }),
  ]
  expect(chooseOfClient(open)?.name).toBe('old')
  expect(chooseOfClient(open.slice(0, 2))?.name).toBe('slow')
  expect(chooseOfClient(open.slice(0, 1))).toBeUndefined()
})

const arbitrary = fc.array(
  fc.record({
    client: fc.constantFrom('a', 'b', 'c', 'd'),
    isShared: fc.constant(false),
    isKnown: fc.boolean(),
    isBusy: fc.boolean(),
    sinceMs: fc.integer({ min: 0, max: 1000 }),
  }),
  { maxLength: 200 },
)

test('whatever is open: no known request is ended before all else is closed, nor one of a client within its share', () => {
  fc.assert(
    fc.property(arbitrary, fc.integer({ min: 1, max: 512 }), (open, connectionsMax) => {
      const chosen = chooseForRoom(open, 'a', { connectionsMax })
      const rest = open.filter((each) => !chosen.includes(each))
      const ended = chosen.filter(({ isKnown, isBusy }) => isKnown && isBusy)
      if (ended.length > 0) expect(rest.every(({ isKnown, isBusy }) => isKnown && isBusy)).toBe(true)
      for (const { client } of ended) {
        expect(client).not.toBe('a')
        expect(rest.filter((each) => each.client === client).length).toBeGreaterThanOrEqual(
          clientShare({ connectionsMax }),
        )
      }
      expect(new Set(chosen).size).toBe(chosen.length)
      expect(chosen.length).toBeLessThanOrEqual(Math.max(1, connectionsMax / 64))
    }),
  )
})

test('whatever is open: a client loses no idle connection while another one without a credential has two more left', () => {
  fc.assert(
    fc.property(arbitrary, (mixed) => {
      const open = mixed.map((each) => ({ ...each, ...idle }))
      const chosen = chooseForRoom(open, 'new', { connectionsMax: 640 })
      const left = (client: string) =>
        open.filter((each) => each.client === client && !chosen.includes(each)).length
      for (const { client } of chosen)
        for (const other of ['a', 'b', 'c', 'd']) expect(left(other)).toBeLessThanOrEqual(left(client) + 1)
    }),
  )
})

describe('the idle time', () => {
  test.each([
    [0, false, 600_000],
    [32, false, 600_000],
    [64, false, 3000],
    [64, true, 30_000],
    [1000, false, 3000],
  ])('with %i of 64 open and a credential: %s, is %i ms', (count, isKnown, ms) => {
    expect(idleMsAllowed({ isKnown }, count, bounds)).toBeCloseTo(ms)
  })

  test('never grows with the number, and is never shorter with a credential', () => {
    const count = fc.integer({ min: 0, max: 100 })
    fc.assert(
      fc.property(count, count, fc.integer({ min: 1, max: 1_000_000 }), (one, other, idleMsMax) => {
        const [few, many] = [Math.min(one, other), Math.max(one, other)]
        const ms = (open: number, isKnown: boolean) =>
          idleMsAllowed({ isKnown }, open, { connectionsMax: 64, idleMsMax })
        expect(ms(many, false)).toBeLessThanOrEqual(ms(few, false))
        expect(ms(many, true)).toBeGreaterThanOrEqual(ms(many, false))
        expect(ms(few, true)).toBeLessThanOrEqual(idleMsMax)
      }),
    )
  })
})
