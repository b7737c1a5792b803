/**
 * A log file with a bound: at its size it becomes `name.1`, the older ones move up and the oldest goes. Writes are
 * synchronous, so nothing queues up; a write that fails (a full disk) is dropped and told once.
 */
import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { ignoreMissing } from '@cay/kit/host/errno.ts'

export interface RotatingFileOptions {
  /** Bytes of the current file. */
  readonly bytesMax: number
  /** Older files kept beside it. */
  readonly olderMax: number
  readonly onFailure: (error: unknown) => void
}

export class RotatingFile {
  readonly #path: string
  readonly #options: RotatingFileOptions
  #descriptor: number | undefined
  #bytes = 0
  #hasFailed = false

  constructor(path: string, options: RotatingFileOptions) {
    this.#path = path
    this.#options = options
  }

  writeLine(line: string): void {
    const text = Buffer.from(`${line}\n`)
    try {
      if (this.#bytes + text.length > this.#options.bytesMax) this.#rotate()
      this.#bytes += writeSync(this.#open(), text)
    } catch (error) {
      if (!this.#hasFailed) this.#options.onFailure(error)
      this.#hasFailed = true
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }

  #open(): number {
    if (this.#descriptor === undefined) {
      this.#descriptor = openSync(this.#path, 'a', 0o600)
      this.#bytes = fstatSync(this.#descriptor).size
    }
    return this.#descriptor
  }

  #rotate(): void {
    this.close()
    const names = [
      this.#path,
      ...Array.from({ length: this.#options.olderMax }, (_, i) => `${this.#path}.${i + 1}`),
    ]
    for (let index = names.length - 1; index > 0; index--) renameIfThere(names[index - 1], names[index])
    this.#bytes = 0
  }
}

function renameIfThere(from: string | undefined, to: string | undefined): void {
  if (from === undefined || to === undefined) return
  try {
    renameSync(from, to)
  } catch (error) {
    ignoreMissing(error)
  }
}
