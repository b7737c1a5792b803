/**
 * The threads of a process that do the work of frames. They are started when there is work and end when there was none for a
 * while. Files are read, and buffers are handed over, without a copy; what a thread is doing nobody interrupts.
 *
 * A thread that dies fails what it was given; the next job starts another one.
 */
import { Worker } from 'node:worker_threads'
import { frameBytes, storedFrameBytesMax } from '../dialect/format.ts'
import type { FrameBuffer, FrameWorkers } from '../ports/frame-workers.ts'
import { createFrameBuffers } from './frame-buffers.ts'
import type { DecodeResult, EncodeResult } from './frame-jobs.ts'
import type { FrameJob, JobFailure, JobMessage, ResultMessage } from './frame-worker.ts'

export interface FrameWorkersOptions {
  /** Milliseconds without work after which the threads end and the buffers are freed. */
  readonly idleMs?: number
  /** For tests: a thread that takes and sends the messages of frame-worker.ts. */
  readonly startThread?: () => Worker
}

export interface FrameWorkerPool extends FrameWorkers {
  /** Those that run now. */
  threadCount(): number
}

const threadsMax = 4
/** A node stores logs more often than that, so a pause finds a thread that runs: the start of one takes a tenth of a second. */
const defaultIdleMs = 60_000
/** Content of frames: a thread that is given as much is through with it before another one has started. */
const loadBytesMin = 2 * frameBytes
/** What the objects in flight of a process hold. */
const buffersKeptMax = 40

/** One per process. */
export function frameWorkers(
  processors: number,
  { idleMs = defaultIdleMs, startThread = startFrameWorker }: FrameWorkersOptions = {},
): FrameWorkerPool {
  const count = Math.max(1, Math.min(processors, threadsMax))
  const buffers = createFrameBuffers(buffersKeptMax)
  const threads = new Set<FrameThread>()
  let idle: NodeJS.Timeout | undefined

  const end = () => {
    for (const thread of threads) thread.end()
    threads.clear()
    buffers.clear()
  }
  const choose = () => {
    const [freest] = [...threads].sort((one, other) => one.load() - other.load())
    if (freest !== undefined && (freest.load() < loadBytesMin || threads.size >= count)) return freest
    const started = createThread(startThread(), () => threads.delete(started))
    threads.add(started)
    return started
  }
  const run = async <Result>(job: FrameJob, given: readonly FrameBuffer[]): Promise<Result> => {
    clearTimeout(idle)
    try {
      // What a job of that kind results in: frame-worker.ts.
      return (await choose().run(job, given)) as Result
    } finally {
      if ([...threads].every((thread) => thread.load() === 0)) {
        clearTimeout(idle)
        idle = setTimeout(end, idleMs).unref()
      }
    }
  }
  return {
    count,
    buffers,
    threadCount: () => threads.size,
    async encode(place) {
      const spare = buffers.take(storedFrameBytesMax)
      const result = await run<EncodeResult>({ kind: 'encode', place, spare }, [spare])
      if (result.spare !== undefined) buffers.give(result.spare)
      return result.encoded
    },
    async decode(stored, place) {
      const result = await run<DecodeResult>({ kind: 'decode', place, stored }, [stored])
      buffers.give(result.stored)
      return result.outcome
    },
    digest: (parts) => run({ kind: 'digest', parts }, parts),
  }
}

function startFrameWorker(): Worker {
  // Of the options that this process was started with none is for a thread.
  return new Worker(new URL('./frame-worker.ts', import.meta.url), { execArgv: [] })
}

interface FrameThread {
  run(job: FrameJob, given: readonly FrameBuffer[]): Promise<unknown>
  /** Bytes of work that it was given and is not through with. */
  load(): number
  end(): void
}

/** What a thread has to hash, and to compress or decompress: of a frame its content, however little is stored of it. */
function loadOf(job: FrameJob): number {
  if (job.kind === 'digest') return job.parts.reduce((sum, { length }) => sum + length, 0)
  return job.place.name.bytes
}

interface Running {
  readonly bytes: number
  resolve(result: unknown): void
  reject(error: Error): void
}

function createThread(worker: Worker, onEnd: () => void): FrameThread {
  const running = new Map<number, Running>()
  let nextId = 0
  const fail = (why: string, cause?: unknown) => {
    onEnd()
    const error = new Error(`a thread that compresses and encrypts files ended: ${why}`, { cause })
    for (const { reject } of running.values()) reject(error)
    running.clear()
  }
  worker.on('message', ({ id, result, failure }: ResultMessage) => {
    const job = running.get(id)
    running.delete(id)
    if (running.size === 0) worker.unref()
    if (failure === undefined) job?.resolve(result)
    else job?.reject(errorOf(failure))
  })
  worker.on('error', (error) => fail(String(error), error))
  worker.on('messageerror', (error) => fail(String(error), error))
  worker.on('exit', (code) => fail(`exit code ${code}`))
  worker.unref()
  return {
    load: () => [...running.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    end: () => void worker.terminate(),
    run(job, given) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const id = nextId++
      const bytes = loadOf(job)
      worker.postMessage(
        { id, job } satisfies JobMessage,
        given.map(({ buffer }) => buffer),
      )
      running.set(id, { bytes, resolve, reject })
      worker.ref()
      return promise
    },
  }
}

const errorOf = ({ message, facts }: JobFailure): Error => Object.assign(new Error(message), facts)
