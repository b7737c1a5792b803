import { RingBudget } from '@cay/core/process/ring-budget.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StartedProcess } from '../../ports/process.ts'
import { ResumableStreams } from '../streams/resumable-streams.ts'
import { OutputBudget, queuedBytesMax, queuedBytesOfAll } from './output-budget.ts'
import { keptBytesMax, RunningProcess } from './running-process.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const streamOf = { deadlineAtMs: undefined }
const bytes = (count: number) => new Uint8Array(count)
const end = { exitCode: 0, exited: true, status: 'exit status 0', error: undefined }

function running(budgetBytes = Number.POSITIVE_INFINITY) {
  const streams = new ResumableStreams()
  const ringBudget = new RingBudget(budgetBytes)
  const outputBudget = new OutputBudget()
  const process = new RunningProcess({ streams, ringBudget, outputBudget, onEnd: () => undefined })
  const output = { isPaused: false }
  const signals: number[] = []
  const started: StartedProcess = {
    pid: 5,
    write: () => Promise.resolve(),
    closeInput: () => undefined,
    resize: () => undefined,
    pauseOutput: () => {
      output.isPaused = true
    },
    resumeOutput: () => {
      output.isPaused = false
    },
    release: () => undefined,
    signal: (number) => signals.push(number) > 0,
    signalGroup: () => true,
  }
  process.attach(started)
  return { process, streams, ringBudget, outputBudget, output, signals }
}

function cutStream(process: RunningProcess) {
  const stream = process.openStream('a', streamOf)
  const view = process.readStream(stream, 0)
  if (view !== undefined) process.leave(view.reader)
  process.cutStream(stream)
  return stream
}

test('a process waits for a stream that was cut, for as long as the sandbox runs for some seconds', () => {
  const { process, output } = running()
  cutStream(process)
  process.output('stdout', bytes(500_000))
  expect(output.isPaused).toBe(false)
  process.output('stdout', bytes(500_000))
  expect(output.isPaused).toBe(true)
  vi.advanceTimersByTime(9500)
  expect(output.isPaused).toBe(true)
  vi.advanceTimersByTime(500)
  expect(output.isPaused).toBe(false)
})

test('it continues as soon as the stream is resumed or dropped', () => {
  const { process, output } = running()
  const stream = cutStream(process)
  process.output('stdout', bytes(1_000_000))
  process.readStream(stream, 0)
  expect(output.isPaused).toBe(false)
  const other = cutStream(process)
  process.output('stdout', bytes(1_000_000))
  expect(output.isPaused).toBe(true)
  other.drop()
  expect(output.isPaused).toBe(false)
})

test('a stream that was cut for too long has a hole, and it is known', () => {
  const { process } = running()
  const stream = cutStream(process)
  process.output('stdout', bytes(1_000_000))
  vi.advanceTimersByTime(10_000)
  process.output('stdout', bytes(keptBytesMax))
  expect(process.readStream(stream, 0)?.lostCount).toBeGreaterThan(0)
})

test('what all processes keep together is bounded, at the cost of the fullest', () => {
  const { process, ringBudget } = running(1_000_000)
  const stream = cutStream(process)
  process.output('stdout', bytes(2_000_000))
  expect(ringBudget.bytes).toBeLessThanOrEqual(1_000_000)
  expect(process.readStream(stream, 0)?.lostCount).toBeGreaterThan(0)
})

test('nothing is kept for readers that cannot come back, nor once the last stream has gone', () => {
  const { process, ringBudget } = running()
  process.read()
  process.output('stdout', bytes(1000))
  expect(ringBudget.bytes).toBe(0)
  const stream = cutStream(process)
  process.output('stdout', bytes(1000))
  expect(ringBudget.bytes).toBeGreaterThan(1000)
  stream.drop()
  expect(ringBudget.bytes).toBe(0)
})

/**
 * A program that writes as fast as backpressure allows, for a given amount, to a reader that reads one piece at
 * intervals.
 */
