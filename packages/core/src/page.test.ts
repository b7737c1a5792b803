import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutPage, decodeToken, encodeToken } from './page.ts'

const anyCursor = fc.record(
  {
    atMs: fc.integer({ min: 0, max: 253_402_300_799_999 }),
    id: fc.stringMatching(/^[a-z0-9]{1,21}$/),
    order: fc.constant('asc' as const),
  },
  { requiredKeys: ['atMs', 'id'] },
)

test('a token gives back its cursor', () => {
  fc.assert(
    fc.property(anyCursor, (cursor) => {
      expect(decodeToken(encodeToken(cursor))).toEqual(cursor)
    }),
  )
})

test('a token is base64url of the instant, the id and the order', () => {
  fc.assert(
    fc.property(anyCursor, (cursor) => {
      const order = cursor.order === undefined ? '' : '__asc'
      const plain = `${new Date(cursor.atMs).toISOString()}__${cursor.id}${order}`
      expect(encodeToken(cursor)).toBe(Buffer.from(plain).toString('base64url'))
    }),
  )
})

test('no text but a token is taken for one, and none makes the parser fail otherwise', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => decodeToken(text)).toThrow('Invalid next token')
    }),
  )
})

test.each([
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.000Z__',
  'x__iabc',
  '2026-01-01T00:00:00.000Z__iabc__desc',
])('a token that holds %j is refused', (plain) => {
  expect(() => decodeToken(Buffer.from(plain).toString('base64url'))).toThrow('Invalid next token')
})

test('there is a next token exactly when there are more items', () => {
  const cursorOf = (id: string) => ({ atMs: 0, id })
  expect(cutPage(['a', 'b', 'c'], 2, cursorOf)).toEqual({
    items: ['a', 'b'],
    nextToken: encodeToken({ atMs: 0, id: 'b' }),
  })
  expect(cutPage(['a', 'b'], 2, cursorOf)).toEqual({ items: ['a', 'b'] })
  expect(cutPage([], 2, cursorOf)).toEqual({ items: [] })
})
