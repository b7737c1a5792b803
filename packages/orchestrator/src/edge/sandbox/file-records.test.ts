import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainLifecycle } from '@cay/core/sandbox/lifecycle.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type ContainerRecord,
  type EndedSandbox,
  openIngress,
  type PausedSandbox,
} from '../../ports/record.ts'
import { FileRecords } from './file-records.ts'

let directory: string
let records: FileRecords

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-records-'))
  records = open()
})

afterEach(() => rm(directory, { recursive: true }))

const open = () =>
  new FileRecords({
    containers: `${directory}/containers`,
    ended: `${directory}/ended`,
    paused: `${directory}/paused`,
  })

function record(id: string): ContainerRecord {
  const slot = { index: 0, netns: 'n', netnsPath: '/n', mountNamespacePath: '/m', address: '198.18.0.2' }
  const resources = { cpuCount: 1, memoryMb: 128, diskSizeMb: 1 }
  const container = { id, directory: `${directory}/containers/${id}`, slot, resources, rootfs: '/r' }
  return { container, templateId: 't', buildId: 'b', envdVersion: '1.0.0', controlToken: 'secret' }
}

const ended: EndedSandbox = {
  claim: {
    sandboxId: 'i1',
    startedAtMs: 1,
    endAtMs: 2,
    egress: { allowOut: [], denyOut: [] },
    ingress: openIngress,
    lifecycle: plainLifecycle,
    envVars: {},
  },
  templateId: 't',
  buildId: 'b',
  resources: { cpuCount: 1, memoryMb: 128, diskSizeMb: 1 },
  reason: 'expired',
  endedAtMs: 3,
}

test('a record survives a restart of the node', async () => {
  const one = record('c1')
  await records.open(one.container)
  await records.write(one)
  await records.write({ ...one, buildId: 'later' })
  const again = open()
  expect(await again.list()).toEqual({ records: [{ ...one, buildId: 'later' }], unreadable: [] })
})

test('nobody but root reads a record: it holds a token', async () => {
  const one = record('c1')
  await records.open(one.container)
  await records.write(one)
  expect((await stat(`${one.container.directory}/record.json`)).mode & 0o077).toBe(0)
})

test('a torn record is reported as unreadable and does not hide the others', async () => {
  for (const id of ['c1', 'c2', 'c3']) await records.open(record(id).container)
  await records.write(record('c1'))
  await writeFile(`${directory}/containers/c2/record.json`, '{"container"')
  const listed = await records.list()
  expect(listed.records.map((one) => one.container.id)).toEqual(['c1'])
  expect(listed.unreadable.sort()).toEqual(['c2', 'c3'])
})

test('removing a record removes everything beside it', async () => {
  const one = record('c1')
  await records.open(one.container)
  await writeFile(`${one.container.directory}/other`, '')
  await records.remove('c1')
  await records.remove('c1')
  await expect(readFile(`${one.container.directory}/other`)).rejects.toThrow()
})

test('an end is kept until it is taken away', async () => {
  await records.writeEnded(ended)
  expect(await records.listEnded()).toEqual([ended])
  await records.removeEnded('i1')
  await records.removeEnded('i1')
  expect(await records.listEnded()).toEqual([])
})

test('records of a node that knew less are read as those of plain sandboxes', async () => {
  const claim = { sandboxId: 'i1', startedAtMs: 1, endAtMs: 2 }
  const plain = {
    egress: { allowOut: [], denyOut: [] },
    ingress: openIngress,
    lifecycle: plainLifecycle,
    envVars: {},
  }
  const old = { ...record('c1'), claim }
  await records.open(old.container)
  await writeFile(`${old.container.directory}/record.json`, JSON.stringify(old))
  expect((await records.list()).records[0]?.claim).toEqual({ ...claim, ...plain })
  await records.writeEnded({ ...ended, claim: { ...claim, ...plain } })
  await writeFile(`${directory}/ended/i1.json`, JSON.stringify({ ...ended, claim }))
  expect((await records.listEnded())[0]?.claim).toEqual({ ...claim, ...plain })
})

describe('the record of a paused sandbox', () => {
  const { claim, templateId, buildId, resources } = ended
  const paused: PausedSandbox = {
    ...{ claim, templateId, buildId, resources, envdVersion: '1.0.0' },
    snapshotId: '11111111-1111-4111-8111-111111111111',
    filesOnly: false,
  }

  test('is kept until it is taken away, and only root reads it', async () => {
    await records.writePaused(paused)
    expect(await open().listPaused()).toEqual({ paused: [paused], unreadable: [] })
    expect((await stat(`${directory}/paused/i1.json`)).mode & 0o077).toBe(0)
    await records.removePaused('i1')
    await records.removePaused('i1')
    await records.settlePaused()
    expect(await records.listPaused()).toEqual({ paused: [], unreadable: [] })
  })

  test('that is damaged is reported with its id', async () => {
    await records.writePaused(paused)
    await writeFile(`${directory}/paused/i1.json`, '{"claim"')
    expect(await records.listPaused()).toEqual({ paused: [], unreadable: ['i1'] })
  })
})

test('a raised epoch of a paused sandbox survives a crash, and goes with the paused record', async () => {
  const { claim, templateId, buildId, resources } = ended
  const origin = { templateId, buildId, resources, envdVersion: '1.0.0', snapshotId: 's', filesOnly: false }
  const paused: PausedSandbox = { claim: { ...claim, epoch: 4 }, ...origin }
  const epochs = async () => (await open().listPaused()).paused.map((one) => one.claim.epoch)
  await records.writePaused(paused)
  await records.writePausedEpoch('i1', 5)
  expect(await epochs()).toEqual([5])
  await writeFile(`${directory}/paused/i1.epoch`, '{"epo')
  expect(await epochs()).toEqual([4])
  await records.removePaused('i1')
  expect(await readdir(`${directory}/paused`)).toEqual([])
})