async function readAtPace(totalBytes: number, takeEveryMs: number) {
  const { process, output } = running()
  const events = process.read()[Symbol.asyncIterator]()
  const read = { bytes: 0, notices: '', worstWaitMs: 0 }
  let written = 0
  let pausedMs = 0
  for (let ms = 0; ; ms += 100) {
    while (!output.isPaused && written < totalBytes) {
      process.output('stdout', bytes(pieceBytes))
      written += pieceBytes
    }
    pausedMs = output.isPaused ? pausedMs + 100 : 0
    read.worstWaitMs = Math.max(read.worstWaitMs, pausedMs)
    if (written === totalBytes && ms % takeEveryMs === 0) {
      process.drained()
      process.reaped(end)
    }
    if (ms % takeEveryMs === 0) {
      const { value } = await events.next()
      if (value?.kind === 'end') return read
      if (value?.source === 'stderr') read.notices += Buffer.from(value.bytes).toString()
      else read.bytes += value?.kind === 'output' ? value.bytes.length : 0
    }
    vi.advanceTimersByTime(100)
  }
}
const pieceBytes = 32 * 1024
const totalBytes = 200 * pieceBytes

test.each([100, 1000, 9000])('a reader that takes a piece every %i ms loses nothing', async (takeEveryMs) => {
  expect(await readAtPace(totalBytes, takeEveryMs)).toMatchObject({ bytes: totalBytes, notices: '' })
})

test('a reader that takes nothing holds the process up once, and is told what it has lost', async () => {
  const { worstWaitMs, bytes: read, notices } = await readAtPace(totalBytes, 60_000)
  expect(worstWaitMs).toBeLessThanOrEqual(11_000)
  const lost = Number(/(\d+) bytes of output lost/.exec(notices)?.[1])
  expect(read + lost).toBe(totalBytes)
})

test('readers that had stopped reading held two megabytes each, however many they were', async () => {
  const { process, output, outputBudget } = running()
  const readers = Array.from({ length: 500 }, () => process.read())
  const reading = readers.map((reader) => reader[Symbol.asyncIterator]())
  // Every reader has begun and then stalls.
  process.output('stdout', bytes(1))
  await Promise.all(reading.map((events) => events.next()))
  for (let ms = 0; ms < 20_000; ms += 100) {
    for (let pieces = 0; pieces < 20 && !output.isPaused; pieces++)
      process.output('stdout', bytes(pieceBytes))
    vi.advanceTimersByTime(100)
  }
  expect(outputBudget.bytes).toBeLessThan(queuedBytesOfAll + readers.length * 200_000)
  expect(outputBudget.bytes).toBeLessThan((readers.length * queuedBytesMax) / 4)
  await Promise.all(reading.map((events) => events.return?.()))
  expect(outputBudget.bytes).toBe(0)
})

test('a process whose output others hold could not be ended once it was gone, and its signal could meet another', () => {
  const { process, signals } = running()
  process.reaped(end)
  vi.advanceTimersByTime(60_000)
  expect(process.hasEnded).toBe(false)
  expect(process.kill(9)).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(process.hasEnded).toBe(true)
  expect(signals).toEqual([])
})

test('half a minute after the end nothing is kept any more', () => {
  const { process, ringBudget, streams } = running()
  cutStream(process)
  process.output('stdout', bytes(1000))
  process.reaped(end)
  process.drained()
  vi.advanceTimersByTime(29_000)
  expect([ringBudget.bytes > 1000, streams.find('a')?.name]).toEqual([true, 'a'])
  vi.advanceTimersByTime(1000)
  expect([ringBudget.bytes, streams.find('a')]).toEqual([0, undefined])
})

test('what a reader or a stream has yet to get is its own, whatever becomes of the memory it was read into', async () => {
  const { process } = running()
  const reader = process.read()
  const stream = cutStream(process)
  const shared = Buffer.from('output')
  process.output('stdout', shared)
  shared.fill('x')
  process.drained()
  process.reaped(end)
  const later = process.readStream(stream, 0)?.reader ?? []
  for (const events of [reader, later]) {
    const texts: string[] = []
    for await (const event of events) {
      if (event.kind === 'output') texts.push(Buffer.from(event.bytes).toString())
    }
    expect(texts).toEqual(['output'])
  }
})
