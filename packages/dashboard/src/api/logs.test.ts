import type { paths } from '@cay/contract/gen/control/api.js'
import createClient from 'openapi-fetch'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

const origin = 'http://cay.test'
const pageSize = 1000

beforeEach(() => {
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', () => undefined)
  // Polls of the tests move them on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

test('the page read a page of the log in 1.5 seconds, however far behind it was', async () => {
  const log = await follow({ count: 10 })
  await expect.poll(() => log.shown.at(-1)).toBe('10')
  log.count = 2 * pageSize + 500
  await expect.poll(() => log.shown.at(-1)).toBe(String(log.count))
  expect(log.ends).toEqual(['10', '2500'])
})

test('a log that is written faster than it can be read is read near its end again, without a line twice', async () => {
  const log = await follow({ count: 10 })
  await expect.poll(() => log.shown.at(-1)).toBe('10')
  log.count = 1_000_000
  await expect.poll(() => log.shown.at(-1)).toBe('1000000')
  expect(log.ends).toEqual(['10', '1000000'])
  expect(log.requests).toBeLessThan(10)
  // From then on it is followed without a hole.
  log.count += 20
  await expect.poll(() => log.shown.at(-1)).toBe('1000020')
  const last = log.shown.slice(-400).map(Number)
  expect(last).toEqual(Array.from({ length: 400 }, (_, index) => 1_000_020 - 399 + index))
  expect(new Set(log.shown).size).toBe(log.shown.length)
})

/** A log of so many lines, whose numbers are their ids and their times in milliseconds. Ended with the test. */
async function follow({ count }: { readonly count: number }) {
  /** `ends`: the last lines that were shown. */
  const log = { count, shown: [] as string[], requests: 0, ends: [] as string[] }
  const fetch = async ({ url }: Request) => {
    log.requests += 1
    const query = new URL(url).searchParams
    const limit = Number(query.get('limit') ?? pageSize)
    const isBackward = query.get('direction') === 'backward'
    const first = isBackward ? log.count : Number(query.get('pageCursor') ?? query.get('cursor'))
    const numbers = Array.from({ length: limit }, (_, index) => (isBackward ? first - index : first + index))
    const logs = numbers.filter((number) => number >= 1 && number <= log.count).map(entryOf)
    const next = logs.length === 0 ? {} : { nextCursor: String(first + logs.length) }
    return Response.json({ logs, ...next })
  }
  const { followLog } = await import('./logs.ts')
  const left = new AbortController()
  onTestFinished(() => left.abort())
  const api = createClient<paths>({ baseUrl: origin, fetch })
  const query = { sandboxID: 'i1', level: 'debug', search: '' } as const
  void followLog(api, query, {
    signal: left.signal,
    onLines: (lines) => {
      log.shown = lines.map(({ id }) => id)
      const last = log.shown.at(-1)
      if (last !== undefined && last !== log.ends.at(-1)) log.ends.push(last)
    },
    onError: (error) => expect.unreachable(String(error)),
  })
  return log
}

function entryOf(number: number) {
  const timestamp = new Date(number).toISOString()
  return { id: String(number), timestamp, message: `line ${number}`, level: 'info', fields: {} }
}
