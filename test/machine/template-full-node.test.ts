/** Builds on a node whose disk has no room: an installation of its own, on a file system that is as small as a test says. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, statfs, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { Template } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { Installation, testDataDir } from '../support/installation.ts'

const execute = promisify(execFile)
const name = `${process.env.CAY_TEST_NAME ?? 'shared'}-full`
const dataDir = testDataDir(name)
const disk = `${dataDir}.ext4`
const diskSizeMb = 3072

let installation: Installation

async function removeDisk(): Promise<void> {
  // Not there, unless an earlier run was killed.
  await execute('umount', ['--lazy', dataDir]).catch(() => undefined)
  await rm(disk, { force: true })
  await rm(dataDir, { recursive: true, force: true })
}

beforeAll(async () => {
  await removeDisk()
  await mkdir(dataDir, { recursive: true })
  await execute('truncate', ['-s', `${diskSizeMb}M`, disk])
  await execute('mkfs.ext4', ['-q', '-m', '0', disk])
  await execute('mount', ['-o', 'loop', disk, dataDir])
  installation = await Installation.prepare(name, { CAY_POOL_SIZE: '0', CAY_DISK_RESERVE_MB: '0' })
  await installation.up()
  pointClientHere(await installation.endpoints())
}, 300_000)
afterAll(async () => {
  await installation?.down()
  await removeDisk()
}, 120_000)

async function leaveFree(mb: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  const filled = Math.floor((bavail * bsize) / 2 ** 20) - mb
  await execute('fallocate', ['-l', `${filled}M`, `${dataDir}/filler`])
}

async function build(command: string): Promise<string | undefined> {
  return await Template.build(Template().fromTemplate('base').runCmd(command), 'filling').then(
    () => undefined,
    (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
  )
}

/** What a step writes lies on the disk, in its layer, and in what has changed, before the root file system is made. */
test.each<[string, { freeMb: number; writtenMb: number }, RegExp]>([
  ['layer', { freeMb: 250, writtenMb: 300 }, /^the disk of the node has no room for the memory$/],
  [
    'root file system',
    { freeMb: 700, writtenMb: 150 },
    /^the disk of the node has no room for a root file system/,
  ],
])(
  'a disk that has no room for a %s fails the build in words, and the next one has all of it',
  async (_, sizes, words) => {
    await leaveFree(sizes.freeMb)
    const error = await build(`head -c ${sizes.writtenMb}M /dev/urandom > /home/user/large`)
    await rm(`${dataDir}/filler`)
    expect(error).toMatch(words)
    expect(await build('echo small > /home/user/small')).toBeUndefined()
  },
)

test('what builds have kept makes room at once for a build that finds the disk short', async () => {
  const unused = `${dataDir}/builder/files/${'0'.repeat(32)}/${'0'.repeat(64)}`
  await mkdir(dirname(unused), { recursive: true })
  await execute('fallocate', ['-l', '700M', unused])
  const hourAgo = new Date(Date.now() - 3_600_000)
  await utimes(unused, hourAgo, hourAgo)
  await leaveFree(200)
  expect(await build('echo another > /home/user/small')).toBeUndefined()
  expect(existsSync(unused)).toBe(false)
})
