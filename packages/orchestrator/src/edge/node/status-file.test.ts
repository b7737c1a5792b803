import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readOwnVersion } from './own-version.ts'
import { statusFileAt } from './status-file.ts'

async function inDirectory() {
  const directory = await mkdtemp(join(tmpdir(), 'cay-status-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'node-status.json')
  return { path, file: statusFileAt(path) }
}

test('what was written is read again, and where nothing was there is nothing', async () => {
  const { file } = await inDirectory()
  expect(await file.read()).toBeUndefined()
  await file.write({ status: 'draining', changedAtMs: 7 })
  await file.write({ status: 'standby', changedAtMs: 8 })
  expect(await file.read()).toEqual({ status: 'standby', changedAtMs: 8 })
})

test.each(['', '{', 'null', '[]', '{"status":"gone","changedAtMs":1}', '{"status":"draining"}'])(
  'a file that says %j is none',
  async (text) => {
    const { path, file } = await inDirectory()
    await writeFile(path, text)
    expect(await file.read()).toBeUndefined()
  },
)

test('a build states its version, and its commit where that is known', async () => {
  const { version, commit } = await readOwnVersion()
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(commit).toMatch(/^([0-9a-f]{40}|unknown)$/)
})
