import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readlink, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { run } from '@cay/kit/host/run.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContentServer } from './content-server.ts'

/** The root of this process is not that of a volume: paths begin with this directory. */
let directory: string
let socketPath: string
let server: Server
const ids = `uid=${process.getuid?.()}&gid=${process.getgid?.()}`

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-content-'))
  socketPath = join(directory, 'socket')
  await writeFile(join(directory, 'ten'), '0123456789')
  await writeFile(join(directory, 'empty'), '')
  await mkdir(join(directory, 'below'))
  await run(['mkfifo', join(directory, 'fifo')])
  server = createContentServer({ uidBase: 0, top: directory }).listen(socketPath)
  await once(server, 'listening')
})

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await rm(directory, { recursive: true })
})

interface Options {
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

async function call(method: string, part: string, name: string, options: Options = {}) {
  const { query = '', headers = {}, body } = options
  const path = `/volumecontent/id/${part}?path=${encodeURIComponent(join(directory, name))}&${query}`
  const outgoing = request({ socketPath, method, path, headers }).end(body)
  const [response] = await once(outgoing, 'response')
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

const read = (name: string, range?: string) =>
  call('GET', 'file', name, range === undefined ? {} : { headers: { range } })

test('a file is sent as a whole, or the one range of it that is asked for', async () => {
  expect(await read('ten')).toMatchObject({
    status: 200,
    headers: {
      ...{ 'content-type': 'application/octet-stream', 'content-length': '10', 'accept-ranges': 'bytes' },
    },
    body: '0123456789',
  })
  for (const [range, sent, body] of [
    ['bytes=2-4', 'bytes 2-4/10', '234'],
    ['bytes=8-', 'bytes 8-9/10', '89'],
    ['bytes=-3', 'bytes 7-9/10', '789'],
  ] as const)
    expect(await read('ten', range)).toMatchObject({
      ...{ status: 206, headers: { 'content-range': sent, 'content-length': String(body.length) }, body },
    })
  expect(await read('ten', 'bytes=0-1,4-5')).toMatchObject({ status: 200, body: '0123456789' })
  expect(await read('empty')).toMatchObject({ status: 200, headers: { 'content-length': '0' }, body: '' })
})

test('a range behind the end is refused with 416 and a text for a code', async () => {
  for (const [name, range] of [
    ['ten', 'bytes=10-'],
    ['empty', 'bytes=0-'],
  ] as const) {
    const { status, body } = await read(name, range)
    expect([status, JSON.parse(body)]).toEqual([
      416,
      { code: 'range_unsatisfiable', message: expect.stringMatching(/^the file has \d+ bytes$/) },
    ])
  }
})

test.each(['below', 'fifo'])('%s is no file: it is refused at once', async (name) => {
  expect((await read(name)).status).toBe(400)
})

test('a link that leads to itself is refused, and a list goes past one', async () => {
  const loop = join(directory, 'below/loop')
  await symlink(loop, loop)
  expect((await read('below/loop')).status).toBe(400)
  const { status, body } = await call('GET', 'dir', 'below', { query: 'depth=5' })
  expect([status, JSON.parse(body)]).toMatchObject([200, [{ name: 'loop', type: 'symlink', target: loop }]])
  expect((await call('DELETE', 'path', 'below/loop')).status).toBe(204)
})

/** Files without a name that this process writes. */
async function drafts(): Promise<string[]> {
  const open = await readdir('/proc/self/fd')
  const paths = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return paths.filter((path) => path.startsWith(`${directory}/#`))
}

test('an upload was to be seen before it was whole', async () => {
  await writeFile(join(directory, 'below/kept'), 'before')
  const before = await readdir(directory)
  const path = `/volumecontent/id/file?path=${join(directory, 'below/kept')}&force=true&${ids}`
  const headers = { 'content-length': '100' }
  const upload = request({ socketPath, method: 'PUT', path, headers })
  upload.on('error', () => undefined)
  upload.write('half')
  await expect.poll(drafts).toHaveLength(1)
  expect(await readdir(directory)).toEqual(before)
  expect(await readdir(join(directory, 'below'))).toEqual(['kept'])
  upload.destroy()
  await expect.poll(drafts).toEqual([])
  expect((await read('below/kept')).body).toBe('before')
})

test('an upload replaces a file with force alone, and no directory', async () => {
  const put = (name: string, query: string) => call('PUT', 'file', name, { query, body: 'new' })
  expect((await put('new', ids)).status).toBe(201)
  expect((await put('new', ids)).status).toBe(409)
  expect((await put('new', `${ids}&force=true`)).status).toBe(201)
  expect((await readdir(directory)).filter((name) => name.startsWith('.upload-'))).toEqual([])
  expect((await put('below', `${ids}&force=true`)).status).toBe(400)
  expect((await put('none/new', ids)).status).toBe(404)
  expect((await put('ten/new', `${ids}&force=true`)).status).toBe(400)
})

test('what is no call of the interface is refused', async () => {
  expect((await call('POST', 'file', 'ten')).status).toBe(404)
  expect((await call('GET', 'elsewhere', 'ten')).status).toBe(404)
  for (const body of ['', 'mode=1', '{"mode":"0600"}', '{"uid":65536}'])
    expect((await call('PATCH', 'path', 'ten', { body })).status).toBe(400)
  expect((await call('PATCH', 'path', 'ten', { body: 'x'.repeat(70_000) })).status).toBe(413)
  for (const query of ['uid=', 'gid=-1', 'mode=4096', 'uid=1.5'])
    expect((await call('PUT', 'file', 'unlike', { query, body: 'x' })).status).toBe(400)
  expect((await call('GET', 'dir', 'below', { query: 'depth=' })).status).toBe(400)
})

test('a download of a file that a sandbox made shorter meanwhile waited for the rest', async () => {
  const file = join(directory, 'shrinking')
  await writeFile(file, '')
  await truncate(file, 64 * 1024 * 1024)
  const outgoing = request({ socketPath, path: `/volumecontent/id/file?path=${file}` }).end()
  const [response] = await once(outgoing, 'response')
  await truncate(file, 1)
  await expect(text(response)).rejects.toThrow('aborted')
})
