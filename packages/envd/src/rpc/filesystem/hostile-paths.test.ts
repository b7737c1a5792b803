import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { Filesystem } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { run } from '@cay/kit/host/run.ts'
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

let daemon: OwnDaemon
let client: Client<typeof Filesystem>
let root: string
let count = 0

beforeAll(async () => {
  daemon = await startOwnDaemon()
  client = createClient(
    Filesystem,
    createConnectTransport({ httpVersion: '1.1', baseUrl: daemon.url, useBinaryFormat: false }),
  )
})
afterAll(() => daemon[Symbol.asyncDispose]())
beforeEach(() => {
  root = `${daemon.home}/${count++}`
  mkdirSync(root)
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => ConnectError.from(error).code,
  )
const urlOf = (path: string) => `${daemon.url}/files?${new URLSearchParams({ path })}`
const download = (path: string) => fetch(urlOf(path), { headers: { 'accept-encoding': 'identity' } })
const upload = (path: string, body = 'x') =>
  fetch(urlOf(path), { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body })
const messageOf = async (answer: Response) => {
  const { code, message } = (await answer.json()) as { code: number; message: string }
  expect(code).toBe(answer.status)
  return [answer.status, message]
}

describe('a path', () => {
  test('that is empty is the home, or is missing where it is needed', async () => {
    expect((await client.stat({ path: '' })).entry?.path).toBe(daemon.home)
    expect(await messageOf(await download(''))).toEqual([400, `path '${daemon.home}' is a directory`])
    expect((await upload('')).status).toBe(400)
  })

  test.each([
    ['of the home of another', '~bob/x', Code.InvalidArgument, 400],
    ['with a NUL', 'a\0b', Code.InvalidArgument, 400],
    ['of 5000 letters', 'x'.repeat(5000), Code.Internal, 500],
    ['of 2500 directories', 'x/'.repeat(2500), Code.Internal, 500],
  ])('%s is refused by every call', async (_, path, code, status) => {
    const calls = [
      client.stat({ path }),
      client.listDir({ path }),
      client.makeDir({ path }),
      client.remove({ path }),
      client.move({ source: path, destination: `${root}/x` }),
      client.move({ source: root, destination: path }),
      client.createWatcher({ path }),
    ]
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => code))
    expect([(await download(path)).status, (await upload(path)).status]).toEqual([status, status])
    expect(existsSync(`${daemon.home}/x`)).toBe(false)
  })

  test('goes up as the system goes up, and no further than the root', async () => {
    mkdirSync(`${root}/a`)
    symlinkSync('/tmp', `${root}/link`)
    expect((await client.stat({ path: `${root}/a/../a` })).entry?.path).toBe(`${root}/a/../a`)
    expect((await upload(`${root}/a/../b`, 'up')).status).toBe(200)
    expect(readFileSync(`${root}/b`, 'utf8')).toBe('up')
    const many = '../'.repeat(100)
    expect((await client.stat({ path: `${many}etc/passwd` })).entry?.path).toBe('/etc/passwd')
    // In the system, the parent of a link is the parent of its target.
    expect((await client.stat({ path: `${root}/link/../etc` })).entry?.type).toBe(2)
  })

  test.each(['/', '.', '..', '/.', '/tmp/..', '////'])('%s cannot be removed', async (path) => {
    const absolute = path.startsWith('/') ? path : `${root}/${path}`
    expect(await codeOf(client.remove({ path: absolute }))).toBe(Code.InvalidArgument)
    expect(existsSync(root)).toBe(true)
  })

  test('through /proc/self/root is an ordinary one', async () => {
    writeFileSync(`${root}/a`, 'deep')
    const path = `/proc/self/root${root}/a`
    expect(await (await download(path)).text()).toBe('deep')
    expect((await upload(`/proc/self/root${root}/new/b`)).status).toBe(200)
    expect(existsSync(`${root}/new/b`)).toBe(true)
    expect((await client.listDir({ path: `/proc/self/root${root}` })).entries).toHaveLength(2)
    await client.remove({ path })
    expect(existsSync(`${root}/a`)).toBe(false)
  })

  test('in a loop of links is an error', async () => {
    symlinkSync('b', `${root}/a`)
    symlinkSync('a', `${root}/b`)
    expect((await download(`${root}/a`)).status).toBe(500)
    expect((await upload(`${root}/a`)).status).toBe(500)
    expect((await upload(`${root}/a/x`)).status).toBe(500)
    expect(await codeOf(client.makeDir({ path: `${root}/a/x` }))).toBe(Code.Internal)
    await client.remove({ path: `${root}/a` })
    expect(readdirSync(root)).toEqual(['b'])
  })
})

