import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plain } from '../../dialect/output/paint.ts'
import { connectAsTeam } from '../../edge/control/control-client.ts'
import { type LogRequest, showLogs } from './follow-logs.ts'

const id = `i${'0'.repeat(20)}`
const view = { format: 'table' as const, paint: plain, nowMs: 0 }
const pageSize = 2

let server: Server
/** Messages, oldest first. */
let log: string[]
let isRunning: boolean
/** The API does not answer. */
let isSilent: boolean
/** What the API answers with instead to requests for the log. */
let refusal: { status: number; message: string } | undefined
let lines: string[]
let errors: string[]

beforeEach(async () => {
  log = ['one', 'two', 'three']
  isRunning = true
  isSilent = false
  refusal = undefined
  lines = []
  errors = []
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (isSilent) server.emit('unanswered')
    else if (!url.pathname.endsWith('/logs')) {
      server.emit('looked')
      response.writeHead(isRunning ? 200 : 404).end(JSON.stringify({ sandboxID: id }))
    } else if (refusal !== undefined) {
      response.writeHead(refusal.status).end(JSON.stringify(refusal))
    } else {
      const from = Number(url.searchParams.get('pageCursor') ?? 0)
      const page = log.slice(from, from + pageSize)
      const logs = page.map((message) => ({ timestamp: 'T', level: 'info', message }))
      response.end(JSON.stringify({ logs, nextCursor: String(from + page.length) }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function show(
  request: Partial<LogRequest>,
  signal: AbortSignal,
  onLine: () => void = () => undefined,
): Promise<void> {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const team = connectAsTeam({ url: `http://127.0.0.1:${port}`, apiKey: 'e2b_00' })
  const print = (line: string) => {
    lines.push(line.replace(/^T /, ''))
    onLine()
  }
  const printError = (line: string) => errors.push(line)
  return showLogs(
    team,
    { id, isFollowed: false, limit: undefined, ...request },
    { view, print, printError, followUntil: () => signal },
  )
}

const never = new AbortController().signal

test('the newest lines are as many as were asked for: `-n 0` printed the whole log', async () => {
  const shown: Record<number, string[]> = {}
  for (const limit of [0, 1, 3, 9]) {
    lines = []
    await show({ limit }, never)
    shown[limit] = lines
  }
  expect(shown).toEqual({ 0: [], 1: ['three'], 3: log, 9: log })
})

test('`-f -n 0` printed what was there before the lines that come', async () => {
  const stop = new AbortController()
  const followed = show({ isFollowed: true, limit: 0 }, stop.signal)
  // What was there has been read when it looks whether the sandbox runs.
  await once(server, 'looked')
  log.push('four')
  await expect.poll(() => lines).toEqual(['four'])
  stop.abort()
  await followed
})

test('a log that is followed did not end at a signal while the API did not answer', async () => {
  const stop = new AbortController()
  const followed = show({ isFollowed: true }, stop.signal)
  await once(server, 'looked')
  isSilent = true
  await once(server, 'unanswered')
  stop.abort()
  await followed
})

test('a log that is followed over a restart of the services ended with an error', async () => {
  const stop = new AbortController()
  const followed = show({ isFollowed: true }, stop.signal)
  await expect.poll(() => lines).toEqual(log)
  refusal = { status: 503, message: 'about to stop' }
  await expect.poll(() => errors).toEqual(['Warning: the API answered 503: about to stop. Still following.'])
  log.push('four')
  refusal = undefined
  await expect.poll(() => lines).toEqual(log)
  expect(errors.at(-1)).toBe('Cay answers again.')
  stop.abort()
  await followed
})

test('what was written before the end of the sandbox is shown, and then it is over', async () => {
  const followed = show({ isFollowed: true }, never)
  await expect.poll(() => lines).toEqual(log)
  log.push('last')
  isRunning = false
  await followed
  expect(lines.at(-1)).toBe('last')
})
