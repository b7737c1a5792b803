import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setxattr } from '../../edge/libc.ts'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

const urlOf = (path: string | undefined, query: Record<string, string> = {}) =>
  `${daemon.url}/files?${new URLSearchParams({ ...(path === undefined ? {} : { path }), ...query })}`

interface Written {
  readonly name: string
  readonly path: string
  readonly type: string
  readonly metadata?: Record<string, string>
}

const writtenBy = async (answer: Response) => (await answer.json()) as Written[]
const errorOf = async (answer: Response) => (await answer.json()) as { code: number; message: string }

const octets = { 'content-type': 'application/octet-stream' }
const upload = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(urlOf(path), { method: 'POST', headers: { ...octets, ...headers }, body })
const download = (path: string, headers: Record<string, string> = {}) =>
  fetch(urlOf(path), { headers: { 'accept-encoding': 'identity', ...headers } })

const head = (path: string, headers: Record<string, string> = {}) =>
  fetch(urlOf(path), { method: 'HEAD', headers })

describe('HEAD /files', () => {
  const told = [
    'content-length',
    'content-type',
    'content-disposition',
    'last-modified',
    'accept-ranges',
    'vary',
  ]
  const toldBy = (answer: Response) => told.map((name) => [name, answer.headers.get(name)])

  test.each([
    ['empty', 0],
    ['small', 5],
    ['large', 3_000_000],
  ])('answers like GET without the bytes: of one that is %s', async (name, size) => {
    writeFileSync(`${daemon.home}/${name}.bin`, 'x'.repeat(size))
    const answer = await head(`${name}.bin`)
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(toldBy(answer)).toEqual(toldBy(await download(`${name}.bin`)))
    expect(answer.headers.get('content-length')).toBe(String(size))
  })

  test('tells the size of the whole, whatever range is asked for and whatever encoding is preferred', async () => {
    writeFileSync(`${daemon.home}/sized`, 'x'.repeat(1000))
    for (const headers of [{ range: 'bytes=0-4' }, { 'accept-encoding': 'gzip' }]) {
      const answer = await head('sized', headers)
      expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '1000'])
    }
    const compressed = await head('sized', { 'accept-encoding': 'gzip, identity;q=0' })
    expect([compressed.status, compressed.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  })

  test('tells what GET refuses, and the connection serves the next call', async () => {
    expect((await head('not-there')).status).toBe(404)
    expect((await head('/')).status).toBe(400)
    const unchanged = await head('sized', { 'if-modified-since': new Date(Date.now() + 1000).toUTCString() })
    expect(unchanged.status).toBe(304)
    expect((await download('sized')).status).toBe(200)
  })
})

describe('a file whose size the system does not report', () => {
  const path = '/proc/version'
  const content = readFileSync(path, 'utf8')

  test('is sent whole, plain and compressed, with its length', async () => {
    const plain = await download(path)
    expect([await plain.text(), plain.headers.get('content-length')]).toEqual([
      content,
      String(content.length),
    ])
    const compressed = await fetch(urlOf(path), { headers: { 'accept-encoding': 'gzip' } })
    expect([compressed.headers.get('content-encoding'), await compressed.text()]).toEqual(['gzip', content])
    expect((await head(path)).headers.get('content-length')).toBe(String(content.length))
  })

  test('is sent in ranges', async () => {
    const part = await download(path, { range: 'bytes=6-12' })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      content.slice(6, 13),
      `bytes 6-12/${content.length}`,
    ])
    const several = await (await download(path, { range: 'bytes=0-4,6-12' })).text()
    expect(several).toContain(content.slice(6, 13))
  })

  test('becomes a part of a composed file', async () => {
    writeFileSync(`${daemon.home}/head`, 'head ')
    const body = { source_paths: ['head', path, path], destination: 'composed' }
    const answer = await fetch(`${daemon.url}/files/compose`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    expect(readFileSync(`${daemon.home}/composed`, 'utf8')).toBe(`head ${content}${content}`)
  })

  test('is refused by name when it is larger than what is held in memory, or cannot be read', async () => {
    for (const unreadable of ['/proc/self/pagemap', '/proc/self/mem']) {
      const answer = await download(unreadable)
      expect([answer.status, (await errorOf(answer)).message]).toEqual([
        400,
        expect.stringContaining(`path '${unreadable}'`),
      ])
    }
  })

  test('does not make an empty file anything else', async () => {
    writeFileSync(`${daemon.home}/empty`, '')
    const answer = await download('empty')
    expect([answer.status, await answer.text(), answer.headers.get('content-length')]).toEqual([200, '', '0'])
  })
})

