/** Snapshots on a disk: what is not whole, or does not suit this node, is refused by name before anything is restored. */
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '@cay/core/errors.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { snapshotLayout, snapshotsLayout } from '../../dialect/snapshot/snapshot-layout.ts'
import type { SnapshotFacts } from '../../ports/snapshot.ts'
import { keptProgram } from '../container/kept-runtimes.ts'
import { FileSnapshots } from './file-snapshots.ts'

const snapshotId = '44444444-4444-4444-8444-444444444444'
const engine = { program: '/elsewhere/runsc', sha256: 'ab'.repeat(32), version: 'runsc one', flags: [] }
const processor = 'avx sse'

let dataDir: string
let snapshots: FileSnapshots

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cay-snapshots-'))
  snapshots = new FileSnapshots(dataDir, processor)
  await mkdir(join(dataDir, 'runtimes', engine.sha256), { recursive: true })
  await writeFile(keptProgram(dataDir, engine.sha256), 'program')
  await writeFile(join(dataDir, 'rootfs.erofs'), 'root file system')
})

afterEach(() => rm(dataDir, { recursive: true }))

async function publish(kind: SnapshotFacts['kind']): Promise<void> {
  const { checkpoint, files } = await snapshots.begin(snapshotId)
  if (kind === 'files') await writeFile(files, 'an archive of files')
  else {
    await writeFile(`${checkpoint}/checkpoint.img`, 'state of the kernel')
    await writeFile(`${checkpoint}/pages.img`, 'memory')
  }
  const facts: SnapshotFacts = {
    ...{ snapshotId, kind, owner: 'sandbox', sandboxId: 'ia', templateId: 't', buildId: 'b' },
    ...{ envdVersion: '1.0.0', envVars: {}, controlToken: 'secret', createdAtMs: 1 },
    resources: { cpuCount: 1, memoryMb: 128, diskSizeMb: 1 },
    ...(kind === 'memory' ? { engine } : {}),
  }
  await snapshots.publish(facts, join(dataDir, 'rootfs.erofs'))
}

const fileOf = (name: string) => join(snapshotsLayout(dataDir).snapshot(snapshotId), name)

/** What opening it throws; undefined when it can be used. */
async function refusal(of = snapshots, options = {}): Promise<unknown> {
  return await of.open(snapshotId, options).then(
    () => undefined,
    (error: unknown) => (error instanceof ServiceError ? [error.code, error.message] : error),
  )
}

test('what is whole is opened with the program that is kept here, wherever that was before', async () => {
  await publish('memory')
  const opened = await snapshots.open(snapshotId)
  expect(opened).toMatchObject({ kind: 'memory', engine: { program: keptProgram(dataDir, engine.sha256) } })
  expect(await readFile(`${opened.checkpoint}/pages.img`, 'utf8')).toBe('memory')
})

describe.each([
  ['memory', 'checkpoint/pages.img'],
  ['memory', 'checkpoint/checkpoint.img'],
  ['files', 'files.tar'],
  ['files', 'rootfs.erofs'],
] as const)('a snapshot of %s whose %s', (kind, name) => {
  test.each([
    ['is missing', (file: string) => rm(file), 'no file instead of'],
    ['is cut short', (file: string) => truncate(file, 3), '3 instead of'],
    ['has grown', (file: string) => appendFile(file, '+'), 'instead of'],
    ['was altered', (file: string) => alter(file), 'was altered'],
  ])('%s is damaged, and says which file it is', async (_, damage, words) => {
    await publish(kind)
    await damage(fileOf(name))
    for (const options of [{}, { filesOnly: true }])
      expect(await refusal(snapshots, options)).toEqual([
        'snapshot_damaged',
        expect.stringMatching(new RegExp(`^the snapshot is damaged: ${name} .*${words}`)),
      ])
  })
})

test.each([
  ['without', (file: string) => rm(file), 'no readable manifest'],
  ['with half', (file: string) => truncate(file, 20), 'it is not JSON'],
  ['with another format of', (file: string) => writeFile(file, '{"formatVersion":9}'), 'has format 9'],
])('a snapshot %s its manifest is damaged, and listed nowhere', async (_, damage, words) => {
  await publish('memory')
  await damage(snapshotLayout(fileOf('')).manifest)
  expect(await refusal()).toEqual(['snapshot_damaged', expect.stringContaining(words)])
  expect(await snapshots.list()).toEqual([])
  expect(await snapshots.has(snapshotId)).toBe(true)
})

test('memory needs the features of the processor that it was saved on; its files, and files alone, do not', async () => {
  await publish('memory')
  const elsewhere = new FileSnapshots(dataDir, 'sse')
  expect(await refusal(elsewhere)).toEqual([
    'precondition_failed',
    expect.stringContaining("this node's processor lacks avx; its files may still be had"),
  ])
  expect(await refusal(elsewhere, { filesOnly: true })).toBeUndefined()
  await snapshots.remove(snapshotId)
  await publish('files')
  expect(await refusal(elsewhere)).toBeUndefined()
})

test('memory needs the program that saved it, files alone do not', async () => {
  await publish('memory')
  await rm(keptProgram(dataDir, engine.sha256))
  expect(await refusal()).toEqual([
    'snapshot_damaged',
    expect.stringContaining('made by runsc one, of which this node has not kept the program'),
  ])
  await snapshots.remove(snapshotId)
  await publish('files')
  expect(await refusal()).toBeUndefined()
})

test('what a power failure has left without a manifest is swept', async () => {
  await publish('memory')
  const { snapshots: directory, snapshot } = snapshotsLayout(dataDir)
  await truncate(snapshotLayout(snapshot(snapshotId)).manifest, 0)
  await snapshots.sweep()
  expect(await readdir(directory)).toEqual([])
})

test('what a killed node has half made or half removed is swept, and what is whole stays', async () => {
  await publish('memory')
  const { snapshots: directory, making, removing } = snapshotsLayout(dataDir)
  const other = '55555555-5555-4555-8555-555555555555'
  for (const path of [making(other), removing(other)]) await mkdir(path, { recursive: true })
  await snapshots.sweep()
  expect(await readdir(directory)).toEqual([snapshotId])
})

/** As long as before. */
async function alter(file: string): Promise<void> {
  const content = await readFile(file)
  content.writeUInt8(content.readUInt8(2) ^ 0xff, 2)
  await writeFile(file, content)
}
