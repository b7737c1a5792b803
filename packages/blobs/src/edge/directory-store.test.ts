import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bodyOf, describeBlobStore } from '../../../../test/suites/blob-store.ts'
import { explainDirectoryError } from './directory-errors.ts'
import { directoryClient, directoryStore } from './directory-store.ts'

describeBlobStore('in a directory', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cay-blobs-'))
  return {
    store: directoryStore(directory),
    client: directoryClient(directory),
    stop: () => rm(directory, { recursive: true }),
  }
})

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-blobs-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test('a directory that is not there is not created, and named with its setting', async () => {
  const missing = join(directory, 'not-mounted')
  const store = directoryStore(missing)
  const sentence = `the directory ${missing} of CAY_BLOBS_URL does not exist, or its file system is not mounted`
  const calls = [
    () => store.put('s/a/0', bodyOf()),
    () => store.head('s/a/0'),
    () => store.delete('s/a/0'),
    () => Array.fromAsync(store.list('')),
  ]
  for (const call of calls)
    await expect(call()).rejects.toMatchObject({ reason: 'bucket_missing', message: sentence })
  expect(await readdir(directory)).toEqual([])
})

test.each([
  ['ENOSPC', 'the file system of the directory /srv/x of CAY_BLOBS_URL is full (ENOSPC)'],
  ['EROFS', 'the user of this service lacks the right to use the directory /srv/x of CAY_BLOBS_URL (EROFS)'],
  ['ESTALE', 'the directory /srv/x of CAY_BLOBS_URL cannot be used (ESTALE)'],
])('%s is told in one sentence', async (code, message) => {
  const explained = await explainDirectoryError(Object.assign(new Error('failed'), { code }), '/srv/x')
  expect(explained).toMatchObject({ message })
})

test('a directory in which nothing can be made fails a put at once', async () => {
  const put = directoryStore('/proc/self').put('s/a/0', bodyOf(Buffer.from('x')))
  await expect(put).rejects.toMatchObject({ reason: 'unavailable' })
})

test('an aborted put leaves nothing', async () => {
  const store = directoryStore(directory)
  const controller = new AbortController()
  const parts = {
    *[Symbol.iterator]() {
      yield Buffer.alloc(1000)
      controller.abort()
      yield Buffer.alloc(1000)
    },
  }
  const body = { ...bodyOf(), bytes: 2000, parts: Object.assign([], parts) }
  await expect(store.put('s/a/0', body, controller.signal)).rejects.toThrow()
  expect(await readdir(directory, { recursive: true })).toEqual(['.incoming'])
})

test('a key that is a path out of the directory is refused', async () => {
  const store = directoryStore(join(directory, 'store'))
  await mkdir(join(directory, 'store'))
  await writeFile(join(directory, 'secret'), 'x')
  for (const key of ['../secret', 's/../../secret', '/etc/passwd', 's/a/0/../../..', ''])
    await expect(store.get(key)).rejects.toThrow('is no key of an object')
})

test('a link out of the directory is refused', async () => {
  const client = directoryClient(directory)
  const of = (path: string) => ({
    method: 'GET' as const,
    url: `file://${path}?method=GET&expires=${Date.now() + 1000}`,
    headers: {},
  })
  for (const path of [
    '/etc/passwd',
    `${directory}/../etc/passwd`,
    `${directory}x/s/a/0`,
    `${directory}/%2e%2e/x`,
  ])
    await expect(client.get(of(path))).rejects.toThrow(/leads out of the directory|no key of an object/)
})

test('a link that has expired is refused', async () => {
  const store = directoryStore(directory)
  await store.put('s/a/0', bodyOf(Buffer.from('x')))
  const link = await store.presignGet('s/a/0', -1)
  await expect(directoryClient(directory).get(link)).rejects.toMatchObject({ reason: 'denied' })
})

test('foreign files are not listed', async () => {
  const store = directoryStore(directory)
  await store.put('s/a/0', bodyOf(Buffer.from('x')))
  await writeFile(join(directory, 'README'), 'x')
  expect((await Array.fromAsync(store.list(''))).map(({ key }) => key)).toEqual(['s/a/0'])
})
