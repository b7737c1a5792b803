import { createHash, randomBytes } from 'node:crypto'
import {
  AuthenticationError,
  FileNotFoundError,
  InvalidArgumentError,
  NotEnoughSpaceError,
  type Sandbox,
} from 'e2b'
import { beforeAll, describe, expect, test } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await create()
})

const shell = async (command: string) => (await sandbox.commands.run(command, { user: 'root' })).stdout

const streamOf = (...chunks: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

const arrayBufferOf = (bytes: Uint8Array) => new Uint8Array(bytes).buffer

/** A directory that only this test uses. */
const place = (name: string) => `/home/user/${name}`

describe('writing', () => {
  test('a text is answered with where it went, and belongs to the user', async () => {
    const path = place('write/deep/a.txt')
    expect(await sandbox.files.write('write/deep/a.txt', 'line\n€')).toEqual({
      name: 'a.txt',
      path,
      type: 'file',
    })
    expect(await sandbox.files.read(path)).toBe('line\n€')
    expect(await shell(`stat -c '%U %G %a' ${path} ${place('write/deep')} ${place('write')}`)).toBe(
      'user user 644\nuser user 755\nuser user 755\n',
    )
  })

  test('bytes, a blob and a stream arrive as they are', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, n) => n)
    await sandbox.files.write('kinds/bytes', arrayBufferOf(bytes))
    await sandbox.files.write('kinds/blob', new Blob([bytes]))
    await sandbox.files.write('kinds/stream', streamOf(bytes.slice(0, 100), bytes.slice(100)))
    for (const kind of ['bytes', 'blob', 'stream']) {
      expect(await sandbox.files.read(`kinds/${kind}`, { format: 'bytes' })).toEqual(bytes)
    }
  })

  test('a stream whose end is not known yet is taken', async () => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const stream = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given
      },
    })
    const written = sandbox.files.write('late/stream', stream)
    for (const part of ['one ', 'two ', 'three']) controller?.enqueue(new TextEncoder().encode(part))
    controller?.close()
    await written
    expect(await sandbox.files.read('late/stream')).toBe('one two three')
  })

  test('many files in one call are each answered, in order', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `many/dir ${n % 3}/file ${n}.txt`)
    const written = await sandbox.files.write(names.map((path) => ({ path, data: `data of ${path}` })))
    expect(written.map(({ path }) => path)).toEqual(names.map(place))
    expect(await Promise.all(names.map((path) => sandbox.files.read(path)))).toEqual(
      names.map((path) => `data of ${path}`),
    )
  })

  test('many files as streams and compressed are each answered, in order', async () => {
    const entries = ['a', 'b', 'c'].map((name) => ({
      path: place(`zipped/${name}`),
      data: streamOf(Buffer.from(name)),
    }))
    const written = await sandbox.files.writeFiles(entries, { gzip: true })
    expect(written.map(({ path }) => path)).toEqual(entries.map(({ path }) => path))
    expect(await shell(`cat ${entries.map(({ path }) => path).join(' ')}`)).toBe('abc')
  })

  test('a shorter text replaces a longer one, and keeps the mode', async () => {
    await sandbox.files.write('over/script', 'a long first text')
    await shell(`chmod 750 ${place('over/script')}`)
    await sandbox.files.write('over/script', 'short')
    expect(await sandbox.files.read('over/script')).toBe('short')
    expect((await sandbox.files.getInfo('over/script')).mode).toBe(0o750)
  })

  test('through a link changes what the link points to', async () => {
    await sandbox.files.write('link/target', 'old')
    await shell(`ln -s target ${place('link/name')}`)
    await sandbox.files.write('link/name', 'new')
    expect(await sandbox.files.read('link/target')).toBe('new')
  })

  test('onto a directory is an invalid argument', async () => {
    await sandbox.files.makeDir('taken')
    const written = sandbox.files.write('taken', 'x')
    await expect(written).rejects.toThrow(InvalidArgumentError)
    await expect(written).rejects.toThrow(`path is a directory: ${place('taken')}`)
  })

  test('as another user gives the file to that user', async () => {
    await sandbox.files.write('mine.txt', 'root', { user: 'root' })
    expect(await shell("stat -c '%U' /root/mine.txt")).toBe('root\n')
    expect(await sandbox.files.read('mine.txt', { user: 'root' })).toBe('root')
    expect(await sandbox.files.exists('/home/user/mine.txt')).toBe(false)
  })

  test('as a user that does not exist is refused', async () => {
    const written = sandbox.files.write('x', 'x', { user: 'unknown' })
    await expect(written).rejects.toThrow(AuthenticationError)
    await expect(written).rejects.toThrow("error looking up user 'unknown'")
  })

  test('what does not fit says that there is not enough space, however it was sent', async () => {
    await shell('mkdir -p /small && mount -t tmpfs -o size=100k tmpfs /small')
    const text = 'x'.repeat(2_000_000)
    for (const opts of [{}, { useOctetStream: true }, { gzip: true }]) {
      const written = sandbox.files.write('/small/big', text, opts)
      await expect(written).rejects.toThrow(NotEnoughSpaceError)
      await expect(written).rejects.toThrow('not enough disk space available')
    }
  })
})

