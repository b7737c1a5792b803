import { expect, test } from 'vitest'
import { GuestLog } from './guest-log.ts'

const clock = { nowMs: 1_700_000_000_000 }
const newLog = () => new GuestLog(() => clock.nowMs)
const line = (message: string) => ({ level: 'info', message, fields: {} }) as const

/** Reads every message from the cursor on, as a node fetches them. */
function readOn(log: GuestLog, from: string) {
  const messages: string[] = []
  let [cursor, lost] = [from, 0]
  for (;;) {
    const page = log.page(cursor)
    messages.push(...page.entries.map(({ message }) => message))
    lost += page.lostCount
    cursor = page.cursor
    if (!page.hasMore) return { messages, cursor, lost }
  }
}

test('whoever fetches again and again gets every entry once', () => {
  const log = newLog()
  const got: string[] = []
  let cursor = ''
  for (let round = 0; round < 50; round++) {
    for (let count = 0; count < round % 7; count++) log.add(line(`${round}.${count}`))
    const read = readOn(log, cursor)
    got.push(...read.messages)
    cursor = read.cursor
  }
  expect(new Set(got).size).toBe(got.length)
  expect(got).toEqual(readOn(log, '').messages)
})

test('at the limit the oldest entries are dropped, and late readers get their number', () => {
  const log = newLog()
  const { cursor } = log.page('')
  for (let count = 0; count < 1000; count++) log.add(line('x'.repeat(4000)))
  const { messages, lost } = readOn(log, cursor)
  expect(messages.length + lost).toBe(1000)
  expect(messages.length).toBeLessThan(300)
})

test('a page is bounded', () => {
  const log = newLog()
  for (let count = 0; count < 200; count++) log.add(line('x'.repeat(8000)))
  const { entries, hasMore } = log.page('')
  expect(entries.length).toBeLessThan(40)
  expect(hasMore).toBe(true)
})

test.each(['nonsense', '.5', 'zzz.3', `${clock.nowMs.toString(36)}.x`])(
  'a place that is not known, %s, is the beginning',
  (cursor) => {
    const log = newLog()
    log.add(line('first'))
    expect(log.page(cursor).entries).toHaveLength(1)
  },
)

test('a source is asked at every fetch for what it still keeps, until it stops', () => {
  const log = newLog()
  let fetches = 0
  const { stop } = log.follow({
    flush: () => {
      fetches += 1
      log.add(line('kept'))
    },
  })
  expect(log.page('').entries).toMatchObject([{ message: 'kept' }])
  stop()
  log.page('')
  expect(fetches).toBe(1)
})
