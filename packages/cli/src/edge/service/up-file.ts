import { readFile, rm } from 'node:fs/promises'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import { parseUpRecord, renderUpRecord, type UpRecord } from '../../dialect/service/up-record.ts'
import type { UpFile } from '../../ports/supervisor.ts'

/** Undefined when there is no such file, none for our eyes, or none that can be read as one. */
export async function readUpFile(path: string): Promise<UpRecord | undefined> {
  try {
    return parseUpRecord(await readFile(path, 'utf8'))
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'EACCES')) return undefined
    throw error
  }
}

export function openUpFile(path: string, record: UpRecord): UpFile {
  return new OwnUpFile(path, record)
}

class OwnUpFile implements UpFile {
  readonly #path: string
  readonly #writes = new SerialQueue()
  #record: UpRecord

  constructor(path: string, record: UpRecord) {
    this.#path = path
    this.#record = record
  }

  change(next: (record: UpRecord) => UpRecord): Promise<void> {
    this.#record = next(this.#record)
    return this.#writes.run('file', () => writeAtomic(this.#path, renderUpRecord(this.#record)))
  }

  remove(): Promise<void> {
    return this.#writes.run('file', () => rm(this.#path, { force: true }))
  }
}
