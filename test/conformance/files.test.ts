import { createHash, randomBytes } from 'node:crypto'
import {
  AuthenticationError,
  FileNotFoundError,
  FileType,
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
    const written = sandbox.files.write('x', 'x', { user: 'stranger' })
    await expect(written).rejects.toThrow(AuthenticationError)
    await expect(written).rejects.toThrow("error looking up user 'stranger'")
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

describe('names', () => {
  const names = [
    'with spaces and  two',
    'ünïcödé-日本語-😀.txt',
    `quotes ' and "`,
    'plus+percent%20&ampersand=?#.txt',
    '-dash',
    '.hidden',
    'semi;colon',
    'back\\slash',
  ]

  test.each(names)('%s is written, listed, read, renamed and removed', async (name) => {
    const directory = `names/${name} dir`
    const written = await sandbox.files.write(`${directory}/${name}`, name)
    expect(written).toMatchObject({ name, path: place(`${directory}/${name}`) })
    expect(await sandbox.files.read(`${directory}/${name}`)).toBe(name)
    expect((await sandbox.files.list(directory)).map((entry) => entry.name)).toEqual([name])
    const moved = await sandbox.files.rename(`${directory}/${name}`, `${directory}/2 ${name}`)
    expect(moved).toMatchObject({ name: `2 ${name}`, path: place(`${directory}/2 ${name}`) })
    await sandbox.files.remove(directory)
    expect(await sandbox.files.exists(directory)).toBe(false)
  })
})

describe('directories', () => {
  test('are listed by name, to the depth asked for, parents before children', async () => {
    await sandbox.files.write(
      ['b/c/d.txt', 'a.txt', 'b/e.txt', 'Z.txt'].map((path) => ({ path: `tree/${path}`, data: '' })),
    )
    const listed = async (depth?: number) =>
      (await sandbox.files.list('tree', depth === undefined ? {} : { depth })).map(
        ({ path, type }) => `${type} ${path.slice(place('tree/').length)}`,
      )
    expect(await listed()).toEqual(['file Z.txt', 'file a.txt', 'dir b'])
    expect(await listed(2)).toEqual(['file Z.txt', 'file a.txt', 'dir b', 'dir b/c', 'file b/e.txt'])
    expect(await listed(3)).toEqual([
      'file Z.txt',
      'file a.txt',
      'dir b',
      'dir b/c',
      'file b/c/d.txt',
      'file b/e.txt',
    ])
  })

  test('that are empty list as nothing', async () => {
    await sandbox.files.makeDir('empty')
    expect(await sandbox.files.list('empty')).toEqual([])
  })

  test('with a thousand files are listed whole', async () => {
    await shell(`mkdir ${place('crowd')} && cd ${place('crowd')} && touch $(seq -w 1 1000)`)
    const names = (await sandbox.files.list('crowd')).map(({ name }) => name)
    expect(names).toEqual(Array.from({ length: 1000 }, (_, n) => `${n + 1}`.padStart(4, '0')))
  })

  test('that do not exist, or are files, cannot be listed', async () => {
    await sandbox.files.write('plain', '')
    await expect(sandbox.files.list('not-there')).rejects.toThrow(FileNotFoundError)
    await expect(sandbox.files.list('plain')).rejects.toThrow(InvalidArgumentError)
  })

  test('are made once, with their parents, for the user', async () => {
    expect(await sandbox.files.makeDir('made/with/parents')).toBe(true)
    expect(await sandbox.files.makeDir('made/with/parents')).toBe(false)
    expect(await shell(`stat -c '%U %a' ${place('made')} ${place('made/with/parents')}`)).toBe(
      'user 755\nuser 755\n',
    )
  })

  test('cannot be made where a file is', async () => {
    await sandbox.files.write('occupied', '')
    await expect(sandbox.files.makeDir('occupied')).rejects.toThrow(InvalidArgumentError)
  })

  test('are removed with what is in them, and twice without an error', async () => {
    await sandbox.files.write('gone/deep/file', '')
    await sandbox.files.remove('gone')
    expect(await sandbox.files.exists('gone/deep/file')).toBe(false)
    await sandbox.files.remove('gone')
  })
})

describe('entries', () => {
  test('of a file say everything about it', async () => {
    await shell(
      `mkdir -p ${place('info')}; printf 12345 > ${place('info/five')}; chmod 640 ${place('info/five')}`,
    )
    await shell(`touch -d '2024-05-06T07:08:09Z' ${place('info/five')}`)
    expect(await sandbox.files.getInfo('info/five')).toEqual({
      name: 'five',
      path: place('info/five'),
      type: FileType.FILE,
      size: 5,
      mode: 0o640,
      permissions: '-rw-r-----',
      owner: 'root',
      group: 'root',
      modifiedTime: new Date('2024-05-06T07:08:09Z'),
      symlinkTarget: undefined,
      metadata: undefined,
    })
  })

  test('of a directory and of a link to it', async () => {
    await sandbox.files.makeDir('links/real')
    await shell(`ln -s real ${place('links/soft')}; ln -s nothing ${place('links/broken')}`)
    expect(await sandbox.files.getInfo('links/real')).toMatchObject({
      type: FileType.DIR,
      mode: 0o755,
      permissions: 'drwxr-xr-x',
      owner: 'user',
      group: 'user',
    })
    expect(await sandbox.files.getInfo('links/soft')).toMatchObject({
      type: FileType.DIR,
      permissions: 'Lrwxrwxrwx',
      symlinkTarget: place('links/real'),
    })
    expect((await sandbox.files.list('links')).map(({ name }) => name)).toEqual(['real', 'soft'])
  })

  test('exist or do not', async () => {
    expect(await sandbox.files.exists('/etc/passwd')).toBe(true)
    expect(await sandbox.files.exists('/etc')).toBe(true)
    expect(await sandbox.files.exists('/etc/no-such-file')).toBe(false)
    await expect(sandbox.files.getInfo('/etc/no-such-file')).rejects.toThrow(FileNotFoundError)
  })

  test('can be renamed into a directory that is not there yet, over what was there', async () => {
    await sandbox.files.write('from/old', 'content')
    expect(await sandbox.files.rename('from/old', 'to/here/new')).toMatchObject({
      name: 'new',
      path: place('to/here/new'),
      type: FileType.FILE,
      size: 7,
    })
    expect(await sandbox.files.exists('from/old')).toBe(false)
    await sandbox.files.write('from/other', 'other')
    await sandbox.files.rename('from/other', 'to/here/new')
    expect(await sandbox.files.read('to/here/new')).toBe('other')
  })

  test('that do not exist cannot be renamed', async () => {
    await expect(sandbox.files.rename('not-there', 'anywhere')).rejects.toThrow(FileNotFoundError)
  })
})

describe('metadata', () => {
  test('is kept with the file, shown, moved along and replaced', async () => {
    const metadata = { purpose: 'test', empty: '' }
    expect(await sandbox.files.write('tagged', 'x', { metadata })).toMatchObject({ metadata })
    expect((await sandbox.files.getInfo('tagged')).metadata).toEqual(metadata)
    expect((await sandbox.files.rename('tagged', 'tagged-2')).metadata).toEqual(metadata)
    expect((await sandbox.files.list('.')).find(({ name }) => name === 'tagged-2')?.metadata).toEqual(
      metadata,
    )
    await sandbox.files.write('tagged-2', 'x', { metadata: { other: '1' }, useOctetStream: true })
    expect((await sandbox.files.getInfo('tagged-2')).metadata).toEqual({ other: '1' })
    await sandbox.files.write('tagged-2', 'x')
    expect((await sandbox.files.getInfo('tagged-2')).metadata).toBeUndefined()
  })

  test('is that of every file of one call', async () => {
    const written = await sandbox.files.write(
      [
        { path: 'both/1', data: '1' },
        { path: 'both/2', data: '2' },
      ],
      { metadata: { batch: 'a' } },
    )
    expect(written.map((each) => each.metadata)).toEqual([{ batch: 'a' }, { batch: 'a' }])
  })
})
