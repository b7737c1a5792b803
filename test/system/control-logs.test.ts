import { beforeEach, expect, test } from 'vitest'
import { secondKey, startWorld, type World } from './control-world.ts'

let world: World
let sandboxId: string
const startMs = 1_700_000_000_000

beforeEach(async () => {
  world = await startWorld()
  sandboxId = await world.create()
})

interface Page {
  readonly logs: readonly { id: string; timestamp: string; message: string; level: string }[]
  readonly nextCursor?: string
}

async function page(query: string): Promise<Page> {
  const { status, body } = await world.call('GET', `/v2/sandboxes/${sandboxId}/logs?${query}`)
  expect(status).toBe(200)
  return body as Page
}
const messages = ({ logs }: Page) => logs.map(({ message }) => message)
const write = (...texts: string[]) => {
  for (const [index, message] of texts.entries())
    world.observer.write(sandboxId, startMs + index, { message, level: message === 'bad' ? 'error' : 'info' })
}

test('a log is read in pages, from either end', async () => {
  write('a', 'b', 'c')
  expect(messages(await page(''))).toEqual(['c', 'b', 'a'])
  const first = await page('direction=forward&limit=2')
  expect(messages(first)).toEqual(['a', 'b'])
  expect(messages(await page(`pageCursor=${first.nextCursor}`))).toEqual(['c'])
  const last = await page('limit=2')
  expect(messages(await page(`limit=2&pageCursor=${last.nextCursor}`))).toEqual(['a'])
})

test('who follows a log gets every line once, and the same line has the same id', async () => {
  write('a')
  const first = await page('direction=forward')
  expect(await page(`pageCursor=${first.nextCursor}`)).toEqual({ logs: [] })
  write('b')
  const second = await page(`pageCursor=${first.nextCursor}`)
  expect(messages(second)).toEqual(['b'])
  const ids = (await page('direction=forward')).logs.map(({ id }) => id)
  expect(ids).toEqual([first.logs[0]?.id, second.logs[0]?.id])
})

test('lines are found by instant, level and text', async () => {
  write('a', 'bad', 'c')
  expect(messages(await page(`direction=forward&cursor=${startMs + 1}`))).toEqual(['bad', 'c'])
  expect(messages(await page(`cursor=${startMs + 1}`))).toEqual(['bad', 'a'])
  expect(messages(await page('level=warn'))).toEqual(['bad'])
  expect(messages(await page('search=a'))).toEqual(['bad', 'a'])
  expect(messages(await page('search=A'))).toEqual([])
  expect(messages(await page('limit=0'))).toEqual([])
})

test.each(['pageCursor=x', 'limit=1001', 'limit=-1', 'level=loud', 'cursor=-1', `search=${'x'.repeat(257)}`])(
  '%s is refused',
  async (query) => {
    const { status, body } = await world.call('GET', `/v2/sandboxes/${sandboxId}/logs?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 400 })
  },
)

test('a cursor of the other direction is refused', async () => {
  write('a', 'b')
  const { nextCursor } = await page('limit=1')
  const path = `/v2/sandboxes/${sandboxId}/logs?direction=forward&pageCursor=${nextCursor}`
  expect((await world.call('GET', path)).status).toBe(400)
})

test.each(['/v2/sandboxes/ID/logs', '/sandboxes/ID/logs'])(
  '%s is for its team alone, and stays when the sandbox is gone',
  async (path) => {
    write('a')
    const url = path.replace('ID', sandboxId)
    expect((await world.call('GET', url, { key: secondKey })).status).toBe(404)
    expect((await world.call('GET', path.replace('ID', 'unknown'))).status).toBe(404)
    expect((await world.call('DELETE', `/sandboxes/${sandboxId}`)).status).toBe(204)
    const { status, body } = await world.call('GET', url)
    expect(status).toBe(200)
    expect(body).toMatchObject({ logs: [{}] })
  },
)

test('old clients get each line as a JSON text with a level and a logger', async () => {
  world.observer.write(sandboxId, startMs, {
    message: 'x',
    level: 'warn',
    fields: { logger: 'process', pid: '7' },
  })
  world.observer.write(sandboxId, startMs + 1, { message: 'y' })
  const { body } = await world.call('GET', `/sandboxes/${sandboxId}/logs?start=${startMs}`)
  const { logs } = body as { logs: { timestamp: string; line: string }[] }
  expect(logs.map(({ line }) => JSON.parse(line))).toEqual([
    { level: 'warn', logger: 'process', message: 'x', pid: '7' },
    { level: 'info', logger: 'sandbox', message: 'y' },
  ])
  expect(Date.parse(logs[0]?.timestamp ?? '')).toBe(startMs)
})

test('old clients, which go on a millisecond later, miss nothing at the end of a page', async () => {
  for (const [message, atMs] of [
    ['a', 1],
    ['b', 2],
    ['c', 2],
    ['d', 3],
  ] as const)
    world.observer.write(sandboxId, startMs + atMs, { message })
  const got: string[] = []
  let start = startMs
  for (let count = 0; count < 4; count++) {
    const { body } = await world.call('GET', `/sandboxes/${sandboxId}/logs?limit=2&start=${start}`)
    const { logs } = body as { logs: { timestamp: string; line: string }[] }
    got.push(...logs.map(({ line }) => (JSON.parse(line) as { message: string }).message))
    start = Date.parse(logs.at(-1)?.timestamp ?? '') + 1
  }
  expect(got).toEqual(['a', 'b', 'c', 'd'])
})
