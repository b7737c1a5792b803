import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readlink, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { text } from 'node:stream/consumers'
import { run } from '@cay/kit/host/run.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContentServer } from './content-server.ts'
import { type ListBounds, listBounds } from './list-entries.ts'

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

/** A server of the same directory with other bounds of its lists. */
async function listWith(bounds: Partial<ListBounds>, name: string, query = '') {
  const path = `/volumecontent/id/dir?path=${encodeURIComponent(join(directory, name))}&${query}`
  const small = createContentServer({ uidBase: 0, top: directory }, { ...listBounds, ...bounds })
  await once(small.listen(join(directory, 'small')), 'listening')
  try {
    // A connection that is kept would be one to the server of an earlier call.
    const outgoing = request({ socketPath: join(directory, 'small'), path, agent: false }).end()
    const [response] = await once(outgoing, 'response')
    return { status: response.statusCode, body: JSON.parse(await text(response)) }
  } finally {
    small.close()
  }
}

test('a list is refused beyond its bounds of entries, bytes and time, and is whole within them', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `entry-${String(index).padStart(2, '0')}`)
  await mkdir(join(directory, 'listed/below'), { recursive: true })
  for (const name of names) await writeFile(join(directory, 'listed/below', name), '')
  const refused = {
    ...{ status: 413, body: { code: 'list_too_large', message: expect.stringContaining('fewer levels') } },
  }
  expect(await listWith({ entriesMax: 29 }, 'listed/below')).toMatchObject(refused)
  expect(await listWith({ entriesMax: 30 }, 'listed', 'depth=2')).toMatchObject(refused)
  expect(await listWith({ bytesMax: 1000 }, 'listed/below')).toMatchObject(refused)
  expect(await listWith({ msMax: 0 }, 'listed/below')).toMatchObject(refused)
  const whole = await listWith({ entriesMax: 31 }, 'listed', 'depth=2')
  expect(whole.status).toBe(200)
  expect(whole.body.map(({ name }: { name: string }) => name)).toEqual(['below', ...names])
  expect(await listWith({ entriesMax: 1 }, 'listed')).toMatchObject({
    status: 200,
    body: [{ name: 'below' }],
  })
})

test('clients that do not read their lists keep others waiting for theirs, and are not many lists in memory', async () => {
  await mkdir(join(directory, 'many'))
  for (let index = 0; index < 3000; index++)
    await writeFile(join(directory, 'many', `${index}-${'n'.repeat(200)}`), '')
  const path = `/volumecontent/id/dir?path=${join(directory, 'many')}`
  const ask = () => request({ socketPath, path }).end()
  const stuck = [ask(), ask()]
  const answers = await Promise.all(stuck.map((asked) => once(asked, 'response')))
  const third = ask()
  const answered = once(third, 'response')
  for (const [response] of answers) response.destroy()
  const [response] = await answered
  expect(JSON.parse(await text(response))).toHaveLength(3000)
  expect((await call('DELETE', 'path', 'many')).status).toBe(204)
  expect(await readdir(directory)).not.toContain('many')
})

test('what a sandbox made of names and directories is removed with all below it, and no link is followed', async () => {
  const tree = join(directory, 'tree')
  await mkdir(join(tree, 'a/b/c'), { recursive: true })
  for (let index = 0; index < 1500; index++) await writeFile(join(tree, 'a', String(index)), '')
  await writeFile(Buffer.concat([Buffer.from(`${tree}/a/b/`), Buffer.from([0xff, 0xfe, 0x0a])]), 'no UTF-8')
  await symlink(join(directory, 'ten'), join(tree, 'a/b/link'))
  await symlink(directory, join(tree, 'a/up'))
  expect((await call('DELETE', 'path', 'tree')).status).toBe(204)
  expect((await read('ten')).body).toBe('0123456789')
  expect((await call('DELETE', 'path', 'tree')).status).toBe(404)
})

test('a list goes past names that are no UTF-8, of any length', async () => {
  const place = join(directory, 'named')
  await mkdir(place)
  for (const bytes of [1, 100, 255])
    await writeFile(Buffer.concat([Buffer.from(`${place}/`), Buffer.alloc(bytes, 0xff)]), '')
  await writeFile(join(place, 'plain'), '')
  const { status, body } = await call('GET', 'dir', 'named')
  expect([status, JSON.parse(body)]).toMatchObject([200, [{ name: 'plain' }]])
  expect((await call('DELETE', 'path', 'named')).status).toBe(204)
})

test('no name of 1 to 4,096 bytes makes a call fail with 500', async () => {
  const place = join(directory, 'names')
  await mkdir(place)
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 4096 })
  const likely = fc.array(fc.constantFrom(0x2e, 0x2f, 0x61, 0xff, 0xc3, 0x0a, 0x25), { maxLength: 300 })
  const calls = fc.constantFrom(
    ...(['GET dir', 'POST dir', 'GET path', 'PATCH path', 'GET file', 'PUT file', 'DELETE path'] as const),
  )
  const isInside = (name: Buffer) =>
    posix.normalize(`/${name.toString('utf8')}`) !== '/' && !/\.\./.test(String(name))
  const names = fc
    .oneof(
      bytes,
      likely.map((some) => Uint8Array.from(some)),
    )
    .map((some) => Buffer.from(some))
  await fc.assert(
    fc.asyncProperty(names.filter(isInside), calls, async (name, each) => {
      const [method = '', part = ''] = each.split(' ')
      const encoded = [...name].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
      const path = `/volumecontent/id/${part}?path=${encodeURIComponent(place)}/${encoded}&force=true&${ids}`
      const outgoing = request({ socketPath, method, path }).end(method === 'PATCH' ? '{}' : undefined)
      const [response] = await once(outgoing, 'response')
      await text(response)
      expect(response.statusCode).toBeLessThan(500)
    }),
    { numRuns: 500 },
  )
  expect((await call('DELETE', 'path', 'names')).status).toBe(204)
})
