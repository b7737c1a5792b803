/** Logs and metrics of a node that loses its disk, with an object store in memory. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { idBytes, makeBuildSandboxId } from '@cay/core/ids.ts'
import type { NumberedEntry } from '@cay/core/logs/stamp.ts'
import type { Point } from '@cay/core/metrics/series.ts'
import { createLogger } from '@cay/kit/log.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { SegmentUploader } from '../app/logs/segment-uploader.ts'
import { openStoredHistory } from '../edge/artifact/stored-history.ts'
import { LogFiles } from '../edge/logs/log-files.ts'
import { storedLogs } from '../edge/logs/stored-logs.ts'
import { SeriesFiles } from '../edge/metrics/series-files.ts'
import { storedSeries } from '../edge/metrics/stored-series.ts'
import type { StoredSegment } from '../ports/artifact.ts'
import type { NewSegment, SegmentArchive } from '../ports/segments.ts'

const hourMs = 3_600_000
const bounds = { sandboxBytesMax: 4 * 2 ** 20, totalBytesMax: 2 ** 30, keptMs: hourMs }
const resources = { cpuCount: 1, memoryMb: 128, diskSizeMb: 1 }
const clock = { nowMs: () => nowMs } as ConstructorParameters<typeof LogFiles>[0]['clock']

let nowMs: number
let isAway: boolean
/** What control keeps: the segments, by the rules of its store. */
let kept: (NewSegment & StoredSegment)[]
let stores: number
let alive: Set<string>

beforeEach(() => {
  nowMs = 1_000_000
  isAway = false
  kept = []
  stores = 0
  alive = new Set(['ia', 'ib'])
})

afterEach(() => vi.restoreAllMocks())

const archive: SegmentArchive = {
  async store(segments) {
    if (isAway) throw new Error('the object store is away')
    stores++
    for (const one of segments) {
      const { sandboxId, stream, lastNumber, replacesFrom, keptFrom = 0 } = one
      const isReplaced = (other: StoredSegment) =>
        other.sandboxId === sandboxId &&
        other.stream === stream &&
        replacesFrom !== undefined &&
        ((other.firstNumber >= replacesFrom && other.lastNumber <= lastNumber) || other.lastNumber < keptFrom)
      kept = kept.filter((other) => !isReplaced(other))
      kept.push({ ...one, artifactId: String(stores), startByte: 0, bytes: one.text.length })
    }
  },
  list: async (ids) => {
    if (isAway) throw new Error('the object store is away')
    return kept
      .filter(({ sandboxId }) => ids.includes(sandboxId))
      .sort((one, other) => one.firstNumber - other.firstNumber)
  },
  read: async (segments) => segments.map((segment) => kept.find((one) => one === segment)?.text ?? ''),
}

async function startNode(directory?: string) {
  const at = directory ?? (await mkdtemp(join(tmpdir(), 'cay-logs-')))
  onTestFinished(() => rm(at, { recursive: true, force: true }))
  const logFiles = new LogFiles({ directory: `${at}/logs`, bounds, clock })
  const seriesFiles = new SeriesFiles({ directory: `${at}/metrics`, keptMs: hourMs, clock })
  const history = await openStoredHistory(`${at}/adopted`, archive)
  const uploader = new SegmentUploader({
    ...{ sources: [logFiles, seriesFiles], archive, isAlive: (id) => alive.has(id) },
    log: createLogger('orchestrator', 'silent'),
  })
  const logs = storedLogs(logFiles, history)
  return { at, logs, logFiles, series: storedSeries(seriesFiles, history), history, uploader }
}

type StartedNode = Awaited<ReturnType<typeof startNode>>

async function write(
  { logs }: StartedNode,
  sandboxId: string,
  message: string,
  guestCursor?: string,
): Promise<void> {
  nowMs += 1000
  const entries = [{ atMs: nowMs, level: 'info', message, fields: {} }] as const
  await logs.append(sandboxId, { entries, ...(guestCursor === undefined ? {} : { guestCursor }) })
}

async function read(
  { logs }: Pick<StartedNode, 'logs'>,
  sandboxId: string,
): Promise<readonly NumberedEntry[]> {
  return (await logs.read(sandboxId, { direction: 'forward', limit: 10_000 })).entries
}

const messages = async (node: Pick<StartedNode, 'logs'>, sandboxId: string) =>
  (await read(node, sandboxId)).map(({ message }) => message)

function point(atMs: number): Point {
  const rates = { sentRate: 1, receivedRate: 2 }
  return {
    atMs,
    samples: 1,
    cpuUsedPercent: 5,
    memoryUsedBytes: 6,
    memoryCacheBytes: 7,
    diskUsedBytes: 8,
    ...rates,
  }
}

test('after the loss of the disk, the log and the metrics of a sandbox are what was uploaded', async () => {
  const node = await startNode()
  await write(node, 'ia', 'one')
  await node.uploader.upload()
  await write(node, 'ia', 'two', 'cursor')
  await node.series.save('ia', { resources, points: [point(1), point(2)] })
  await node.uploader.upload()
  await node.series.save('ia', { resources, points: [point(1), point(2), point(3)] })
  await node.uploader.upload()
  const before = await read(node, 'ia')
  await write(node, 'ia', 'lost')
  const other = await startNode()
  expect(await read(other, 'ia')).toEqual(before)
  expect(await other.series.read('ia')).toEqual({ resources, points: [point(1), point(2), point(3)] })
  expect(await messages(other, 'unknown')).toEqual([])
})

