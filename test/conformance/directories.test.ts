import { FileNotFoundError, FileType, InvalidArgumentError, type Sandbox } from 'e2b'
import { beforeAll, describe, expect, test } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await create()
})

const shell = async (command: string) => (await sandbox.commands.run(command, { user: 'root' })).stdout

/** A directory that only this test uses. */
const place = (name: string) => `/home/user/${name}`

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

  test('has keys of up to 246 bytes and 4096 bytes in all, and is printable', async () => {
    // Each key counts with nine letters of the name that it has in the file system.
    const key = 'k'.repeat(246)
    const full = { [key]: 'v'.repeat(1000), rest: 'w'.repeat(4096 - 255 - 1000 - 13) }
    expect(await sandbox.files.write('full', 'x', { metadata: full })).toMatchObject({ metadata: full })
    expect((await sandbox.files.getInfo('full')).metadata).toEqual(full)
    const refused = [{ ...full, rest: `${full.rest}w` }, { [`${key}k`]: '' }, { key: 'ä' }]
    for (const metadata of refused) {
      await expect(sandbox.files.write('full', 'x', { metadata })).rejects.toThrow(InvalidArgumentError)
    }
    expect((await sandbox.files.getInfo('full')).metadata).toEqual(full)
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
