/** A thread of the frame workers, started by frame-workers.ts. */
import { parentPort } from 'node:worker_threads'
import {
  type DecodeJob,
  type DigestJob,
  type EncodeJob,
  runDecode,
  runDigest,
  runEncode,
} from './frame-jobs.ts'

export type FrameJob = EncodeJob | DecodeJob | DigestJob

export interface JobMessage {
  readonly id: number
  readonly job: FrameJob
}

/** Properties of errors of the system do not survive the way to another thread by themselves. */
export interface JobFailure {
  readonly message: string
  readonly facts: Readonly<Record<string, unknown>>
}

export interface ResultMessage {
  readonly id: number
  readonly result?: unknown
  readonly failure?: JobFailure
}

parentPort?.on('message', ({ id, job }: JobMessage) => {
  try {
    const { result, buffers } = run(job)
    parentPort?.postMessage({ id, result } satisfies ResultMessage, buffers)
  } catch (error) {
    parentPort?.postMessage({ id, failure: describe(error) } satisfies ResultMessage)
  }
})

interface Done {
  readonly result: unknown
  /** Go with the message, and are not copied. */
  readonly buffers: ArrayBuffer[]
}

function run(job: FrameJob): Done {
  switch (job.kind) {
    case 'encode': {
      const result = runEncode(job)
      const held = [result.encoded?.stored, result.spare]
      return { result, buffers: held.flatMap((bytes) => bytes?.buffer ?? []) }
    }
    case 'decode': {
      const result = runDecode(job)
      return { result, buffers: [result.stored.buffer] }
    }
    case 'digest': {
      const result = runDigest(job)
      return { result, buffers: result.parts.map(({ buffer }) => buffer) }
    }
  }
}

function describe(error: unknown): JobFailure {
  return error instanceof Error
    ? { message: error.message, facts: { ...error } }
    : { message: String(error), facts: {} }
}
