import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  EventType,
  Filesystem,
  type FilesystemEvent,
  FileType,
  type WatchDirRequest,
  type WatchDirResponse,
} from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { run } from '@cay/kit/host/run.ts'
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventsWaitingMax } from '../../app/watch/file-events.ts'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

let daemon: OwnDaemon
let client: Client<typeof Filesystem>
let root: string
let count = 0
const open: AbortController[] = []

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
afterEach(() => {
  for (const controller of open.splice(0)) controller.abort()
})

type Asked = Partial<Pick<WatchDirRequest, 'recursive' | 'includeEntry'>>

/** A stream that has sent its start event. */
async function watch(path: string, asked: Asked = {}, headers: Record<string, string> = {}) {
  const controller = new AbortController()
  open.push(controller)
  const stream = client.watchDir({ path, ...asked }, { signal: controller.signal, headers })
  const responses = stream[Symbol.asyncIterator]() as AsyncIterator<WatchDirResponse>
  const next = async () => (await responses.next()).value?.event as WatchDirResponse['event'] | undefined
  expect((await next())?.case).toBe('start')
  const nextEvent = async (): Promise<FilesystemEvent> => {
    const event = await next()
    if (event?.case !== 'filesystem') throw new Error(`not an event of a file: ${event?.case}`)
    return event.value
  }
  return { next, nextEvent, stop: () => controller.abort() }
}

const short = ({ name, type }: Pick<FilesystemEvent, 'name' | 'type'>) => `${EventType[type]} ${name}`

/** Every event up to the creation of a last file, which is created here. */
async function reported(stream: Awaited<ReturnType<typeof watch>>, last = 'last'): Promise<string[]> {
  writeFileSync(`${root}/${last}`, '')
  const lines: string[] = []
  for (;;) {
    const line = short(await stream.nextEvent())
    if (line === `CREATE ${last}`) return lines
    lines.push(line)
  }
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => ConnectError.from(error).code,
  )

describe('a watched directory', () => {
  test('tells what happens to its files in the order in which it happens', async () => {
    const stream = await watch(root)
    writeFileSync(`${root}/a`, 'x')
    chmodSync(`${root}/a`, 0o600)
    renameSync(`${root}/a`, `${root}/b`)
    unlinkSync(`${root}/b`)
    expect(await reported(stream)).toEqual([
      'CREATE a',
      'WRITE a',
      'CHMOD a',
      'RENAME a',
      'CREATE b',
      'REMOVE b',
    ])
  })

  test('without recursion tells of its children only', async () => {
    mkdirSync(`${root}/below`)
    const stream = await watch(root)
    writeFileSync(`${root}/below/file`, 'x')
    mkdirSync(`${root}/later`)
    writeFileSync(`${root}/later/file`, 'x')
    expect(await reported(stream)).toEqual(['CREATE later'])
  })

  test('may be named by a link, and its own changes are those of a dot', async () => {
    symlinkSync(root, `${daemon.home}/link${count}`)
    const stream = await watch(`${daemon.home}/link${count}`)
    chmodSync(root, 0o700)
    expect(await reported(stream)).toEqual(['CHMOD .'])
  })

  test('that is removed says so', async () => {
    const stream = await watch(root)
    rmdirSync(root)
    const lines: string[] = []
    while (lines.at(-1) !== 'REMOVE .') lines.push(short(await stream.nextEvent()))
    expect(lines.filter((line) => line !== 'CHMOD .')).toEqual(['REMOVE .'])
  })

  test('shows entries of what is there, and none of what has gone', async () => {
    const stream = await watch(root, { includeEntry: true })
    writeFileSync(`${root}/a`, 'xyz')
    const created = await stream.nextEvent()
    expect(created.entry).toMatchObject({ name: 'a', path: `${root}/a`, type: FileType.FILE })
    expect((await stream.nextEvent()).entry?.size).toBe(3n)
    unlinkSync(`${root}/a`)
    const removed = await stream.nextEvent()
    expect([short(removed), removed.entry]).toEqual(['REMOVE a', undefined])
  })

  test('without being asked shows no entries', async () => {
    const stream = await watch(root)
    writeFileSync(`${root}/a`, '')
    expect((await stream.nextEvent()).entry).toBeUndefined()
  })
})

