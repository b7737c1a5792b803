import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plain } from '../../dialect/output/paint.ts'
import { connectAsTeam } from '../../edge/control/control-client.ts'
import type { ControlAccess } from '../../ports/control-api.ts'
import { createSandbox } from './create-sandbox.ts'
import { killSandboxes } from './kill-sandboxes.ts'
import { renderSandboxList } from './list-sandboxes.ts'

const key = 'e2b_00'
const view = { format: 'table' as const, paint: plain, nowMs: 0 }
let server: Server
let access: ControlAccess
let sandboxes: string[]
/** Sandboxes whose kill is refused for the moment. */
let busy: string[]
/** Where the build of a template is at each create that is refused because of it. */
let builds: string[]

/** The control API, as much of it as the commands use: pages of two. */
beforeEach(async () => {
  sandboxes = ['a', 'b', 'c']
  builds = []
  busy = []
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (request.headers['x-api-key'] !== key) {
      response.writeHead(401).end(JSON.stringify({ code: 401, message: 'unknown key' }))
    } else if (request.method === 'POST') {
      const message = builds.shift()
      const isWaited = request.headers.prefer === 'wait=5'
      if (message === undefined) response.writeHead(201).end(JSON.stringify({ sandboxID: 'd', isWaited }))
      else response.writeHead(503).end(JSON.stringify({ message, error_code: 'template_building' }))
    } else if (request.method === 'DELETE') {
      const id = url.pathname.split('/').at(-1) ?? ''
      if (busy.includes(id)) return void response.writeHead(503).end(JSON.stringify({ message: 'busy' }))
      const isThere = sandboxes.includes(id)
      sandboxes = sandboxes.filter((other) => other !== id)
      response.writeHead(isThere ? 204 : 404).end()
    } else {
      const from = Number(url.searchParams.get('nextToken') ?? 0)
      if (from + 2 < sandboxes.length) response.setHeader('X-Next-Token', String(from + 2))
      const page = sandboxes.slice(from, from + 2).map((sandboxID) => ({ sandboxID, state: 'running' }))
      response.end(JSON.stringify(page))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  access = { url: `http://127.0.0.1:${port}`, apiKey: key }
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function output() {
  const out: string[] = []
  const err: string[] = []
  return { out, err, print: (line: string) => out.push(line), printError: (line: string) => err.push(line) }
}

test('the list holds the sandboxes of all pages', async () => {
  expect(await renderSandboxList(connectAsTeam(access), { states: ['running'], idsOnly: true }, view)).toBe(
    'a\nb\nc',
  )
})

test('JSON is an array, also of nothing', async () => {
  sandboxes = []
  expect(
    JSON.parse(
      await renderSandboxList(
        connectAsTeam(access),
        { states: ['running'], idsOnly: false },
        { ...view, format: 'json' },
      ),
    ),
  ).toEqual([])
})

test('what the API does not say is null in JSON, and a dash in the table', async () => {
  sandboxes = ['a']
  const options = { states: ['running'], idsOnly: false }
  expect(
    JSON.parse(await renderSandboxList(connectAsTeam(access), options, { ...view, format: 'json' })),
  ).toEqual([
    {
      sandboxId: 'a',
      template: null,
      state: 'running',
      startedAt: null,
      endAt: null,
      cpuCount: null,
      memoryMb: null,
      diskMb: null,
      metadata: {},
    },
  ])
  expect(
    (await renderSandboxList(connectAsTeam(access), options, view)).split('\n')[1]?.split(/ {3,}/),
  ).toEqual(['a', '-', 'running', '-', '-', '-', '-'])
})

test('each killed sandbox is named; one that is not there makes the command fail and stops nothing', async () => {
  const { out, err, ...rest } = output()
  expect(await killSandboxes(connectAsTeam(access), { sandboxIds: ['a', 'x', 'c'], all: false }, rest)).toBe(
    1,
  )
  expect(out).toEqual(['a', 'c'])
  expect(err).toEqual(['Error: sandbox "x" not found'])
})

test('all of them, on every page', async () => {
  const { out, ...rest } = output()
  expect(await killSandboxes(connectAsTeam(access), { sandboxIds: [], all: true }, rest)).toBe(0)
  expect(out).toEqual(['a', 'b', 'c'])
})

test('one sandbox that could not be killed for the moment kept the rest from being killed', async () => {
  busy = ['b']
  const { out, err, ...rest } = output()
  expect(await killSandboxes(connectAsTeam(access), { sandboxIds: [], all: true }, rest)).toBe(1)
  expect({ out, err }).toEqual({ out: ['a', 'c'], err: ['Error: b: the API answered 503: busy'] })
})

test('the beginning of several ids kept what was named behind it from being killed', async () => {
  sandboxes = ['aa', 'ab', 'c']
  const { out, err, ...rest } = output()
  expect(await killSandboxes(connectAsTeam(access), { sandboxIds: ['a', 'c'], all: false }, rest)).toBe(2)
  expect({ out, err }).toEqual({
    out: ['c'],
    err: ['Error: "a" is the beginning of 2 ids: aa, ab', 'Hint: give more of the id'],
  })
})

test('a key that is refused is told once, however many are to be killed', async () => {
  const { err, ...rest } = output()
  const other = connectAsTeam({ ...access, apiKey: 'other' })
  const killed = killSandboxes(other, { sandboxIds: ['a', 'b'], all: false }, rest)
  await expect(killed).rejects.toThrow('the API answered 401: unknown key')
  expect(err).toEqual([])
})

const newSandbox = {
  ...{ template: 'desktop', timeoutSeconds: undefined, metadata: {}, envs: {}, volumes: [] },
  ...{ pausesAtEnd: false, hasInternet: true },
}

test('a create of a template that is not built yet was silent for 45 seconds, and then failed', async () => {
  builds = ['it is at 1', 'it is at 1', 'it is at 2']
  const { err, printError } = output()
  const team = connectAsTeam(access)
  expect(await createSandbox({ team, printError }, newSandbox)).toEqual({
    sandboxId: 'd',
    body: { sandboxID: 'd', isWaited: true },
  })
  expect(err).toEqual(['Waiting: it is at 1', 'Waiting: it is at 2'])
})

test('a refused key is told in the words of the API', async () => {
  const refused = renderSandboxList(
    connectAsTeam({ ...access, apiKey: 'other' }),
    { states: [], idsOnly: true },
    view,
  )
  await expect(refused).rejects.toThrow('the API answered 401: unknown key')
})

test('an API that is not there is told with the remedy', async () => {
  const nobody = connectAsTeam({ ...access, url: 'http://127.0.0.1:1' })
  await expect(renderSandboxList(nobody, { states: [], idsOnly: true }, view)).rejects.toThrow(
    '`cay up` starts it',
  )
})
