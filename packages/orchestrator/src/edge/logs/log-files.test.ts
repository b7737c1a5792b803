import { appendFile, mkdtemp, readdir, rm, truncate, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodePageCursor } from '@cay/core/logs/page-cursor.ts'
import type { LogQuery } from '@cay/core/logs/query.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LogFiles } from './log-files.ts'

const mib = 1024 * 1024
const clock = { nowMs: () => now }
let now = 0
let directory: string

beforeEach(async () => {
  now = 1_700_000_000_000
  directory = await mkdtemp(join(tmpdir(), 'logs-'))
})
afterEach(() => rm(directory, { recursive: true }))

const openLogs = (bounds: { sandboxBytesMax?: number; totalBytesMax?: number } = {}) =>
  new LogFiles({
    directory,
    clock,
    bounds: { sandboxBytesMax: 16 * mib, totalBytesMax: 64 * mib, keptMs: 60_000, ...bounds },
  })
const line = (message: string, level: 'info' | 'warn' = 'info') =>
  ({ atMs: now, level, message, fields: { logger: 'process' } }) as const
const lines = (...messages: string[]) => ({ entries: messages.map((message) => line(message)) })

async function messages(logs: LogFiles, sandboxId: string, query: Partial<LogQuery> = {}): Promise<string[]> {
  const all: string[] = []
  let after = query.after
  for (;;) {
    const wanted = {
      direction: 'forward',
      limit: 1000,
      ...query,
      ...(after === undefined ? {} : { after }),
    } as const
    const { entries, nextCursor } = await logs.read(sandboxId, wanted)
    all.push(...entries.map(({ message }) => message))
    if (nextCursor === undefined) return all
    after = decodePageCursor(nextCursor, wanted.direction)
  }
}

test('entries are read in order, in both directions, for their own sandbox only', async () => {
  const logs = openLogs()
  await Promise.all([
    logs.append('a', lines('1', '2')),
    logs.append('b', lines('x')),
    logs.append('a', lines('3')),
  ])
  expect(await messages(logs, 'a', { limit: 2 })).toEqual(['1', '2', '3'])
  expect(await messages(logs, 'a', { limit: 2, direction: 'backward' })).toEqual(['3', '2', '1'])
  expect(await messages(logs, 'b')).toEqual(['x'])
  expect(await messages(logs, 'c')).toEqual([])
})

test('a node that starts on existing files reads them and appends to them', async () => {
  await openLogs().append('a', { ...lines('1', '2'), guestCursor: 'e.2' })
  const logs = openLogs()
  expect(await logs.guestCursor('a')).toBe('e.2')
  await logs.append('a', { ...lines('3'), guestCursor: 'e.3' })
  const { entries } = await openLogs().read('a', { direction: 'forward', limit: 10 })
  expect(entries.map(({ number, message }) => [number, message])).toEqual([
    [1, '1'],
    [2, '2'],
    [3, '3'],
  ])
  expect(await openLogs().guestCursor('a')).toBe('e.3')
  expect(await openLogs().guestCursor('b')).toBe('')
})

test('an entry that was written in part when the node died is dropped, and no other', async () => {
  await openLogs().append('a', { ...lines('1', '2'), guestCursor: 'e.2' })
  const [file = ''] = await readdir(join(directory, 'a'))
  await appendFile(join(directory, 'a', file), '{"n":3,"t":17000')
  const logs = openLogs()
  await logs.append('a', lines('3'))
  expect(await messages(openLogs(), 'a')).toEqual(['1', '2', '3'])
  await truncate(join(directory, 'a', file), 0)
  expect(await messages(openLogs(), 'a')).toEqual([])
  await openLogs().append('a', lines('4'))
  expect(await messages(openLogs(), 'a')).toEqual(['4'])
})

test('a long log is kept in several files, of which the oldest go, and is read over all of them', async () => {
  const logs = openLogs({ sandboxBytesMax: 2 * mib })
  const long = 'x'.repeat(1000)
  for (let batch = 0; batch < 40; batch++) {
    const texts = Array.from({ length: 100 }, (_, index) => `${batch * 100 + index} ${long}`)
    await logs.append('a', { ...lines(...texts), guestCursor: `e.${batch}` })
  }
  expect((await readdir(join(directory, 'a'))).length).toBeLessThanOrEqual(5)
  for (const reader of [logs, openLogs()]) {
    const numbers = (await messages(reader, 'a', { limit: 77 })).map((text) => Number(text.split(' ')[0]))
    expect(numbers.at(-1)).toBe(3999)
    expect(numbers[0]).toBeGreaterThan(1000)
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
    const backward = await messages(reader, 'a', { direction: 'backward', limit: 333 })
    expect(backward.map((text) => Number(text.split(' ')[0]))).toEqual(numbers.toReversed())
    expect(await reader.guestCursor('a')).toBe('e.39')
  }
})

test('a search without a match returns empty pages with a cursor', async () => {
  const logs = openLogs()
  for (let batch = 0; batch < 12; batch++)
    await logs.append('a', lines(...Array.from({ length: 64 }, () => 'y'.repeat(8000))))
  const first = await logs.read('a', { direction: 'forward', limit: 10, search: 'z' })
  expect(first.entries).toEqual([])
  expect(first.nextCursor).toBeDefined()
  expect(await messages(logs, 'a', { search: 'z' })).toEqual([])
})

test('logs without new entries are deleted after the retention time, and others are kept', async () => {
  const logs = openLogs()
  await logs.append('old', lines('1'))
  await logs.append('new', lines('1'))
  const [file = ''] = await readdir(join(directory, 'old'))
  await utimes(join(directory, 'old', file), now / 1000 - 61, now / 1000 - 61)
  await logs.sweep()
  expect(await readdir(directory)).toEqual(['new'])
  await logs.append('old', lines('2'))
  const { entries } = await logs.read('old', { direction: 'forward', limit: 10 })
  expect(entries).toMatchObject([{ number: 2, message: '2' }])
})

test('the oldest files are deleted when all logs together exceed the limit', async () => {
  const logs = openLogs({ totalBytesMax: mib })
  for (const [index, sandboxId] of ['a', 'b', 'c', 'd'].entries()) {
    await logs.append(sandboxId, lines(...Array.from({ length: 40 }, () => 'z'.repeat(8000))))
    const [file = ''] = await readdir(join(directory, sandboxId))
    await utimes(join(directory, sandboxId, file), now / 1000 + index, now / 1000 + index)
  }
  await logs.sweep()
  expect((await readdir(directory)).toSorted()).toEqual(['b', 'c', 'd'])
})