describe('a directory watched with all below', () => {
  test('covers directories that were there and that come later', async () => {
    mkdirSync(`${root}/old/deep`, { recursive: true })
    const stream = await watch(root, { recursive: true })
    writeFileSync(`${root}/old/deep/a`, '')
    mkdirSync(`${root}/new`)
    expect(short(await stream.nextEvent())).toBe('CREATE old/deep/a')
    expect(short(await stream.nextEvent())).toBe('CREATE new')
    writeFileSync(`${root}/new/b`, '')
    expect(await reported(stream)).toEqual(['CREATE new/b'])
  })

  test('tells of everything in directories that are made and filled at once, and once', async () => {
    const stream = await watch(root, { recursive: true })
    await run(
      [
        'sh',
        '-c',
        'for i in 1 2 3 4 5 6 7 8 9; do mkdir -p "$i/x/y"; : > "$i/a"; : > "$i/x/b"; : > "$i/x/y/c"; done',
      ],
      { cwd: root },
    )
    const wanted = Array.from({ length: 9 }, (_, index) => index + 1).flatMap((index) =>
      ['', '/x', '/x/y', '/a', '/x/b', '/x/y/c'].map((rest) => `CREATE ${index}${rest}`),
    )
    const created = (await reported(stream)).filter((line) => line.startsWith('CREATE '))
    expect(created.toSorted()).toEqual(wanted.toSorted())
    for (const [index, line] of created.entries()) {
      const parent = line.slice(0, line.lastIndexOf('/'))
      if (line.includes('/')) expect(created.indexOf(parent)).toBeLessThan(index)
    }
  })

  test('tells of what a tree brings that is moved in', async () => {
    mkdirSync(`${daemon.home}/from${count}/sub`, { recursive: true })
    writeFileSync(`${daemon.home}/from${count}/sub/file`, 'x')
    const stream = await watch(root, { recursive: true })
    renameSync(`${daemon.home}/from${count}`, `${root}/in`)
    expect(await reported(stream)).toEqual([
      'CREATE in',
      'CREATE in/sub',
      'CREATE in/sub/file',
      'WRITE in/sub/file',
    ])
  })

  test('follows a directory that is moved inside', async () => {
    mkdirSync(`${root}/a/sub`, { recursive: true })
    mkdirSync(`${root}/b`)
    const stream = await watch(root, { recursive: true })
    renameSync(`${root}/a`, `${root}/b/c`)
    writeFileSync(`${root}/b/c/sub/file`, '')
    expect(await reported(stream)).toEqual(['RENAME a', 'CREATE b/c', 'CREATE b/c/sub/file'])
  })

  test('forgets a directory that is moved away', async () => {
    mkdirSync(`${root}/a/sub`, { recursive: true })
    const stream = await watch(root, { recursive: true })
    expect(daemon.watching().directories).toBe(3)
    renameSync(`${root}/a`, `${daemon.home}/away${count}`)
    expect(await reported(stream)).toEqual(['RENAME a'])
    while (daemon.watching().directories > 1) await sleep(10)
    writeFileSync(`${daemon.home}/away${count}/sub/file`, '')
    expect(await reported(stream, 'last of all')).toEqual([])
  })

  test('tells each removal once', async () => {
    mkdirSync(`${root}/a/sub`, { recursive: true })
    writeFileSync(`${root}/a/sub/file`, '')
    const stream = await watch(root, { recursive: true })
    rmSync(`${root}/a`, { recursive: true })
    expect(await reported(stream)).toEqual(['REMOVE a/sub/file', 'REMOVE a/sub', 'REMOVE a'])
  })

  test('does not follow links, and is not disturbed by loops of them', async () => {
    mkdirSync(`${root}/a`)
    symlinkSync('..', `${root}/a/up`)
    const stream = await watch(root, { recursive: true })
    symlinkSync(root, `${root}/again`)
    writeFileSync(`${root}/a/b`, '')
    expect(await reported(stream)).toEqual(['CREATE again', 'CREATE a/b'])
  })
})

