import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plain } from '../../dialect/output/paint.ts'
import { connectAsTeam } from '../../edge/control/control-client.ts'
import { followEvents } from './show-events.ts'

const request = {
  sandboxId: undefined,
  kind: undefined,
  team: undefined,
  isOfAllTeams: false,
  limit: undefined,
  sinceMs: undefined,
}
const view = { format: 'table' as const, paint: plain, nowMs: 0 }

let server: Server
/** Ids of events, oldest first. */
let events: string[]
/** What the API answers with instead. */
let refusal: { status: number; message: string } | undefined
let lines: string[]
let errors: string[]

beforeEach(async () => {
  events = ['1']
  refusal = undefined
  lines = []
  errors = []
  server = createServer((_, response) => {
    const timestamp = '2026-01-01T00:00:00Z'
    const list = events.toReversed().map((id) => ({ id, timestamp, kind: `kind${id}`, outcome: 'done' }))
    response.writeHead(refusal?.status ?? 200).end(JSON.stringify(refusal ?? list))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function follow(signal: AbortSignal): Promise<void> {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const own = async () => connectAsTeam({ url: `http://127.0.0.1:${port}`, apiKey: 'e2b_00' })
  const admin = () => Promise.reject(new Error('not asked for'))
  const output = {
    print: (line: string) => lines.push(line),
    printError: (line: string) => errors.push(line),
  }
  return followEvents({ own, admin }, request, { view, output, signal })
}

const kinds = () => lines.map((line) => line.split(/ {2,}/)[1])

test('who follows is told once that the API is away, and then gets what has come meanwhile', async () => {
  const stop = new AbortController()
  const followed = follow(stop.signal)
  await expect.poll(kinds).toEqual(['kind1'])
  refusal = { status: 503, message: 'about to stop' }
  await expect.poll(() => errors).toEqual(['Warning: the API answered 503: about to stop. Still following.'])
  events.push('2', '3')
  refusal = undefined
  await expect.poll(kinds).toEqual(['kind1', 'kind2', 'kind3'])
  expect(errors.at(-1)).toBe('Cay answers again.')
  stop.abort()
  await followed
})

test('a key that is refused ends it', async () => {
  const followed = follow(new AbortController().signal)
  await expect.poll(kinds).toEqual(['kind1'])
  refusal = { status: 401, message: 'Invalid API key' }
  await expect(followed).rejects.toThrow('the API answered 401: Invalid API key')
})
