/**
 * The bytes of an open file as streams that leave the file open whatever happens to them. Node's own file streams close
 * the descriptor when they are cut off, and it may belong to somebody else by the time its owner closes it.
 */

import { read, write, writev } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'

const transferBytes = 256 * 1024
/** What may wait for the disk while more arrives; it is written in one go. */
const backlogBytesMax = 1024 * 1024

const readSome = promisify(read)
const writeSome = promisify(write)
const writeSeveral = promisify(writev)

/** From the first to the last byte, both included; ends early when the file does. */
export function fileReader(descriptor: number, { first, last }: { first: number; last: number }): Readable {
  return Readable.from(chunks(descriptor, first, last), { objectMode: false, highWaterMark: transferBytes })
}

async function* chunks(descriptor: number, first: number, last: number): AsyncGenerator<Buffer> {
  for (let at = first; at <= last; ) {
    const length = Math.min(transferBytes, last - at + 1)
    const { bytesRead, buffer } = await readSome(descriptor, Buffer.allocUnsafeSlow(length), 0, length, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

export function fileWriter(descriptor: number): Writable {
  return new Writable({
    highWaterMark: backlogBytesMax,
    write: (chunk: Buffer, _, done) => settle(writeAll(descriptor, chunk), done),
    writev: (items, done) =>
      settle(
        writeItems(
          descriptor,
          items.map(({ chunk }) => chunk),
        ),
        done,
      ),
  })
}

function settle(work: Promise<void>, done: (error?: Error | null) => void): void {
  work.then(() => done(), done)
}

async function writeItems(descriptor: number, items: Buffer[]): Promise<void> {
  const { bytesWritten } = await writeSeveral(descriptor, items)
  const total = items.reduce((sum, item) => sum + item.length, 0)
  if (bytesWritten < total) await writeAll(descriptor, Buffer.concat(items).subarray(bytesWritten))
}

async function writeAll(descriptor: number, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await writeSome(descriptor, bytes, at, bytes.length - at, null)
    at += bytesWritten
  }
}