test('what sandboxes of builds have logged was sent to control, which refused it with a warning each time', async () => {
  const node = await startNode()
  const asked: string[] = []
  const { list } = archive
  vi.spyOn(archive, 'list').mockImplementation((ids) => {
    asked.push(...ids)
    return list(ids)
  })
  const buildSandboxId = makeBuildSandboxId(new Uint8Array(idBytes).fill(7))
  await write(node, buildSandboxId, 'a step')
  await write(node, 'ia', 'one')
  await node.uploader.upload()
  expect([asked, kept.map(({ sandboxId }) => sandboxId)]).toEqual([['ia'], ['ia']])
})

test('the log of an adopted sandbox goes on where it was, also on a node that was killed before that', async () => {
  const node = await startNode()
  await write(node, 'ia', 'one', 'cursor')
  await node.series.save('ia', { resources, points: [point(1)] })
  await node.uploader.upload()
  const killed = await startNode()
  await killed.history.adopt('ia')
  const other = await startNode(killed.at)
  expect(await other.logs.guestCursor('ia')).toBe('cursor')
  await write(other, 'ia', 'two')
  expect((await read(other, 'ia')).map(({ number, message }) => [number, message])).toEqual([
    [1, 'one'],
    [2, 'two'],
  ])
  expect((await other.series.load('ia'))?.points).toEqual([point(1)])
  await other.uploader.upload()
  expect(await messages(await startNode(), 'ia')).toEqual(['one', 'two'])
})

test('a sandbox that comes back to a node that has an old copy of its log goes on with the whole log', async () => {
  const first = await startNode()
  await write(first, 'ia', 'one')
  await first.series.save('ia', { resources, points: [point(1)] })
  await first.uploader.upload()
  const second = await startNode()
  await second.history.adopt('ia')
  await write(second, 'ia', 'two')
  await second.series.save('ia', { resources, points: [point(1), point(2)] })
  await second.uploader.upload()
  await first.history.adopt('ia')
  await write(first, 'ia', 'three')
  expect(await messages(first, 'ia')).toEqual(['one', 'two', 'three'])
  expect((await first.series.load('ia'))?.points).toEqual([point(1), point(2)])
})

test('while the object store is away no lost log is begun anew, and what could not be uploaded is later', async () => {
  const node = await startNode()
  await write(node, 'ia', 'one')
  await node.uploader.upload()
  const other = await startNode()
  await other.history.adopt('ia')
  isAway = true
  await expect(write(other, 'ia', 'two')).rejects.toThrow('away')
  await expect(other.logs.read('ia', { direction: 'forward', limit: 1 })).rejects.toThrow('away')
  await write(other, 'ib', 'of another')
  await other.uploader.upload()
  isAway = false
  await other.uploader.upload()
  expect(await messages(await startNode(), 'ib')).toEqual(['of another'])
  await write(other, 'ia', 'two')
  expect(await messages(other, 'ia')).toEqual(['one', 'two'])
})

test('two hundred sandboxes are uploaded as one object a round, and nothing when nothing was written', async () => {
  const node = await startNode()
  const ids = Array.from({ length: 200 }, (_, index) => `i${index}`)
  alive = new Set(ids)
  for (const _ of ['first', 'second']) {
    for (const id of ids) await write(node, id, `of ${id}`)
    await node.uploader.upload()
  }
  await node.uploader.upload()
  expect(stores).toBe(2)
  expect(await messages(await startNode(), 'i7')).toEqual(['of i7', 'of i7'])
})

test('a log that is uploaded for long is in few segments, and in one when its sandbox has ended', async () => {
  const node = await startNode()
  for (let count = 0; count < 100; count++) {
    await write(node, 'ia', `line ${count}`)
    await node.series.save('ia', {
      resources,
      points: Array.from({ length: count + 1 }, (_, at) => point(at + 1)),
    })
    await node.uploader.upload()
    expect(kept.length).toBeLessThanOrEqual(28)
  }
  alive.clear()
  await node.uploader.upload()
  expect(kept.map(({ stream }) => stream).sort()).toEqual(['log', 'metrics'])
  const other = await startNode()
  expect(await messages(other, 'ia')).toHaveLength(100)
  expect((await other.series.read('ia'))?.points).toHaveLength(100)
})

test('a node that starts again uploads what is missing, and nothing twice', async () => {
  const node = await startNode()
  await write(node, 'ia', 'one')
  await write(node, 'ib', 'other')
  await node.uploader.upload()
  await write(node, 'ia', 'two')
  const again = await startNode(node.at)
  await again.uploader.upload()
  expect(kept.map(({ sandboxId, firstNumber, lastNumber }) => [sandboxId, firstNumber, lastNumber])).toEqual([
    ['ia', 1, 1],
    ['ib', 1, 1],
    ['ia', 2, 2],
  ])
  await (await startNode(node.at)).uploader.upload()
  expect(stores).toBe(2)
})

test('of a log that is too long the object store keeps what the node keeps', async () => {
  const node = await startNode()
  const long = 'x'.repeat(400_000)
  for (let count = 0; count < 30; count++) {
    await write(node, 'ia', `${count} ${long}`)
    await node.uploader.upload()
  }
  const here = (await read(node, 'ia')).map(({ number }) => number)
  expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(bounds.sandboxBytesMax * 1.3)
  expect((await read(await startNode(), 'ia')).map(({ number }) => number).slice(-here.length)).toEqual(here)
})

test('a restored log is as old as its entries: its retention ends when it would have', async () => {
  const node = await startNode()
  await write(node, 'ia', 'one')
  await node.uploader.upload()
  expect(kept.map(({ expiresAtMs }) => expiresAtMs)).toEqual([nowMs + hourMs])
  const other = await startNode()
  await read(other, 'ia')
  nowMs += hourMs + 1
  await other.logs.sweep()
  kept = []
  expect(await messages(other, 'ia')).toEqual([])
})
