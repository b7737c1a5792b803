import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SettingError } from '@cay/kit/settings.ts'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { directoryIdFile, openOwnDirectory, openSharedDirectory } from './shared-directory.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cay-shared-'))
  onTestFinished(() => rm(root, { recursive: true }))
})

const open = (node: string) =>
  openSharedDirectory({ directory: root, mountPoints: `${root}/${node}/volumes` })

test('nodes that start at once on one directory know it by the same id, also later', async () => {
  const ids = await Promise.all(['a', 'b', 'c'].map(open))
  expect(new Set(ids).size).toBe(1)
  expect(await open('a')).toBe(ids[0])
  expect(await open('d')).toBe(ids[0])
})

test('a node does not take the empty directory below a missing mount for its own', async () => {
  await open('a')
  await rm(`${root}/${directoryIdFile}`)
  await expect(open('a')).rejects.toThrow(SettingError)
  await expect(open('a')).rejects.toThrow(/is not mounted there now/)
})

test('a directory that is not there is named', async () => {
  const missing = { directory: `${root}/missing`, mountPoints: `${root}/a/volumes` }
  await expect(openSharedDirectory(missing)).rejects.toThrow(/CAY_VOLUMES_DIR=.*a directory that exists/)
})

test('a node that had another directory before does not start on this one', async () => {
  await open('a')
  await rm(`${root}/${directoryIdFile}`)
  await open('b')
  await expect(open('a')).rejects.toThrow(/had before/)
})

test('a single machine took the empty directory below a missing mount for its own', async () => {
  const own = { directory: `${root}/mounted/volumes`, mountPoints: `${root}/a/volumes` }
  // It is made at the first start, and known at the next one.
  for (let start = 0; start < 2; start++) await openOwnDirectory(own)
  await rm(`${root}/mounted`, { recursive: true })
  await expect(openOwnDirectory(own)).rejects.toThrow(/is not mounted there now/)
  expect(await readdir(root)).toEqual(['a'])
})

test('a single machine goes on with the volumes of a directory that has no id yet', async () => {
  await writeFile(`${root}/volume.ext4`, '')
  await openOwnDirectory({ directory: root, mountPoints: `${root}/a/volumes` })
  expect((await readdir(root)).toSorted()).toEqual([directoryIdFile, 'a', 'volume.ext4'])
})
