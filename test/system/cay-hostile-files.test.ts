/** `cay sandbox cp` and `cay volume cp` against an API that lies about files. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectSandboxTree } from '@cay/cli/edge/ssh/sandbox-tree.ts'
import { expect, test } from 'vitest'
import { type HostileTree, sandboxId, startHostileApi, treeHandler } from '../support/hostile-api.ts'

const sides = [
  ['sandbox', `${sandboxId}:/top`],
  ['volume', 'data:/top'],
] as const

/** Copies into `target` below a home of its own; resolves with all that is in the home then. */
async function copy(side: 'sandbox' | 'volume', source: string, tree: HostileTree) {
  const api = await startHostileApi(treeHandler(tree))
  const home = api.env.HOME ?? ''
  await mkdir(join(home, 'a/b/target'), { recursive: true })
  const outcome = await api.cay(side, 'cp', source, join(home, 'a/b/target'))
  const written = (await readdir(home, { recursive: true })).filter((path) => !/^a(\/b)?$/.test(path)).sort()
  return { ...outcome, written }
}

const top = (...entries: ReturnType<HostileTree['list']>[number][]) => ({
  list: (path: string) => (path === '/top' ? entries : []),
})

test.each(sides)(
  'a name in a listing of a %s that leads out of the target is refused',
  async (side, source) => {
    for (const name of ['../../../.bashrc', '..', '/tmp/cay-hostile', 'a/b']) {
      const { exitCode, stderr, written } = await copy(side, source, top({ name, type: 'file' }))
      expect(stderr).toContain(`Error: the ${side} lists "${name}" in "/top"`)
      expect(exitCode).toBe(1)
      expect(written).toEqual(['a/b/target', 'a/b/target/top'])
    }
  },
)

test.each(sides)('a directory of a %s that lists itself for ever ends the copy', async (side, source) => {
  const again: HostileTree = { list: () => [{ name: 'again', type: 'directory' }] }
  const { exitCode, stderr } = await copy(side, source, again)
  expect(stderr).toMatch(/^Error: .* is not copied: it lies 128 directories deep\n$/)
  expect(exitCode).toBe(1)
})

test.each(sides)('a file of a %s that is shorter than its length leaves nothing', async (side, source) => {
  const { exitCode, written } = await copy(side, source, {
    ...top({ name: 'file', type: 'file', size: 1000 }),
    read: (response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('a part', () => response.destroy())
    },
  })
  expect(exitCode).toBe(1)
  expect(written).toEqual(['a/b/target', 'a/b/target/top'])
})

test.each(sides)('an endless file of a %s ends the copy and leaves nothing', async (side, source) => {
  const { exitCode, stderr, written } = await copy(side, source, {
    ...top({ name: 'file', type: 'file', size: 10 }),
    read: writeForEver,
  })
  expect(stderr).toBe('Error: "/top/file" is not copied: it is longer than the 10 bytes of its listing\n')
  expect(exitCode).toBe(1)
  expect(written).toEqual(['a/b/target', 'a/b/target/top'])
})

test.each(sides)(
  'an upload to a %s ends although what it is answered with does not',
  async (side, target) => {
    const api = await startHostileApi(treeHandler({ ...top(), read: writeForEver }))
    const file = join(api.env.HOME ?? '', 'file')
    await writeFile(file, 'x')
    const { exitCode, stderr } = await api.cay(side, 'cp', file, target)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  },
)

test('an endless answer is refused, of the API and of the daemon', async () => {
  const endless = (pathname: string) => (call: Parameters<ReturnType<typeof treeHandler>>[0]) =>
    call.url.pathname === pathname ? void writeForEver(call.response) : treeHandler(top())(call)
  const ofDaemon = await startHostileApi(endless('/filesystem.Filesystem/ListDir'))
  const words = 'Error: the answer was refused: it has more than 67108864 bytes\n'
  expect((await ofDaemon.cay('sandbox', 'cp', `${sandboxId}:/top`, ofDaemon.env.HOME ?? '')).stderr).toBe(
    words,
  )
  const ofApi = await startHostileApi(endless('/volumes'))
  expect((await ofApi.cay('volume', 'list')).stderr).toBe(words)
  const ofVolume = await startHostileApi(endless('/volumecontent/v1/dir'))
  expect((await ofVolume.cay('volume', 'ls', 'data:/top')).stderr).toBe(words)
})

test('a client of SFTP gets names alone', async () => {
  const names = ['good', '..', '.', '', 'a/b', '../x', 'a\0b', 'x'.repeat(256)]
  const api = await startHostileApi(
    treeHandler(top(...names.map((name) => ({ name, type: 'file' as const })))),
  )
  const tree = connectSandboxTree({ url: api.url, headers: {} }, { user: undefined, start: neverStarted })
  expect((await tree.list('/top')).map(({ name }) => name)).toEqual(['good'])
})

const neverStarted = () => {
  throw new Error('no process is started')
}

const chunk = Buffer.alloc(1024 * 1024, ' ')

function writeForEver(response: Parameters<NonNullable<HostileTree['read']>>[0]): void {
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', write)
  write()
}
