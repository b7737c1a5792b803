/**
 * Writes to a terminal without blocking, to the program in it or to its reader. Node's own stream writes
 * synchronously: if the terminal is full and nothing reads from it, the stream would block, and with it the whole
 * daemon.
 */
import { writeSync } from 'node:fs'
import { Writable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { isErrno } from '@cay/kit/host/errno.ts'

/** Milliseconds until a write to a full terminal is retried; the system does not report when there is room. */
const retryMsMin = 1
const retryMsMax = 500

type Done = (error?: Error) => void

export class TerminalWriter extends Writable {
  readonly #reading: ReadStream
  readonly #descriptor: number
  #retry: NodeJS.Timeout | undefined
  /** The callback of the write that waits for room. */
  #waiting: Done | undefined

  /**
   * `reading` reads from the file descriptor and closes it when it is destroyed. The file descriptor must be
   * non-blocking.
   */
  constructor(reading: ReadStream, descriptor: number) {
    super()
    this.#reading = reading
    this.#descriptor = descriptor
    reading.once('close', () => this.destroy())
  }

  override _write(bytes: Buffer, _: string, done: Done): void {
    this.#put(bytes, retryMsMin, done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#retry)
    this.#waiting?.(gone())
    done(error)
  }

  #put(bytes: Buffer, retryMs: number, done: Done): void {
    this.#waiting = undefined
    try {
      // Once the stream is destroyed, the number may belong to another file.
      if (this.#reading.destroyed) throw gone()
      const taken = writeSync(this.#descriptor, bytes)
      if (taken === bytes.length) done()
      else this.#later(bytes.subarray(taken), retryMsMin, done)
    } catch (error) {
      if (isErrno(error, 'EAGAIN')) this.#later(bytes, Math.min(retryMs * 2, retryMsMax), done)
      else done(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #later(bytes: Buffer, retryMs: number, done: Done): void {
    this.#waiting = done
    this.#retry = setTimeout(() => this.#put(bytes, retryMs, done), retryMs)
  }
}

function gone(): Error {
  return new Error('the terminal is gone')
}
