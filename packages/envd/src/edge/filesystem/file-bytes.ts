/**
 * Streams the bytes of an open file and leaves the file open in every case. Node's own file streams close the file
 * descriptor when they are destroyed, and by the time its owner closes it, the number may belong to another file.
 */

import { read, write, writev } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { TransferBudget } from '@cay/core/files/transfer-budget.ts'

/** Every hand-over to a thread is expensive, in gVisor more than elsewhere, so reads use large pieces. */
const readBytesMax = 1024 * 1024
const backlogBytesMax = 4 * 1024 * 1024
const budget = new TransferBudget({ budgetBytes: 32 * 1024 * 1024, pieceBytesMin: 16 * 1024 })
/**
 * Pieces per download: the one that the connection has not accepted, the one queued for it, and the one being read.
 */
const piecesHeld = 3

const readSome = promisify(read)
const writeSome = promisify(write)
const writeSeveral = promisify(writev)

interface Reading {
  readonly first: number
  /** The position of the last byte, inclusive. */
  readonly last: number
  /** If true, a file that ends early is a failure; otherwise it ends the stream. */
  readonly isPromised?: boolean
}

export function fileReader(descriptor: number, reading: Reading): Readable {
  return Readable.from(chunks(descriptor, reading), { objectMode: false, highWaterMark: 1 })
}

async function* chunks(descriptor: number, { first, last, isPromised }: Reading): AsyncGenerator<Buffer> {
  const held: number[] = []
  try {
    for (let at = first; at <= last; ) {
      if (held.length === piecesHeld) budget.release(held.shift() ?? 0)
      const length = budget.take(Math.min(readBytesMax, last - at + 1))
      held.push(length)
      const { bytesRead, buffer } = await readSome(descriptor, Buffer.allocUnsafeSlow(length), 0, length, at)
      if (bytesRead === 0 && isPromised === true) throw new Error('a file became shorter while it was read')
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  } finally {
    for (const bytes of held) budget.release(bytes)
  }
}

/** Resolves or rejects when the system no longer uses the file descriptor; only then may it be closed. */
export async function writeFrom(source: Readable, descriptor: number): Promise<void> {
  const backlogBytes = budget.take(backlogBytesMax)
  let writing: Promise<void> = Promise.resolve()
  const begin = (work: Promise<void>, done: (error?: Error | null) => void) => {
    writing = work.then(() => done(), done)
  }
  const writer = new Writable({
    // Data that arrives while a piece is being written goes out in one write.
    highWaterMark: backlogBytes,
    write: (chunk: Buffer, _, done) => begin(writeAll(descriptor, chunk), done),
    writev: (items, done) => {
      const pieces = items.map(({ chunk }: { chunk: Buffer }) => chunk)
      begin(writePieces(descriptor, pieces), done)
    },
  })
  try {
    // This is not a pipeline, because a pipeline would destroy a request that cannot be written, and its caller must
    // still receive a response.
    await Promise.all([finished(source.pipe(writer)), finished(source, { writable: false })])
  } finally {
    // A destroyed stream does not wait for its last write.
    writer.destroy()
    await writing
    budget.release(backlogBytes)
  }
}

async function writePieces(descriptor: number, pieces: Buffer[]): Promise<void> {
  const { bytesWritten } = await writeSeveral(descriptor, pieces)
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (bytesWritten < total) await writeAll(descriptor, Buffer.concat(pieces).subarray(bytesWritten))
}

async function writeAll(descriptor: number, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await writeSome(descriptor, bytes, at, bytes.length - at, null)
    at += bytesWritten
  }
}
