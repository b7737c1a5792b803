import fc from 'fast-check'
import { expect, it } from 'vitest'
import { logLevels } from './entry.ts'
import { type Direction, decodePageCursor, directions } from './page-cursor.ts'
import { type LogPage, type LogQuery, PageMaker } from './query.ts'
import type { NumberedEntry } from './stamp.ts'

const anyLog = fc
  .array(
    fc.record({ gapMs: fc.nat(2), level: fc.constantFrom(...logLevels), word: fc.constantFrom('ab', 'b') }),
    {
      maxLength: 60,
    },
  )
  .map((all) => {
    let atMs = 1000
    return all.map(({ gapMs, level, word }, index): NumberedEntry => {
      atMs += gapMs
      return { number: index + 1, atMs, level, message: word, fields: {} }
    })
  })

function read(log: readonly NumberedEntry[], query: LogQuery, looksMax = Number.POSITIVE_INFINITY): LogPage {
  const maker = new PageMaker(query)
  const ordered = query.direction === 'forward' ? log : log.toReversed()
  let looks = 0
  const isUnseen = ({ number }: NumberedEntry) =>
    query.after === undefined ||
    (query.direction === 'forward' ? number > query.after.number : number < query.after.number)
  for (const entry of ordered.filter(isUnseen)) {
    if (maker.isFull) return maker.page(false)
    if (looks++ >= looksMax) return maker.page(false)
    maker.offer(entry)
  }
  return maker.page(true)
}

function readAll(log: readonly NumberedEntry[], query: LogQuery, looksMax?: number): NumberedEntry[] {
  const all: NumberedEntry[] = []
  let page = read(log, query, looksMax)
  while (page.nextCursor !== undefined) {
    all.push(...page.entries)
    page = read(log, { ...query, after: decodePageCursor(page.nextCursor, query.direction) }, looksMax)
  }
  return [...all, ...page.entries]
}

const anyQuery = fc.record(
  {
    direction: fc.constantFrom<Direction>(...directions),
    level: fc.constantFrom(...logLevels),
    search: fc.constantFrom('', 'a', 'b', 'A'),
    limit: fc.integer({ min: 1, max: 7 }),
    startMs: fc.integer({ min: 990, max: 1130 }),
  },
  { requiredKeys: ['direction', 'limit'] },
)

it('the pages together are all that matches, each once and in order', () => {
  fc.assert(
    fc.property(anyLog, anyQuery, fc.integer({ min: 1, max: 50 }), (log, query, looksMax) => {
      const { direction, level = 'debug', search = '', startMs } = query
      const expected = log.filter(
        (entry) =>
          logLevels.indexOf(entry.level) >= logLevels.indexOf(level) &&
          entry.message.includes(search) &&
          (startMs === undefined ||
            (direction === 'forward' ? entry.atMs >= startMs : entry.atMs <= startMs)),
      )
      const wanted = direction === 'forward' ? expected : expected.toReversed()
      expect(readAll(log, query, looksMax)).toEqual(wanted)
    }),
  )
})

it('who follows a log that grows gets every entry once', () => {
  fc.assert(
    fc.property(anyLog, fc.array(fc.nat(10), { maxLength: 20 }), (log, steps) => {
      const got: NumberedEntry[] = []
      let cursor: string | undefined
      let length = 0
      for (const step of [...steps, log.length, 0, 0]) {
        length = Math.min(log.length, length + step)
        for (;;) {
          const after = cursor === undefined ? {} : { after: decodePageCursor(cursor, 'forward') }
          const page = read(log.slice(0, length), { direction: 'forward', limit: 3, ...after })
          got.push(...page.entries)
          if (page.nextCursor === undefined) break
          cursor = page.nextCursor
        }
      }
      expect(got).toEqual(log)
    }),
  )
})

it('a page of no entries leads nowhere', () => {
  const entry = { number: 1, atMs: 1, level: 'info', message: '', fields: {} } as const
  expect(read([entry], { direction: 'forward', limit: 0 })).toEqual({ entries: [] })
})