describe('POST /files', () => {
  test('makes the directories above, and a relative path begins at home', async () => {
    const answer = await upload('a/b/c.txt', 'hello')
    const path = `${daemon.home}/a/b/c.txt`
    expect(await answer.json()).toEqual([{ name: 'c.txt', path, type: 'file' }])
    expect(readFileSync(path, 'utf8')).toBe('hello')
    expect(statSync(path).mode & 0o777).toBe(0o644)
  })

  test('empties an existing file in place and follows links', async () => {
    writeFileSync(`${daemon.home}/old`, 'long before', { mode: 0o600 })
    symlinkSync('old', `${daemon.home}/link`)
    const before = statSync(`${daemon.home}/old`)
    await upload('link', 'new')
    const after = statSync(`${daemon.home}/old`)
    expect(readFileSync(`${daemon.home}/old`, 'utf8')).toBe('new')
    expect([after.ino, after.mode]).toEqual([before.ino, before.mode])
  })

  test('a form writes each part named file, directories of the name kept, in order', async () => {
    const form = new FormData()
    form.append('file', new Blob(['1']), 'f/one')
    form.append('other', new Blob(['x']), 'f/other')
    form.append('file', new Blob(['2'.repeat(200_000)]), 'f/two')
    const answer = await fetch(urlOf(undefined), { method: 'POST', body: form })
    const names = (await writtenBy(answer)).map(({ path }) => path)
    expect(names).toEqual([`${daemon.home}/f/one`, `${daemon.home}/f/two`])
    expect(statSync(`${daemon.home}/f/two`).size).toBe(200_000)
  })

  test('many small parts all arrive', async () => {
    const form = new FormData()
    for (let index = 0; index < 300; index++) form.append('file', new Blob([`${index}`]), `many/${index}`)
    const answer = await fetch(urlOf(undefined), { method: 'POST', body: form })
    expect(await answer.json()).toHaveLength(300)
    expect(readFileSync(`${daemon.home}/many/299`, 'utf8')).toBe('299')
  })

  test('an empty form writes nothing', async () => {
    const form = new FormData()
    form.append('other', 'x')
    expect(await (await fetch(urlOf(undefined), { method: 'POST', body: form })).json()).toEqual([])
  })

  test('a form that fails early is answered, also when megabytes of it are to come', async () => {
    mkdirSync(`${daemon.home}/in-the-way`)
    for (const size of [10, 1_000_000, 20_000_000]) {
      const form = new FormData()
      form.append('file', new Blob(['x'.repeat(size)]), 'in-the-way')
      const answer = await fetch(urlOf(undefined), { method: 'POST', body: form })
      expect(answer.status).toBe(400)
      expect((await errorOf(answer)).message).toBe(`path is a directory: ${daemon.home}/in-the-way`)
    }
  })

  test('a caller that does not read before it has sent everything still gets its refusal', async () => {
    const size = 20_000_000
    const { hostname, port } = new URL(daemon.url)
    const socket = connect(Number(port), hostname)
    const head = `POST /files?path=${encodeURIComponent(daemon.home)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
    socket.write(`${head}Content-Type: application/octet-stream\r\nContent-Length: ${size}\r\n\r\n`)
    await new Promise<void>((sent, failed) => {
      socket.once('error', failed)
      socket.write(Buffer.alloc(size), () => sent())
    })
    let answer = ''
    for await (const chunk of socket.setEncoding('utf8')) answer += chunk
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('is a directory')
  })

  test('two parts for one path are refused, the first stays', async () => {
    const form = new FormData()
    form.append('file', new Blob(['first']), 'twice')
    form.append('file', new Blob(['second']), './twice')
    const answer = await fetch(urlOf(undefined), { method: 'POST', body: form })
    expect(answer.status).toBe(400)
    expect(readFileSync(`${daemon.home}/twice`, 'utf8')).toBe('first')
  })

  test('a gzip body is unpacked, anything else that claims to be one is refused', async () => {
    await upload('gz', new Uint8Array(gzipSync('packed')), { 'content-encoding': 'GZIP' })
    expect(readFileSync(`${daemon.home}/gz`, 'utf8')).toBe('packed')
    expect((await upload('gz', 'no gzip', { 'content-encoding': 'gzip' })).status).toBe(400)
    expect((await upload('gz', 'x', { 'content-encoding': 'br' })).status).toBe(400)
  })

  test('metadata is stored, replaced by the next upload and cleared by one without', async () => {
    const stored = async (headers: Record<string, string>) =>
      (await writtenBy(await upload('meta', 'x', headers)))[0]?.metadata
    expect(await stored({ 'X-Metadata-Author': 'Ada', 'X-Metadata-Empty': '' })).toEqual({
      author: 'Ada',
      empty: '',
    })
    expect(await stored({ 'X-Metadata-B': '2' })).toEqual({ b: '2' })
    expect(await stored({})).toBeUndefined()
    expect((await upload('meta', 'x', { 'X-Metadata-B': 'ä' })).status).toBe(400)
  })

  test('of a header that is sent twice the first counts, and attributes of others are not shown', async () => {
    const path = `${daemon.home}/first`
    const { hostname, port } = new URL(daemon.url)
    const send = async () => {
      const socket = connect(Number(port), hostname)
      const metadata = 'x-metadata-A: one\r\nX-Metadata-a: two\r\nX-Metadata-b-c: d\r\n'
      const head = `POST /files?path=first HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${metadata}`
      socket.write(`${head}content-type: application/octet-stream\r\ncontent-length: 1\r\n\r\nx`)
      let text = ''
      for await (const chunk of socket.setEncoding('utf8')) text += chunk
      return (JSON.parse(text.slice(text.indexOf('[')) || '[]') as Written[])[0]?.metadata
    }
    expect(await send()).toEqual({ a: 'one', 'b-c': 'd' })
    setxattr(path, 'user.other', Buffer.from('hidden'), 6, 0)
    expect(await send()).toEqual({ a: 'one', 'b-c': 'd' })
  })

  test.each([
    ['a directory', () => upload('/tmp', 'x'), 400, 'path is a directory: /tmp'],
    [
      'no path',
      () => fetch(urlOf(undefined), { method: 'POST', headers: octets, body: 'x' }),
      400,
      'path is required',
    ],
    ['the home of another', () => upload('~bob/x', 'x'), 400, 'cannot expand user-specific home dir'],
    ['below a file', () => upload('/etc/passwd/x', 'x'), 500, 'ENOTDIR'],
    [
      'another type',
      () => upload('x', 'x', { 'content-type': 'text/plain' }),
      400,
      'unsupported content type',
    ],
    [
      'no form',
      () => upload('x', 'x', { 'content-type': 'multipart/form-data' }),
      400,
      'not a valid multipart form',
    ],
    [
      'a cut form',
      () =>
        upload('x', '--b\r\nContent-Disposition: form-data; name="file"; filename="cut"\r\n\r\nab', {
          'content-type': 'multipart/form-data; boundary=b',
        }),
      400,
      'not a valid multipart form',
    ],
  ])('%s is refused', async (_, send, status, message) => {
    const answer = await send()
    const body = await errorOf(answer)
    expect([answer.status, body.code]).toEqual([status, status])
    expect(body.message).toContain(message)
  })
})

describe('GET /files', () => {
  beforeAll(() => {
    writeFileSync(`${daemon.home}/ten.bin`, '0123456789')
    mkdirSync(`${daemon.home}/directory`)
  })

  test('gives the bytes with their length, type and name', async () => {
    const answer = await download('ten.bin')
    expect(await answer.text()).toBe('0123456789')
    expect(answer.headers.get('content-length')).toBe('10')
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(answer.headers.get('content-disposition')).toBe('inline; filename=ten.bin')
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  })

  test('compresses for those who ask, without a length', async () => {
    const answer = await fetch(urlOf('ten.bin'), { headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(answer.headers.get('content-length')).toBeNull()
    expect(await answer.text()).toBe('0123456789')
  })

  test('serves ranges', async () => {
    const one = await download('ten.bin', { range: 'bytes=2-4' })
    expect([one.status, one.headers.get('content-range'), await one.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ])
    const two = await download('ten.bin', { range: 'bytes=0-1,8-' })
    expect(two.headers.get('content-type')).toContain('multipart/byteranges')
    const text = await two.text()
    expect(text.length).toBe(Number(two.headers.get('content-length')))
    expect(text).toContain('\r\n\r\n01\r\n--')
    const none = await download('ten.bin', { range: 'bytes=10-' })
    expect([none.status, none.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  test('answers conditions', async () => {
    const modified = (await download('ten.bin')).headers.get('last-modified') ?? ''
    expect((await download('ten.bin', { 'if-modified-since': modified })).status).toBe(304)
    expect((await download('ten.bin', { 'if-none-match': '*' })).status).toBe(304)
    const long = 'Mon, 01 Jan 2001 00:00:00 GMT'
    expect((await download('ten.bin', { 'if-unmodified-since': long })).status).toBe(412)
    expect((await download('ten.bin', { range: 'bytes=0-1', 'if-range': modified })).status).toBe(206)
    const other = await download('ten.bin', {
      range: 'bytes=0-1',
      'if-range': 'Mon, 01 Jan 2001 00:00:00 GMT',
    })
    expect(other.status).toBe(200)
  })

  test('large files come whole', async () => {
    await upload('large', new Uint8Array(3_000_000))
    expect((await (await download('large')).arrayBuffer()).byteLength).toBe(3_000_000)
  })

  test('a file of the kernel that says more than it holds is given as it is', async () => {
    const path = '/sys/devices/system/cpu/online'
    const text = readFileSync(path, 'utf8')
    expect(statSync(path).size).toBeGreaterThan(text.length)
    expect(await (await download(path)).text()).toBe(text)
  })

  test.each([['bytes=0-'], ['bytes=0-1,3-99999999'], [undefined]])(
    'a download whose file became shorter meanwhile breaks off, and nobody waits for the rest: %s',
    async (range) => {
      const path = `${daemon.home}/shrinking`
      writeFileSync(path, Buffer.alloc(100_000_000))
      const { hostname, port } = new URL(daemon.url)
      const socket = connect(Number(port), hostname).pause()
      const more = range === undefined ? '' : `range: ${range}\r\n`
      socket.write(
        `GET /files?path=shrinking HTTP/1.1\r\nhost: x\r\naccept-encoding: identity\r\n${more}\r\n`,
      )
      await once(socket, 'readable')
      truncateSync(path, 10)
      let bytes = 0
      // The daemon's own keep-alive would hold the connection open for minutes.
      for await (const chunk of socket) bytes += chunk.length
      expect(bytes).toBeLessThan(99_999_999)
    },
  )

  test('what cannot be given is named', async () => {
    const body = async (path: string, headers = {}) => errorOf(await download(path, headers))
    expect(await body('none')).toEqual({ code: 404, message: `path '${daemon.home}/none' does not exist` })
    expect(await body('directory')).toEqual({
      code: 400,
      message: `path '${daemon.home}/directory' is a directory`,
    })
    expect((await body('ten.bin', { 'accept-encoding': 'identity;q=0' })).code).toBe(406)
    const users = { find: () => undefined, userName: String, groupName: String }
    await using nobodysDaemon = await startOwnDaemon(() => users)
    const nobodys = await fetch(`${nobodysDaemon.url}/files?path=x`)
    expect([nobodys.status, (await errorOf(nobodys)).message]).toEqual([400, 'username not provided'])
    const unknownUser = await fetch(urlOf('x', { username: 'bob' }))
    expect(unknownUser.status).toBe(401)
    expect((await errorOf(unknownUser)).message).toMatch(/^error looking up user 'bob': /)
  })
})