describe('a name that is no UTF-8', () => {
  const bytes = () => Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0x61, 0xfe])])

  test('is listed with its facts, its bytes shown as replaced', async () => {
    writeFileSync(bytes(), 'abc')
    writeFileSync(`${root}/plain`, '')
    const { entries } = await client.listDir({ path: root })
    expect(entries.map(({ name, size }) => [name, size])).toEqual([
      ['plain', 0n],
      ['\ufffda\ufffd', 3n],
    ])
  })

  test('is descended into, and removed with what is around it', async () => {
    mkdirSync(bytes())
    writeFileSync(Buffer.concat([bytes(), Buffer.from('/inside')]), '')
    const { entries } = await client.listDir({ path: root, depth: 3 })
    expect(entries.map(({ path }) => path)).toEqual([`${root}/\ufffda\ufffd`, `${root}/\ufffda\ufffd/inside`])
    await client.remove({ path: root })
    expect(existsSync(root)).toBe(false)
  })

  test('does not end a watch', async () => {
    mkdirSync(bytes())
    const { watcherId } = await client.createWatcher({ path: root, recursive: true })
    mkdirSync(Buffer.concat([bytes(), Buffer.from([0xff])]))
    mkdirSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])]))
    writeFileSync(`${root}/last`, '')
    const names: string[] = []
    while (!names.includes('last')) {
      names.push(...(await client.getWatcherEvents({ watcherId })).events.map(({ name }) => name))
    }
    expect(names).toContain('\ufffd')
    await client.removeWatcher({ watcherId })
  })
})