describe('the stream', () => {
  test('says that it is alive when nothing happens', async () => {
    const stream = await watch(root, {}, { 'keepalive-ping-interval': '1' })
    expect((await stream.next())?.case).toBe('keepalive')
  })

  test('gives its watches back when the client goes', async () => {
    mkdirSync(`${root}/a`)
    const stream = await watch(root, { recursive: true })
    expect(daemon.watching()).toEqual({ watchers: 1, directories: 2 })
    stream.stop()
    while (daemon.watching().watchers > 0) await sleep(10)
    expect(daemon.watching().directories).toBe(0)
  })

  test.each([
    ['what is missing', () => `${root}/none`, Code.NotFound],
    ['a file', () => '/etc/passwd', Code.InvalidArgument],
    ['the home of another', () => '~bob', Code.InvalidArgument],
    ['a name with a NUL', () => 'a\0b', Code.InvalidArgument],
    ['a name that is too long', () => `/${'x'.repeat(5000)}`, Code.Internal],
  ])('of %s is refused', async (_, path, code) => {
    const first = client.watchDir({ path: path() })[Symbol.asyncIterator]().next()
    expect(await codeOf(first)).toBe(code)
    expect(await codeOf(client.createWatcher({ path: path() }))).toBe(code)
    expect(daemon.watching()).toEqual({ watchers: 0, directories: 0 })
  })
})

describe('a watcher that is asked', () => {
  /** Polls until there are events. */
  async function ask(watcherId: string): Promise<string[]> {
    for (;;) {
      const { events } = await client.getWatcherEvents({ watcherId })
      if (events.length > 0) return events.map(short)
      await sleep(10)
    }
  }

  test('tells what happened since the last question', async () => {
    const { watcherId } = await client.createWatcher({ path: root, recursive: true })
    expect(watcherId).toMatch(/^w[0-9a-z]{20}$/)
    mkdirSync(`${root}/a`)
    expect(await ask(watcherId)).toEqual(['CREATE a'])
    writeFileSync(`${root}/a/b`, '')
    expect(await ask(watcherId)).toEqual(['CREATE a/b'])
    expect((await client.getWatcherEvents({ watcherId })).events).toEqual([])
    await client.removeWatcher({ watcherId })
    expect(await codeOf(client.getWatcherEvents({ watcherId }))).toBe(Code.NotFound)
    expect(await codeOf(client.removeWatcher({ watcherId }))).toBe(Code.NotFound)
    expect(daemon.watching()).toEqual({ watchers: 0, directories: 0 })
  })

  test('tells a reader who comes too late that events were lost, and goes on', async () => {
    const { watcherId } = await client.createWatcher({ path: root })
    // Each append produces an event of its own, because the kernel merges only equal consecutive events.
    for (let index = 0; index < eventsWaitingMax / 2 + 100; index++) {
      appendFileSync(`${root}/a`, 'x')
      appendFileSync(`${root}/b`, 'x')
      if (index % 500 === 0) await sleep(1)
    }
    await expect(client.getWatcherEvents({ watcherId })).rejects.toThrow(
      '[resource_exhausted] events were lost',
    )
    await client.getWatcherEvents({ watcherId })
    writeFileSync(`${root}/new`, '')
    const lines: string[] = []
    while (!lines.includes('CREATE new')) lines.push(...(await ask(watcherId)))
    await client.removeWatcher({ watcherId })
  })
})
