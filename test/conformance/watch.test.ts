import {
  FileNotFoundError,
  type FilesystemEvent,
  FileType,
  InvalidArgumentError,
  type Sandbox,
  type WatchHandle,
} from 'e2b'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
let sandbox: Sandbox
let count = 0
let root: string
const handles: WatchHandle[] = []

beforeAll(async () => {
  sandbox = await create()
})
afterEach(async () => {
  for (const handle of handles.splice(0)) await handle.stop()
})

interface Watched {
  readonly events: readonly FilesystemEvent[]
  /** Resolves with the first event that fits, also when it has come already. */
  first(fits: (event: FilesystemEvent) => boolean): Promise<FilesystemEvent>
}

async function watch(
  path: string,
  options: { recursive?: boolean; includeEntry?: boolean } = {},
): Promise<Watched> {
  const events: FilesystemEvent[] = []
  let wake: () => void = () => undefined
  const onEvent = (event: FilesystemEvent) => {
    events.push(event)
    wake()
  }
  handles.push(await sandbox.files.watchDir(path, onEvent, { ...options, timeoutMs: 0 }))
  return {
    events,
    async first(fits) {
      for (;;) {
        const found = events.find(fits)
        if (found !== undefined) return found
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

const is = (type: string, name: string) => (event: FilesystemEvent) =>
  event.type === type && event.name === name
const lines = (events: readonly FilesystemEvent[]) => events.map(({ type, name }) => `${type} ${name}`)

/** A directory that only this test uses. */
async function place(): Promise<string> {
  root = `/home/user/watch${count++}`
  await sandbox.files.makeDir(root)
  return root
}

describe('a watched directory', () => {
  test('tells of a new file first that it was made, then that it was written', async () => {
    const watched = await watch(await place())
    await sandbox.files.write(`${root}/a.txt`, 'one')
    await watched.first(is('write', 'a.txt'))
    expect(watched.events[0]).toMatchObject({ type: 'create', name: 'a.txt' })
  })

  test('tells of changes, of their mode, of renaming and of removing, in their order', async () => {
    await sandbox.files.write(`${await place()}/a`, 'one')
    const watched = await watch(root)
    await sandbox.commands.run(`cd ${root} && echo x >> a && chmod 600 a && mv a b && rm b`)
    await watched.first(is('remove', 'b'))
    expect(lines(watched.events)).toEqual(['write a', 'chmod a', 'rename a', 'create b', 'remove b'])
  })

  test('shows the entry when asked for', async () => {
    const watched = await watch(await place(), { includeEntry: true })
    await sandbox.files.write(`${root}/a`, 'four')
    const { entry } = await watched.first((event) => event.type === 'write' && event.entry?.size === 4)
    expect(entry).toMatchObject({ name: 'a', path: `${root}/a`, type: FileType.FILE, owner: 'user' })
    await sandbox.files.remove(`${root}/a`)
    expect((await watched.first(is('remove', 'a'))).entry).toBeUndefined()
  })

  test('without recursion is silent about what lies deeper', async () => {
    await sandbox.files.makeDir(`${await place()}/deep`)
    const watched = await watch(root)
    await sandbox.files.write(`${root}/deep/file`, 'x')
    await sandbox.files.write(`${root}/last`, 'x')
    await watched.first(is('create', 'last'))
    expect(lines(watched.events).filter((line) => line.includes('deep/'))).toEqual([])
  })

  test('of the image tells of its own files too', async () => {
    const watched = await watch('/etc')
    await sandbox.commands.run('echo hello > /etc/issue && rm /etc/issue.net', { user: 'root' })
    await watched.first(is('write', 'issue'))
    await watched.first(is('remove', 'issue.net'))
  })

  test('goes on after the handle of another was stopped', async () => {
    const watched = await watch(await place())
    const other = await sandbox.files.watchDir(root, () => undefined)
    await other.stop()
    await sandbox.files.write(`${root}/a`, '')
    await watched.first(is('create', 'a'))
  })
})

describe('with all below', () => {
  test('covers directories that come later, with names below the watched one', async () => {
    const watched = await watch(await place(), { recursive: true })
    await sandbox.files.makeDir(`${root}/later`)
    await watched.first(is('create', 'later'))
    await sandbox.files.write(`${root}/later/file`, 'x')
    await watched.first(is('write', 'later/file'))
  })

  test('tells of every file of a tree that comes at once, and once', async () => {
    const watched = await watch(await place(), { recursive: true })
    await sandbox.commands.run(
      `cd ${root} && for i in $(seq 50); do mkdir -p d$i/x; echo 1 > d$i/a; echo 2 > d$i/x/b; done; touch last`,
    )
    await watched.first(is('create', 'last'))
    const created = watched.events.filter(({ type }) => type === 'create').map(({ name }) => name)
    const wanted = Array.from({ length: 50 }, (_, index) => `d${index + 1}`).flatMap((name) =>
      ['', '/x', '/a', '/x/b'].map((rest) => name + rest),
    )
    expect(created.toSorted()).toEqual([...wanted, 'last'].toSorted())
  })

  test('follows a directory that is renamed', async () => {
    await sandbox.files.makeDir(`${await place()}/before/sub`)
    const watched = await watch(root, { recursive: true })
    await sandbox.files.rename(`${root}/before`, `${root}/after`)
    await watched.first(is('create', 'after'))
    await sandbox.files.write(`${root}/after/sub/file`, 'x')
    await watched.first(is('create', 'after/sub/file'))
  })
})

describe('is refused', () => {
  test('what is missing, with its own error', async () => {
    await expect(sandbox.files.watchDir('/home/user/none', () => undefined)).rejects.toThrow(
      FileNotFoundError,
    )
  })

  test('a file, as an invalid argument', async () => {
    const watching = sandbox.files.watchDir('/etc/passwd', () => undefined)
    await expect(watching).rejects.toThrow(InvalidArgumentError)
  })
})