test('bytes that are no UTF-8 are no path, and are not taken for another one', async () => {
  const post = (path: string, type: string, body: string | Buffer) =>
    fetch(`${daemon.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
  const bad = (text: string) => Buffer.from(text.replace('?', '\xff'), 'latin1')
  const answers = await Promise.all([
    post('/files?path=a%ff', 'application/octet-stream', 'x'),
    post('/files?path=a%c3', 'application/octet-stream', 'x'),
    fetch(`${daemon.url}/files?path=a%ff`),
    post(
      '/files',
      'multipart/form-data; boundary=b',
      bad('--b\r\nContent-Disposition: form-data; name="file"; filename="a?"\r\n\r\nx\r\n--b--\r\n'),
    ),
    post('/files/compose', 'application/json', bad('{"source_paths":["/etc/hostname"],"destination":"a?"}')),
    post('/filesystem.Filesystem/MakeDir', 'application/json', bad('{"path":"a?"}')),
    post('/filesystem.Filesystem/MakeDir', 'application/json', '{"path":"a\\ud800"}'),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  const binary = await post('/filesystem.Filesystem/MakeDir', 'application/proto', bad('\n\x02a?'))
  expect([binary.status, await binary.text()]).toEqual([400, expect.stringContaining('utf-8')])
  expect(readdirSync(daemon.home).filter((name) => name.startsWith('a'))).toEqual([])
})

describe('what is no regular file', () => {
  test('a pipe is neither read nor written, with or without somebody at its other end', async () => {
    await run(['mkfifo', `${root}/pipe`])
    const refused = async () => {
      expect(await messageOf(await download(`${root}/pipe`))).toEqual([
        400,
        `path '${root}/pipe' is not a regular file`,
      ])
      expect(await messageOf(await upload(`${root}/pipe`))).toEqual([
        400,
        `path is not a regular file: ${root}/pipe`,
      ])
    }
    await refused()
    const both = openSync(`${root}/pipe`, 'r+')
    await refused()
    closeSync(both)
    expect((await client.stat({ path: `${root}/pipe` })).entry?.permissions).toMatch(/^p/)
  })

  test('nor is a socket', async () => {
    const server = createServer().listen(`${root}/socket`)
    await new Promise((resolve) => server.once('listening', resolve))
    expect((await download(`${root}/socket`)).status).toBe(400)
    expect((await upload(`${root}/socket`)).status).toBe(400)
    await new Promise((resolve) => server.close(resolve))
  })

  test.each(['/dev/null', '/dev/zero', '/dev/full', '/dev/ptmx'])('nor is the device %s', async (path) => {
    expect((await download(path)).status).toBe(400)
    expect((await upload(path)).status).toBe(400)
  })

  test('they are listed and removed like all others', async () => {
    await run(['mkfifo', `${root}/pipe`])
    expect((await client.listDir({ path: root })).entries).toHaveLength(1)
    await client.remove({ path: root })
    expect(existsSync(root)).toBe(false)
  })
})

test('a huge file without content is told of, and read where it is asked for', async () => {
  writeFileSync(`${root}/sparse`, 'begin')
  truncateSync(`${root}/sparse`, 2 ** 43)
  expect((await client.stat({ path: `${root}/sparse` })).entry?.size).toBe(2n ** 43n)
  const answer = await fetch(urlOf(`${root}/sparse`), { headers: { range: 'bytes=0-6' } })
  expect([answer.status, await answer.text()]).toEqual([206, 'begin\0\0'])
  const cut = new AbortController()
  const whole = await fetch(urlOf(`${root}/sparse`), {
    headers: { 'accept-encoding': 'identity' },
    signal: cut.signal,
  })
  expect(whole.headers.get('content-length')).toBe(String(2 ** 43))
  cut.abort()
  await upload(`${root}/sparse`, 'small')
  expect(statSync(`${root}/sparse`).size).toBe(5)
})

test('a time of change that no timestamp can tell is told as the last or the first one', async () => {
  await run(['touch', '-d', '@99999999999', `${root}/far`])
  await run(['touch', '-d', '@-99999999999', `${root}/long-ago`])
  const times = async () =>
    (await client.listDir({ path: root })).entries.map(({ modifiedTime }) => modifiedTime?.seconds)
  const stats = ['far', 'long-ago'].map(
    async (name) => (await client.stat({ path: `${root}/${name}` })).entry,
  )
  expect(await times()).toEqual((await Promise.all(stats)).map((entry) => entry?.modifiedTime?.seconds))
})

test('a directory of more names than are held at one time is removed whole', async () => {
  mkdirSync(`${root}/many/below`, { recursive: true })
  for (let index = 0; index < 60_000; index++) closeSync(openSync(`${root}/many/${index}`, 'w'))
  await client.remove({ path: `${root}/many` })
  expect(readdirSync(root)).toEqual([])
}, 60_000)

describe('a directory that is swapped for a link meanwhile', () => {
  /** Swaps a directory and a link to the treasure as often as possible until it is stopped. */
  function swapping(at: string, treasure: string): () => Promise<void> {
    let isOver = false
    const done = (async () => {
      symlinkSync(treasure, `${at}-link`)
      while (!isOver) {
        for (const [from, to] of [
          [at, `${at}-aside`],
          [`${at}-link`, at],
          [at, `${at}-link`],
          [`${at}-aside`, at],
        ] as const) {
          try {
            renameSync(from, to)
          } catch {
            // The other side has removed or created it in the meantime.
          }
          await new Promise(setImmediate)
        }
      }
    })()
    return async () => {
      isOver = true
      await done
    }
  }

  test('never leads a removal out of its tree', async () => {
    const treasure = `${root}/treasure`
    mkdirSync(treasure)
    for (let index = 0; index < 50; index++) writeFileSync(`${treasure}/${index}`, 'gold')
    for (let turn = 0; turn < 8; turn++) {
      const tree = `${root}/tree${turn}`
      for (const name of ['a', 'b', 'c']) mkdirSync(`${tree}/${name}/sub`, { recursive: true })
      for (let index = 0; index < 300; index++) writeFileSync(`${tree}/b/sub/${index}`, '')
      const stop = swapping(`${tree}/b`, treasure)
      // The call may fail, because the tree is changed while it is removed.
      await client.remove({ path: tree }).catch(() => undefined)
      await stop()
      expect(readdirSync(treasure)).toHaveLength(50)
      rmSync(tree, { recursive: true, force: true })
    }
  })

  test('is not owned by whoever makes a directory, uploads or moves through it', async () => {
    const treasure = `${root}/treasure`
    mkdirSync(treasure, { mode: 0o700 })
    const before = lstatSync(treasure)
    mkdirSync(`${root}/here`)
    const stop = swapping(`${root}/here`, treasure)
    for (let turn = 0; turn < 20; turn++) {
      await upload(`${root}/here/x${turn}/file`).catch(() => undefined)
      await client.makeDir({ path: `${root}/here/y${turn}/z` }).catch(() => undefined)
      writeFileSync(`${root}/moved`, '')
      await client
        .move({ source: `${root}/moved`, destination: `${root}/here/z${turn}/f` })
        .catch(() => undefined)
    }
    await stop()
    const after = lstatSync(treasure)
    expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid])
  })

  test('deeper than any path is removed all the same', async () => {
    mkdirSync(`${root}/top`)
    for (let depth = 0; depth < 1500; depth++) {
      mkdirSync(`${root}/next`)
      renameSync(`${root}/top`, `${root}/next/deeper`)
      renameSync(`${root}/next`, `${root}/top`)
    }
    await client.remove({ path: root })
    expect(existsSync(root)).toBe(false)
  })
})
