import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@cay/contract/limits.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { expect, onTestFinished, test } from 'vitest'
import { buildStoreLayout } from '../../dialect/template-build/build-layout.ts'
import { fileArchives } from './file-archives.ts'

const [ours, theirs] = ['11111111-aaaa-4aaa-8aaa-111111111111', '22222222-bbbb-4bbb-8bbb-222222222222']
const filesHash = 'a'.repeat(64)
const empty = new Uint8Array(1024)

async function open(...roomBytes: number[]) {
  const directory = await mkdtemp(join(tmpdir(), 'cay-archives-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const layout = buildStoreLayout(directory)
  const store = fileArchives(layout, async () => roomBytes.shift() ?? 2 ** 40)
  const filesOf = (team: string) => readdir(layout.files(team)).catch(() => [])
  return { store, filesOf }
}

async function* pieces(...all: Uint8Array[]) {
  yield* all
}

test('an archive is there for the team that sent it, and for no other', async () => {
  const { store } = await open()
  await store.store({ teamId: ours, filesHash, sizeBytes: 1024 }, pieces(empty))
  expect(await readFile((await store.find(ours, filesHash)) ?? '')).toHaveLength(1024)
  expect(await store.find(theirs, filesHash)).toBeUndefined()
})

test.each<[string, number, Uint8Array[], string, number?]>([
  ['fewer bytes than announced', 2048, [empty], 'request_invalid'],
  ['more bytes than announced', 1024, [empty, empty], 'request_invalid'],
  ['something else than an archive', 1024, [empty.slice().fill(65)], 'request_invalid'],
  ['more than an archive may have', limits.uploadBytesMax + 1, [empty], 'body_too_large'],
  ['more than the disk has room for', 1024, [empty], 'no_capacity', 1023],
])('%s leaves nothing behind', async (_, sizeBytes, sent, code, roomBytes) => {
  const { store, filesOf } = await open(...(roomBytes === undefined ? [] : [roomBytes]))
  const stored = store.store({ teamId: ours, filesHash, sizeBytes }, pieces(...sent))
  await expect(stored).rejects.toSatisfy((error) => isServiceError(error) && error.code === code)
  expect(await filesOf(ours)).toEqual([])
})

test('an upload is aborted when the disk fills up meanwhile, and leaves nothing behind', async () => {
  const { store, filesOf } = await open(2 ** 40, 2 ** 40, 1000)
  const piece = new Uint8Array(2 ** 25)
  const sent = Array<Uint8Array>(8).fill(piece)
  const stored = store.store({ teamId: ours, filesHash, sizeBytes: 2 ** 28 }, pieces(...sent))
  await expect(stored).rejects.toThrow('no room')
  expect(await filesOf(ours)).toEqual([])
})
