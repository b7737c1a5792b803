/** What a remote side names never leads out of the target, on the disk of this machine. */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { arbitraryName } from '../../../../../test/support/arbitrary-name.ts'
import { localFiles } from '../../edge/files/local-files.ts'
import type { RemoteEntry, RemoteFiles } from '../../ports/remote-files.ts'
import { copyFiles } from './copy-files.ts'

const entry = (name: string, type = 'file'): RemoteEntry => ({
  name,
  path: `/${name}`,
  type,
  size: 1,
  mode: 0o644,
})

/** A side that lists whatever it is told to, with one byte in each file. */
function remoteOf(list: (path: string) => RemoteEntry[]): RemoteFiles {
  return {
    find: async () => entry('top', 'directory'),
    list: async (path) => list(path),
    read: async () => Readable.from([Buffer.from('x')]),
    write: () => Promise.reject(new Error('nothing is written there')),
    makeDirectory: () => Promise.reject(new Error('nothing is made there')),
  }
}

async function copyTo(target: string, list: (path: string) => RemoteEntry[]): Promise<string[]> {
  const warnings: string[] = []
  const deps = {
    ...{ noun: 'sandbox' as const, local: localFiles, input: Readable.from([]) },
    open: async () => remoteOf(list),
    output: async () => undefined,
    warn: (line: string) => void warnings.push(line),
  }
  await copyFiles(deps, { kind: 'remote', name: 'box', path: '/top' }, { kind: 'local', path: target })
  return warnings
}

/** `outer/inner` is copied into; what is above it has to stay as it was. */
async function makeDirectories() {
  const outer = await mkdtemp(join(tmpdir(), 'cay-copy-'))
  onTestFinished(() => rm(outer, { recursive: true, force: true }))
  await mkdir(join(outer, 'inner'))
  return { outer, inner: join(outer, 'inner') }
}

test.each(['../out', '../../../../../../tmp/cay-out', '..', '.', '', '/etc/passwd', 'a/../../out', 'a\0'])(
  'the name %j in a listing ends the copy, and nothing is written',
  async (name) => {
    for (const type of ['file', 'directory']) {
      const { outer, inner } = await makeDirectories()
      const copied = copyTo(join(inner, 'new'), (path) => (path === '/top' ? [entry(name, type)] : []))
      await expect(copied).rejects.toThrow('which cannot be the name of a file')
      expect((await readdir(outer, { recursive: true })).sort()).toEqual(['inner', 'inner/new'])
    }
  },
)

test('whatever the names, everything that is written lies below the target', async () => {
  const { outer } = await makeDirectories()
  // Below so many directories, names that lead upward lead to where they are seen.
  const inner = join(outer, 'inner/1/2/3/4/5/6')
  await mkdir(inner, { recursive: true })
  const outside = async () =>
    (await readdir(outer, { recursive: true })).filter((path) => !join(outer, path).startsWith(`${inner}/`))
  const before = await outside()
  const tree = fc.array(fc.tuple(arbitraryName, fc.constantFrom('file', 'directory', 'symlink')), {
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(tree, tree, async (top, below) => {
      const listings: Readonly<Record<string, typeof top>> = { '/top': top }
      // Whatever is a directory has the second listing, once.
      const seen = new Set<string>()
      const list = (path: string) => {
        const found = listings[path] ?? (seen.has('below') ? [] : below)
        if (path !== '/top') seen.add('below')
        return found.map(([name, type]) => entry(name, type))
      }
      await copyTo(inner, list).catch(() => undefined)
      expect(await outside()).toEqual(before)
      await rm(inner, { recursive: true })
      await mkdir(inner)
    }),
  )
})

test('a link that is in the place of a directory is not written through', async () => {
  const { outer, inner } = await makeDirectories()
  await mkdir(join(outer, 'elsewhere'))
  await mkdir(join(inner, 'top'))
  await symlink('../../elsewhere', join(inner, 'top/a'))
  const copied = copyTo(inner, (path) => (path === '/top' ? [entry('a', 'directory')] : [entry('passwd')]))
  await expect(copied).rejects.toThrow('is in the way: it is a link or a file')
  expect(await readdir(join(outer, 'elsewhere'))).toEqual([])
  // The name of the copied directory is not one that the user typed as a target either.
  await symlink('elsewhere', join(outer, 'top'))
  await expect(copyTo(outer, () => [entry('passwd')])).rejects.toThrow('is in the way')
  expect(await readdir(join(outer, 'elsewhere'))).toEqual([])
})

test('a file takes the place of a link and leaves what that leads to', async () => {
  const { outer, inner } = await makeDirectories()
  await writeFile(join(outer, 'kept'), 'kept')
  await mkdir(join(inner, 'top'))
  await symlink('../../kept', join(inner, 'top/a'))
  await copyTo(inner, () => [entry('a')])
  expect(await readFile(join(outer, 'kept'), 'utf8')).toBe('kept')
  expect(await readFile(join(inner, 'top/a'), 'utf8')).toBe('x')
})

test('a listing that has a name twice, as a directory and as a link, makes no link', async () => {
  const { inner } = await makeDirectories()
  const warnings = await copyTo(join(inner, 'new'), (path) =>
    path === '/top' ? [entry('a', 'symlink'), entry('a', 'directory')] : [entry('b')],
  )
  expect(warnings).toEqual(['left out "/top/a": it is neither a file nor a directory'])
  expect((await readdir(inner, { recursive: true })).sort()).toEqual(['new', 'new/a', 'new/a/b'])
})

test('a listing that lists itself ends at a depth', async () => {
  const { inner } = await makeDirectories()
  const copied = copyTo(join(inner, 'new'), () => [entry('again', 'directory')])
  await expect(copied).rejects.toThrow('it lies 128 directories deep')
})

test('a link that the user names as the target is followed', async () => {
  const { outer, inner } = await makeDirectories()
  await symlink('inner', join(outer, 'link'))
  await copyTo(join(outer, 'link/'), (path) => (path === '/top' ? [entry('a')] : []))
  expect(await readdir(join(inner, 'top'))).toEqual(['a'])
})
