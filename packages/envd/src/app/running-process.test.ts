import { RingBudget } from '@cay/core/process/ring-budget.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StartedProcess } from '../ports.ts'
import { ResumableStreams } from './resumable-streams.ts'
import { keptBytesMax, RunningProcess } from './running-process.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const streamOf = { deadlineAtMs: undefined }
const bytes = (count: number) => new Uint8Array(count)
const end = { exitCode: 0, exited: true, status: 'exit status 0', error: undefined }

function running(budgetBytes = Number.POSITIVE_INFINITY) {
  const streams = new ResumableStreams()
  const ringBudget = new RingBudget(budgetBytes)
  const process = new RunningProcess({ streams, ringBudget, onEnd: () => undefined })
  const output = { isPaused: false }
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
    signal: () => true,
  }
  process.attach(started)
  return { process, streams, ringBudget, output }
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
  vi.advanceTimersByTime(4500)
  expect(output.isPaused).toBe(true)
  vi.advanceTimersByTime(500)
  expect(output.isPaused).toBe(false)
})

test('it goes on as soon as the stream is taken up, or given up', () => {
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
  vi.advanceTimersByTime(5000)
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
