import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PathList } from './path-list.ts'

interface Line {
  readonly path: string
  /** Time of a directory in nanoseconds. */
  readonly time?: string
}

const listOf = (lines: readonly Line[]) =>
  new PathList(
    Buffer.from(
      lines.map(({ path, time }) => `${path}${time === undefined ? '' : `//${time}`}\0`).join(''),
      'latin1',
    ),
  )
const unseen = (list: PathList) => [...list.unseen()].map((path) => path.toString('latin1')).sort()
const path = (text: string) => Buffer.from(text, 'latin1')

test('what was not seen is told, without what lies below it', () => {
  const list = listOf(['/a', '/a/x', '/b', '/b/x', '/b/x/y', '/b-c'].map((one) => ({ path: one })))
  for (const one of ['a', 'b', 'b-c']) list.see(path(one))
  expect(unseen(list)).toEqual(['a/x', 'b/x'])
})

test('a directory with its time counts as seen with everything below it, and nothing beside it does', () => {
  const list = listOf([
    { path: '/', time: '1' },
    { path: '/a', time: '2' },
    { path: '/a-b' },
    { path: '/a/x', time: '3' },
    { path: '/a/x/y' },
    { path: '/a0' },
    { path: '/a\xff' },
  ])
  list.see(path(''))
  expect(list.seeUnchanged(path('a'), 2n)).toBe(true)
  expect(unseen(list)).toEqual(['a-b', 'a0', 'a\xff'])
})

test.each<[string, string, bigint]>([
  ['another time', 'a', 3n],
  ['a directory that the template does not have', 'b', 2n],
  ['a file of the template', 'f', 2n],
  ['a list without times', 'old', 0n],
])('%s is a change', (_, name, time) => {
  const list = listOf([{ path: '/a', time: '2' }, { path: '/f' }, { path: '/old' }])
  expect(list.seeUnchanged(path(name), time)).toBe(false)
  expect(unseen(list)).toEqual(['a', 'f', 'old'])
})

const name = fc.constantFrom('a', 'b', 'a-b', 'a0', '\xff', '2', 'a.b')
const lines = fc.uniqueArray(
  fc.record(
    {
      path: fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
      time: fc.constantFrom('0', '17', '1795198280015917447'),
    },
    { requiredKeys: ['path'] },
  ),
  { selector: ({ path: one }) => one },
)

test('whatever the order of a list, the same is found in it', () => {
  fc.assert(
    fc.property(lines, fc.array(fc.nat()), (all, picks) => {
      const [given, sorted] = [listOf(all), listOf([...all].sort((a, b) => (a.path < b.path ? -1 : 1)))]
      const isSeen = new Set<string>()
      for (const pick of picks) {
        const one = all[pick % Math.max(1, all.length)]
        if (one === undefined) continue
        const bare = path(one.path.slice(1))
        const below = all.filter((other) => other.path.startsWith(`${one.path}/`)).map((other) => other.path)
        const isDirectory = one.time !== undefined
        for (const list of [given, sorted]) {
          if (isDirectory) expect(list.seeUnchanged(bare, BigInt(one.time ?? 0))).toBe(true)
          else list.see(bare)
        }
        for (const seen of [one.path, ...(isDirectory ? below : [])]) isSeen.add(seen)
      }
      const gone = all.map((one) => one.path).filter((one) => !isSeen.has(one))
      const isTop = (one: string) => !gone.includes(one.slice(0, one.lastIndexOf('/')))
      const expected = gone
        .filter(isTop)
        .map((one) => one.slice(1))
        .sort()
      expect(unseen(given)).toEqual(expected)
      expect(unseen(sorted)).toEqual(expected)
    }),
  )
})
