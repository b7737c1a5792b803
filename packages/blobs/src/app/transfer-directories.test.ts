import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { directorySink, removePartialDownloads } from '../edge/directory-sink.ts'
import { directorySource } from '../edge/directory-source.ts'
import { frameWorkers } from '../edge/frame-workers.ts'
import { createMemoryStore } from '../sim/memory-store.ts'
import { directAccess } from './direct-access.ts'
import { downloadArtifact } from './download-artifact.ts'
import { createTransferLimits } from './transfer-limits.ts'
import { uploadArtifact } from './upload-artifact.ts'

const never = new AbortController().signal
const retryPolicy = { withinMs: 1000, firstDelayMs: 1, delayMsMax: 2 }
const limits = createTransferLimits(frameWorkers(2))
const mebibyte = 1024 * 1024

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-blobs-'))
  await mkdir(join(directory, 'from/sub'), { recursive: true })
})
afterEach(() => rm(directory, { recursive: true, force: true }))

async function send(names?: readonly string[]) {
  const store = createMemoryStore()
  const access = directAccess(store, { retryPolicy })
  const source = await directorySource(join(directory, 'from'), names)
  const { manifest } = await uploadArtifact({ source, access, limits }, { artifactId: 'a' }, never)
  await source.close()
  return { store, access, manifest }
}

async function fetchInto(target: string, { access, manifest }: Awaited<ReturnType<typeof send>>) {
  const sink = await directorySink(target, { isDurable: true })
  await downloadArtifact({ sink, access, limits, retryPolicy }, { manifest }, never)
}

test('a directory comes back with its files, their content and who may execute them', async () => {
  await writeFile(join(directory, 'from/sub/data'), randomBytes(5 * mebibyte))
  await writeFile(join(directory, 'from/empty'), '')
  await writeFile(join(directory, 'from/runsc'), 'binary')
  await chmod(join(directory, 'from/runsc'), 0o755)
  await fetchInto(join(directory, 'to'), await send())
  expect((await readdir(join(directory, 'to'), { recursive: true })).sort()).toEqual([
    'empty',
    'runsc',
    'sub',
    'sub/data',
  ])
  for (const name of ['sub/data', 'empty', 'runsc'])
    expect(
      (await readFile(join(directory, 'to', name))).equals(await readFile(join(directory, 'from', name))),
    ).toBe(true)
  expect((await stat(join(directory, 'to/runsc'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(directory, 'to/empty'))).mode & 0o777).toBe(0o600)
})

test('a sparse file takes no space after reading, and little in the store', async () => {
  const file = await open(join(directory, 'from/disk'), 'w')
  await file.truncate(200 * mebibyte)
  await file.write(Buffer.from('here'), 0, 4, 100 * mebibyte)
  await file.close()
  const sent = await send()
  expect([...sent.store.objects.values()].reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(
    2000,
  )
  await fetchInto(join(directory, 'to'), sent)
  const { size, blocks } = await stat(join(directory, 'to/disk'))
  expect(size).toBe(200 * mebibyte)
  expect(blocks * 512).toBeLessThan(mebibyte)
})

test('a download that fails leaves nothing', async () => {
  await writeFile(join(directory, 'from/data'), randomBytes(mebibyte))
  const sent = await send()
  sent.store.objects.clear()
  await expect(fetchInto(join(directory, 'to'), sent)).rejects.toThrow('does not exist')
  expect(await readdir(directory)).toEqual(['from'])
})

test('nothing is visible before the commit, and what a dead process has left can be removed', async () => {
  const sink = await directorySink(join(directory, 'to'), { isDurable: false })
  await sink.create({ name: 'data', bytes: 10, isExecutable: false })
  writeSync(sink.descriptor('data'), '0123456789')
  expect(await readdir(directory)).not.toContain('to')
  expect(await readdir(directory)).toHaveLength(2)
  await removePartialDownloads(directory)
  expect(await readdir(directory)).toEqual(['from'])
  await sink.discard()
})

test('a target that exists is not replaced', async () => {
  await writeFile(join(directory, 'from/data'), 'new')
  await mkdir(join(directory, 'to'))
  await writeFile(join(directory, 'to/mine'), 'old')
  await expect(fetchInto(join(directory, 'to'), await send())).rejects.toThrow('ENOTEMPTY')
  expect(await readdir(join(directory, 'to'))).toEqual(['mine'])
  expect((await readdir(directory)).sort()).toEqual(['from', 'to'])
})

test('a symbolic link is refused: it would lead to a file of this machine', async () => {
  await symlink('/etc/passwd', join(directory, 'from/link'))
  await expect(send()).rejects.toThrow('from/link is not a regular file')
})

test('only the files that are named are sent', async () => {
  await writeFile(join(directory, 'from/a'), 'a')
  await writeFile(join(directory, 'from/b'), 'b')
  expect((await send(['b'])).manifest.files.map(({ name }) => name)).toEqual(['b'])
})