describe('reading', () => {
  const text = 'hello, wörld\n'

  beforeAll(async () => {
    await sandbox.files.write('read/hello.txt', text)
    await sandbox.files.write('read/empty', '')
  })

  test('gives text, bytes, a blob or a stream', async () => {
    const bytes = new TextEncoder().encode(text)
    expect(await sandbox.files.read('read/hello.txt')).toBe(text)
    expect(await sandbox.files.read('read/hello.txt', { format: 'bytes' })).toEqual(bytes)
    expect(await (await sandbox.files.read('read/hello.txt', { format: 'blob' })).text()).toBe(text)
    const stream = await sandbox.files.read('read/hello.txt', { format: 'stream' })
    expect(await new Response(stream).text()).toBe(text)
  })

  test('an empty file gives something empty in every form', async () => {
    expect(await sandbox.files.read('read/empty')).toBe('')
    expect(await sandbox.files.read('read/empty', { format: 'bytes' })).toEqual(new Uint8Array(0))
    expect((await sandbox.files.read('read/empty', { format: 'blob' })).size).toBe(0)
    const stream = await sandbox.files.read('read/empty', { format: 'stream' })
    expect(await new Response(stream).text()).toBe('')
  })

  test('can be compressed on the way', async () => {
    expect(await sandbox.files.read('read/hello.txt', { gzip: true })).toBe(text)
  })

  test('a file that is not there throws FileNotFoundError in every form', async () => {
    for (const format of ['text', 'bytes', 'blob', 'stream'] as const) {
      const read = sandbox.files.read('missing.txt', { format: format as 'text' })
      await expect(read).rejects.toThrow(FileNotFoundError)
      await expect(read).rejects.toThrow(`path '${place('missing.txt')}' does not exist`)
    }
  })

  test('a directory throws an invalid argument', async () => {
    const read = sandbox.files.read('/home/user')
    await expect(read).rejects.toThrow(InvalidArgumentError)
    await expect(read).rejects.toThrow("path '/home/user' is a directory")
  })

  test('works for files that only root may read', async () => {
    expect(await sandbox.files.read('/etc/shadow')).toContain('root:')
  })

  test('a tilde is the home of the user, also of another one', async () => {
    expect(await sandbox.files.read('~/read/hello.txt')).toBe(text)
    await expect(sandbox.files.read('~other/x')).rejects.toThrow(InvalidArgumentError)
  })
})

describe('thirty megabytes', () => {
  const size = 30 * 1024 * 1024
  const bytes = randomBytes(size)
  const digest = createHash('sha256').update(bytes).digest('hex')

  test('go in as a buffer and come out byte for byte', async () => {
    await sandbox.files.write('big/buffer', arrayBufferOf(bytes))
    expect(await shell(`sha256sum < ${place('big/buffer')}`)).toBe(`${digest}  -\n`)
    const read = await sandbox.files.read('big/buffer', { format: 'bytes' })
    expect(Buffer.compare(read, bytes)).toBe(0)
  })

  test('go in as a stream and come out as one', async () => {
    const chunks = Array.from({ length: 30 }, (_, n) => bytes.subarray(n << 20, (n + 1) << 20))
    await sandbox.files.write('big/stream', streamOf(...chunks))
    expect(await shell(`sha256sum < ${place('big/stream')}`)).toBe(`${digest}  -\n`)
    const hash = createHash('sha256')
    for await (const chunk of await sandbox.files.read('big/stream', { format: 'stream' })) hash.update(chunk)
    expect(hash.digest('hex')).toBe(digest)
  })
})
