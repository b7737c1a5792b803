import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { aliveStartAdvice, startAfterRestorePair } from '@cay/core/template/start-time.ts'
import { printableLines } from '@cay/core/terminal-text.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plain } from '../../dialect/output/paint.ts'
import { connectAsTeam } from '../../edge/control/control-client.ts'
import type { ControlAccess } from '../../ports/control-api.ts'
import { buildFromDirectory } from './build-from-directory.ts'
import { deleteTemplates, publishTemplate, renderTags, renderTemplateList } from './template-verbs.ts'

const silent = { output: { write: () => undefined }, paint: plain, show: printableLines }
const view = { format: 'table' as const, paint: plain, nowMs: 0 }

let server: Server
let access: ControlAccess
let asked: { call: string; body: unknown }[]
/** Method and path -> status and body. */
let answers: Record<string, readonly [number, unknown]>

beforeEach(async () => {
  asked = []
  answers = {}
  server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const call = `${request.method} ${path}`
    const body = await text(request)
    asked.push({ call, body: body === '' ? undefined : JSON.parse(body) })
    const [status, answer] = answers[call] ?? [404, { code: 404, message: 'not found' }]
    const sent = answer === undefined ? '' : JSON.stringify(answer)
    response.writeHead(status, { 'content-length': sent.length }).end(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  access = { url: `http://127.0.0.1:${port}`, apiKey: `e2b_${'0'.repeat(40)}` }
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const app = {
  templateID: 't1',
  aliases: ['app'],
  buildStatus: 'ready',
  public: false,
  cpuCount: 2,
  memoryMB: 1024,
  spawnCount: 3,
  lastSpawnedAt: '2026-01-01T00:00:00.000Z',
}

const base = { aliases: [{ alias: 'base', namespace: null }], vcpu: 2, ramMb: 512, spawnCount: 9 }

test("the list holds the team's templates and those that come with Cay, built or not", async () => {
  answers['GET /v2/templates'] = [200, [app]]
  answers['GET /dashboard-api/templates/defaults'] = [200, { templates: [base] }]
  const nowMs = Date.parse('2026-01-01T01:30:00.000Z')
  const table = await renderTemplateList(connectAsTeam(access), ['base', 'code'], { ...view, nowMs })
  expect(table.split('\n').map((line) => line.split(/ {3,}/))).toEqual([
    ['NAME', 'TEMPLATE ID', 'STATUS', 'VISIBILITY', 'CPUS', 'MEMORY', 'SANDBOXES', 'LAST USED'],
    ['base', '-', 'ready', 'built-in', '2', '512 MiB', '-', '-'],
    ['code', '-', 'not built', 'built-in', '-', '-', '-', '-'],
    ['app', 't1', 'ready', 'team', '2', '1024 MiB', '3', '90 minutes ago'],
  ])
})

test('`cay template list --json` has null cpuCount and memoryMb for base', async () => {
  answers['GET /v2/templates'] = [200, []]
  answers['GET /dashboard-api/templates/defaults'] = [200, { templates: [base] }]
  const json = await renderTemplateList(connectAsTeam(access), ['base'], { ...view, format: 'json' })
  expect(JSON.parse(json)).toMatchObject([{ name: 'base', status: 'ready', cpuCount: 2, memoryMb: 512 }])
})

test('a template without a build has no zeros: null in JSON, and a dash in the table', async () => {
  answers['GET /dashboard-api/templates/defaults'] = [200, { templates: [] }]
  answers['GET /v2/templates'] = [
    200,
    [{ ...app, cpuCount: 0, memoryMB: 0, spawnCount: 0, lastSpawnedAt: null, buildStatus: 'waiting' }],
  ]
  const json = await renderTemplateList(connectAsTeam(access), [], { ...view, format: 'json' })
  expect(JSON.parse(json)).toEqual([
    {
      templateId: 't1',
      name: 'app',
      status: 'waiting',
      visibility: 'team',
      cpuCount: null,
      memoryMb: null,
      spawnCount: 0,
      lastSpawnedAt: null,
    },
  ])
  const table = await renderTemplateList(connectAsTeam(access), [], view)
  expect(table.split('\n')[1]?.split(/ {3,}/)).toEqual([
    'app',
    't1',
    'waiting',
    'team',
    '-',
    '-',
    '0',
    'never',
  ])
})

test('each deleted template is named; one that is not there makes the command fail and stops nothing', async () => {
  answers['DELETE /templates/a'] = [204, undefined]
  answers['DELETE /templates/c'] = [204, undefined]
  const out: string[] = []
  const err: string[] = []
  const output = { print: (line: string) => out.push(line), printError: (line: string) => err.push(line) }
  expect(await deleteTemplates(connectAsTeam(access), ['a', 'b', 'c'], output)).toBe(1)
  expect(out).toEqual(['a', 'c'])
  expect(err).toEqual(['Error: template "b" not found'])
})

test('one template that could not be removed for the moment kept the rest from being removed', async () => {
  answers['DELETE /templates/a'] = [204, undefined]
  answers['DELETE /templates/b'] = [503, { code: 503, message: 'busy' }]
  answers['DELETE /templates/c'] = [204, undefined]
  const out: string[] = []
  const err: string[] = []
  const output = { print: (line: string) => out.push(line), printError: (line: string) => err.push(line) }
  expect(await deleteTemplates(connectAsTeam(access), ['a', 'b', 'c'], output)).toBe(1)
  expect({ out, err }).toEqual({ out: ['a', 'c'], err: ['Error: b: the API answered 503: busy'] })
})

test('tags are listed, assigned and taken by name', async () => {
  answers['GET /templates/aliases/app'] = [200, { templateID: 't1', public: false }]
  answers['GET /templates/t1/tags'] = [200, [{ tag: 'v1', buildID: 'b1', createdAt: '' }]]
  answers['POST /templates/tags'] = [201, { tags: ['v2'], buildID: 'b1' }]
  answers['DELETE /templates/tags'] = [204, undefined]
  expect(await renderTags(connectAsTeam(access), 'app', view)).toBe('TAG   BUILD ID\nv1    b1')
  await connectAsTeam(access).assignTags('app:v1', ['v2'])
  await connectAsTeam(access).removeTags('app', ['v2'])
  expect(asked.slice(-2).map(({ body }) => body)).toEqual([
    { target: 'app:v1', tags: ['v2'] },
    { name: 'app', tags: ['v2'] },
  ])
})

test('a template is made public by its name', async () => {
  answers['GET /templates/aliases/app'] = [200, { templateID: 't1', public: false }]
  answers['PATCH /v2/templates/t1'] = [200, { names: [] }]
  await connectAsTeam(access).setPublic('app', true)
  expect(asked.at(-1)?.body).toEqual({ public: true })
})

test.each([
  [aliveStartAdvice, [`Warning: ${aliveStartAdvice}`]],
  ['left out 1 device node', []],
])(
  'whoever publishes a template whose start command is alive in it is warned: %j',
  async (message, expected) => {
    answers['GET /templates/aliases/app'] = [200, { templateID: 't1', public: false }]
    answers['PATCH /v2/templates/t1'] = [200, { names: [] }]
    answers['GET /templates/t1/tags'] = [200, [{ tag: 'v1', buildID: 'b1', createdAt: '' }]]
    answers['GET /templates/t1/builds/b1/logs'] = [200, { logs: [{ message: `[finalize] ${message}` }] }]
    const err: string[] = []
    await publishTemplate(connectAsTeam(access), 'app', { printError: (line) => err.push(line) })
    expect(asked.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ public: true })
    expect(err).toEqual(expected)
  },
)

test('what the API refuses is told in its words', async () => {
  answers['POST /templates/tags'] = [400, { code: 400, message: 'Invalid tag' }]
  await expect(connectAsTeam(access).assignTags('app', [':'])).rejects.toThrow(
    'the API answered 400: Invalid tag',
  )
})

test('a Dockerfile becomes a build named as its directory, with its log', async () => {
  const root = await mkdtemp(join(tmpdir(), 'cay-build-'))
  try {
    const path = join(root, 'My App')
    await mkdir(path)
    await writeFile(join(path, 'Dockerfile'), 'FROM e2bdev/base\nRUN true\n')
    const ids = { templateID: 't1', buildID: 'b1' }
    answers['POST /v3/templates'] = [202, { ...ids, public: false, names: [], tags: [], aliases: [] }]
    answers['POST /v2/templates/t1/builds/b1'] = [202, undefined]
    const entry = { timestamp: '2026-01-01T00:00:00.000Z', message: 'said', level: 'info' }
    answers['GET /templates/t1/builds/b1/status'] = [
      200,
      {
        ...ids,
        status: 'error',
        logs: [],
        logEntries: [],
        reason: { message: 'no luck', logEntries: [entry] },
      },
    ]
    await expect(buildFromDirectory(access, { path, isFresh: true }, silent)).rejects.toThrow('no luck')
    expect(asked[0]?.body).toMatchObject({ name: 'my-app' })
    expect(asked[1]?.body).toMatchObject({ fromImage: 'e2bdev/base', force: true })
    expect(JSON.stringify(asked[1]?.body)).not.toContain('CAY_START')
    const later = { path, isFresh: false, startCommand: 'serve', startsAfterRestore: true }
    await expect(buildFromDirectory(access, later, silent)).rejects.toThrow('no luck')
    const order = asked.findLast(({ call }) => call === 'POST /v2/templates/t1/builds/b1')?.body
    expect(order).toMatchObject({
      startCmd: 'serve',
      steps: expect.arrayContaining([
        expect.objectContaining({ type: 'ENV', args: [...startAfterRestorePair] }),
      ]),
    })
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})

test('a build that was refused is not said to have finished', async () => {
  const root = await mkdtemp(join(tmpdir(), 'cay-refused-'))
  try {
    await writeFile(join(root, 'Dockerfile'), 'FROM e2bdev/base\n')
    answers['POST /v3/templates'] = [400, { code: 400, message: 'Invalid name' }]
    const printed: string[] = []
    const order = { path: root, name: 'Bad Name', isFresh: false }
    await expect(
      buildFromDirectory(access, order, {
        output: { write: (text) => printed.push(text) },
        paint: plain,
        show: printableLines,
      }),
    ).rejects.toThrow('Invalid name')
    expect(asked.map(({ call }) => call)).toEqual(['POST /v3/templates'])
    expect(printed.join('\n')).not.toContain('finished')
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})

test.each([
  ['a path that is not there', 'no/such/path', 'is neither a directory nor a Dockerfile'],
  ['a directory without a Dockerfile', tmpdir(), 'there is no Dockerfile at'],
])('%s is told before anything is sent', async (_, path, words) => {
  await expect(buildFromDirectory(access, { path, isFresh: false }, silent)).rejects.toThrow(words)
  expect(asked).toEqual([])
})
