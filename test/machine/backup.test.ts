import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sizes } from '../support/build-templates.ts'
import { pointClientHere } from '../support/client.ts'
import { type Endpoints, Installation } from '../support/installation.ts'

let saved: Installation
let restored: Installation
let place: string
let before: Endpoints

/** What the first installation held when it was saved. */
let paused: Sandbox
let running: Sandbox
let snapshotId: string
let pid: number

beforeAll(async () => {
  place = await mkdtemp(`${tmpdir()}/cay-backup-`)
  saved = await Installation.prepare('backup')
  // Before the client is pointed anywhere: an installation of a test passes its environment on to `cay`.
  restored = await Installation.prepare('backup-restored')
  await saved.up()
  before = await saved.endpoints()
  pointClientHere(before)
  await Template.build(
    Template().fromTemplate('base').runCmd('echo built > /home/user/built'),
    'saved',
    sizes,
  )
  paused = await Sandbox.create('base', { timeoutMs: 600_000, metadata: { test: 'backup' } })
  await paused.files.write('/home/user/note', 'kept')
  pid = (await paused.commands.run('sleep 100000', { background: true, timeoutMs: 0 })).pid
  snapshotId = (await paused.createSnapshot()).snapshotId
  await paused.pause()
  running = await Sandbox.create('base', { timeoutMs: 600_000 })
  const backup = await saved.cay('backup', `${place}/cay.backup`)
  expect(backup.stderr).toBe('')
  expect(backup.stdout).toMatch(
    /\[1\/1\] backup \.\.\. .*\d+ files, [\d.]+ [MG]iB before compression; a new key is in /,
  )
  await copyFile(`${saved.dataDir}/backup-key`, `${place}/key`)
  await saved.remove()

  await rm(restored.dataDir, { recursive: true })
  const restore = await restored.cay('restore', '--key', `${place}/key`, `${place}/cay.backup`)
  expect(restore.stderr).toBe('')
  expect(restore.stdout).toMatch(/files, saved at \d{4}-\d\d-\d\dT.* by Cay \d/)
  await restored.up()
  pointClientHere(await restored.endpoints())
})

afterAll(async () => {
  await saved?.remove()
  await restored?.remove()
  await rm(place, { recursive: true, force: true })
})

test('the API key is the one that clients have', async () => {
  expect((await restored.endpoints()).apiKey).toBe(before.apiKey)
})

test('a paused sandbox goes on with its files and its processes', async () => {
  const listed = await Sandbox.list({ query: { metadata: { test: 'backup' } } }).nextItems()
  expect(listed.map(({ sandboxId, state }) => ({ sandboxId, state }))).toEqual([
    { sandboxId: paused.sandboxId, state: 'paused' },
  ])
  const resumed = await Sandbox.connect(paused.sandboxId)
  expect(await resumed.files.read('/home/user/note')).toBe('kept')
  expect((await resumed.commands.list()).map((process) => process.pid)).toContain(pid)
  await resumed.kill()
})

test('a snapshot starts sandboxes', async () => {
  const copy = await Sandbox.create(snapshotId)
  expect(await copy.files.read('/home/user/note')).toBe('kept')
  await copy.kill()
})

test('a template starts sandboxes', async () => {
  const sandbox = await Sandbox.create('saved')
  expect(await sandbox.files.read('/home/user/built')).toBe('built\n')
  await sandbox.kill()
})

test('a sandbox that ran is told as ended, with the reason', async () => {
  await expect(Sandbox.getInfo(running.sandboxId)).rejects.toThrow(/not found|doesn't exist/)
  await expect
    .poll(async () => (await restored.cay('events', '--sandbox', running.sandboxId, '--json')).stdout)
    .toMatch(/"reason": "node_gone"/)
})

test('the key of backups goes on', async () => {
  expect(await readFile(`${restored.dataDir}/backup-key`, 'utf8')).toBe(
    await readFile(`${place}/key`, 'utf8'),
  )
})

test('a backup is not restored over an installation', async () => {
  const names = await readdir(restored.dataDir)
  const { code, stderr } = await restored.cay('restore', '--key', `${place}/key`, `${place}/cay.backup`)
  expect(code).toBe(1)
  expect(stderr).toContain(`${restored.dataDir} is not empty: a backup is restored into an empty directory`)
  expect(await readdir(restored.dataDir)).toEqual(names)
})
