import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCommonSettings } from './data-layout.ts'
import { SettingError } from './settings.ts'

let directory: string

beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'cay-layout-')))
})

afterEach(async () => {
  await rm(directory, { recursive: true, force: true })
})

const dataDirOf = (path: string) => readCommonSettings({ CAY_DATA_DIR: path }).dataDir

test('a data directory behind a symbolic link is known by its own path', async () => {
  await mkdir(join(directory, 'real'))
  await symlink(join(directory, 'real'), join(directory, 'link'))
  expect(dataDirOf(join(directory, 'link'))).toBe(join(directory, 'real'))
  expect(dataDirOf(join(directory, 'link/not/yet'))).toBe(join(directory, 'real/not/yet'))
})

test.each(['//data', '/data/', '/./data', '/x/../data'])(
  '%s is another spelling of one directory',
  (spelling) => {
    expect(dataDirOf(`${directory}${spelling}`)).toBe(join(directory, 'data'))
  },
)

test('a path that leaves no room for a socket below it is refused by the variable’s name', () => {
  const long = join(directory, 'x'.repeat(100))
  expect(() => dataDirOf(long)).toThrow(SettingError)
  expect(() => dataDirOf(long)).toThrow(/^CAY_DATA_DIR=.* at most \d+ bytes/)
})

test('a file where the data directory should be made is refused by the variable’s name', async () => {
  await writeFile(join(directory, 'file'), '')
  expect(() => dataDirOf(join(directory, 'file/below'))).toThrow(/^CAY_DATA_DIR=/)
})
