import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Headers as PlainHeaders } from './plain-headers.ts'

const name = fc.constantFrom('a', 'A', 'content-type', 'Set-Cookie', 'x-b', 'no name', '', 'ü')
const value = fc.oneof(
  fc.constantFrom('1', ' 2\t', '', 'é', '\u0100', 'a\nb', '\r\n', '\0', ', '),
  fc.string(),
)
const pair = fc.tuple(name, value)
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('append' as const, 'set' as const), pair }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'get' as const, 'has' as const), pair }),
)

function outcome(task: () => unknown): unknown {
  try {
    return task()
  } catch (error) {
    return error instanceof TypeError ? 'TypeError' : error
  }
}

function take(
  headers: Headers | PlainHeaders,
  { kind, pair: [key, text] }: { kind: string; pair: string[] },
) {
  const [one = '', two = ''] = [key, text]
  if (kind === 'append') return headers.append(one, two)
  if (kind === 'set') return headers.set(one, two)
  if (kind === 'delete') return headers.delete(one)
  return kind === 'get' ? headers.get(one) : headers.has(one)
}

function seen(headers: Headers | PlainHeaders) {
  const told: string[][] = []
  headers.forEach((text: string, key: string) => void told.push([key, text]))
  return [told, [...headers], [...headers.keys()], [...headers.values()], headers.getSetCookie()]
}

test("whatever is done to it, it answers as Node's own does", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const [ours, theirs] = [new PlainHeaders(), new Headers()]
      for (const one of steps)
        expect(outcome(() => take(ours, one))).toEqual(outcome(() => take(theirs, one)))
      expect(seen(ours)).toEqual(seen(theirs))
    }),
  )
})

test('it is made of what the library makes one of', () => {
  const record = { b: '2', A: '1' }
  for (const init of [
    undefined,
    {},
    record,
    [['a', '1'] as [string, string], ['A', '2'] as [string, string]],
  ])
    expect(seen(new PlainHeaders(init))).toEqual(seen(new Headers(init)))
  expect(seen(new PlainHeaders(new PlainHeaders(record)))).toEqual(seen(new Headers(record)))
})
