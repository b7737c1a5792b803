import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freezerOf } from './cgroup-freezer.ts'

const group = '/cay0/c1'
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cay-freezer-'))
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(root, { recursive: true })
})

async function makeFile(path: string, text: string): Promise<string> {
  const whole = join(root, path)
  await mkdir(join(whole, '..'), { recursive: true })
  await writeFile(whole, text)
  return whole
}

test('cgroup version 1 is frozen through its own files, and a thaw undoes it', async () => {
  const state = await makeFile('freezer/cay0/c1/freezer.state', 'THAWED')
  const freezer = await freezerOf(root, group)
  await freezer?.freeze()
  expect(await readFile(state, 'utf8')).toBe('FROZEN')
  await freezer?.thaw()
  expect(await readFile(state, 'utf8')).toBe('THAWED')
})

test('under version 2 a freeze is done when the kernel says so, not when it is ordered', async () => {
  const order = await makeFile('cay0/c1/cgroup.freeze', '0')
  const events = await makeFile('cay0/c1/cgroup.events', 'populated 1\nfrozen 0\n')
  let isDone = false
  const freezing = (await freezerOf(root, group))?.freeze().then(() => {
    isDone = true
  })
  await expect.poll(() => readFile(order, 'utf8')).toBe('1')
  expect(isDone).toBe(false)
  await writeFile(events, 'populated 1\nfrozen 1\n')
  await freezing
})

test('a group that does not freeze in time is thawed', async () => {
  const order = await makeFile('cay0/c1/cgroup.freeze', '0')
  await makeFile('cay0/c1/cgroup.events', 'populated 1\nfrozen 0\n')
  const startedMs = Date.now()
  let questions = 0
  vi.spyOn(Date, 'now').mockImplementation(() => startedMs + 1000 * questions++)
  await expect((await freezerOf(root, group))?.freeze()).rejects.toThrow('did not freeze')
  expect(await readFile(order, 'utf8')).toBe('0')
})

test('a group that is gone can be thawed, and has no freezer', async () => {
  await makeFile('freezer/cay0/c1/freezer.state', 'FROZEN')
  const freezer = await freezerOf(root, group)
  await rm(join(root, 'freezer'), { recursive: true })
  await expect(freezer?.thaw()).resolves.toBeUndefined()
  expect(await freezerOf(root, group)).toBeUndefined()
})
