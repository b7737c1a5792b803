/**
 * The bytes of an open file as streams that leave the file open whatever happens to them. Node's own file streams close
 * the descriptor when they are cut off, and it may belong to somebody else by the time its owner closes it.
 */

import { read, write, writev } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { TransferBudget } from '@cay/core/files/transfer-budget.ts'

/** Every hand-over to a thread costs, in gVisor more than elsewhere: large pieces pay. */
const readBytesMax = 1024 * 1024
const backlogBytesMax = 4 * 1024 * 1024
const budget = new TransferBudget({ budgetBytes: 32 * 1024 * 1024, pieceBytesMin: 16 * 1024 })
/** Pieces of one download: what the connection has not taken, what waits for it, and what is being read. */
const piecesHeld = 3

const readSome = promisify(read)
const writeSome = promisify(write)
const writeSeveral = promisify(writev)

interface Reading {
  readonly first: number
  /** Included. */
  readonly last: number
  /** A file that ends early is a failure; otherwise it is the end. */
  readonly isPromised?: boolean
}

export function fileReader(descriptor: number, reading: Reading): Readable {
  return Readable.from(chunks(descriptor, reading), { objectMode: false, highWaterMark: 1 })
}

async function* chunks(descriptor: number, { first, last, isPromised }: Reading): AsyncGenerator<Buffer> {
  const held: number[] = []
  try {
    for (let at = first; at <= last; ) {
      if (held.length === piecesHeld) budget.giveBack(held.shift() ?? 0)
      const length = budget.take(Math.min(readBytesMax, last - at + 1))
      held.push(length)
      const { bytesRead, buffer } = await readSome(descriptor, Buffer.allocUnsafeSlow(length), 0, length, at)
      if (bytesRead === 0 && isPromised === true) throw new Error('a file became shorter while it was read')
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  } finally {
    for (const bytes of held) budget.giveBack(bytes)
  }
}

/** Resolves or fails when the system is done with the descriptor: from then on it may be closed. */
export async function writeFrom(source: Readable, descriptor: number): Promise<void> {
  const backlogBytes = budget.take(backlogBytesMax)
  let writing: Promise<void> = Promise.resolve()
  const begin = (work: Promise<void>, done: (error?: Error | null) => void) => {
    writing = work.then(() => done(), done)
  }
  const writer = new Writable({
    // What arrives while a piece is written goes out in one go.
    highWaterMark: backlogBytes,
    write: (chunk: Buffer, _, done) => begin(writeAll(descriptor, chunk), done),
    writev: (items, done) => {
      const pieces = items.map(({ chunk }: { chunk: Buffer }) => chunk)
      begin(writePieces(descriptor, pieces), done)
    },
  })
  try {
    // Not as a pipeline: a request that cannot be written is not destroyed, its caller is still to be answered.
    await Promise.all([finished(source.pipe(writer)), finished(source, { writable: false })])
  } finally {
    // A stream that is cut off does not wait for its last piece.
    writer.destroy()
    await writing
    budget.giveBack(backlogBytes)
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
