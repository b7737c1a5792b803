import type { Socket } from 'node:net'
import { type Transform, Transform as TransformStream } from 'node:stream'
import type { HostGuard } from '@cay/core/egress/host-guard.ts'
import { bounds } from '../bounds.ts'
import type { Connection } from './connection.ts'

export interface RelayOptions {
  /** Was read off the guest before. */
  readonly first: Buffer
  /** Watches what the guest sends. */
  readonly guard: HostGuard | undefined
}

/**
 * Carries bytes both ways, with the pace of the slower side, until both directions have ended; the end of one direction
 * leaves the other open. What breaks on one side is reset on the other. Returns the guard's refusal if that ended it.
 */
export async function relay(
  connection: Connection,
  remote: Socket,
  options: RelayOptions,
): Promise<string | undefined> {
  const { guest } = connection
  const bothClosed = Promise.all([closeOf(guest), closeOf(remote)])
  let refused: string | undefined
  for (const side of [guest, remote]) {
    // An error is followed by a close.
    side.on('error', () => undefined)
    side.once('close', () => {
      if (!side.readableEnded || !side.writableFinished) connection.reset()
    })
  }
  guest.setTimeout(bounds.idleHoursMax * 3_600_000, () => connection.reset())
  const onRefused = (rule: string) => {
    refused = rule
    connection.reset()
  }
  const entrance = options.guard === undefined ? remote : guardStream(options.guard, remote, onRefused)
  if (options.first.length > 0) entrance.write(options.first)
  if (guest.readableEnded) entrance.end()
  else guest.pipe(entrance)
  remote.pipe(guest)
  await bothClosed
  return refused
}

function closeOf(socket: Socket): Promise<void> {
  if (socket.closed) return Promise.resolve()
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

/** Lets through what the guard does, and waits with the rest while the server decides on a switch of protocols. */
function guardStream(guard: HostGuard, remote: Socket, onRefused: (rule: string) => void): Transform {
  const stream = new TransformStream({
    transform(chunk: Buffer, _encoding, done) {
      pass(guard.push(chunk), done)
    },
  })
  const pass = ({ pass: pieces, refused }: ReturnType<HostGuard['push']>, done: () => void) => {
    for (const piece of pieces) stream.push(piece)
    if (refused !== undefined) onRefused(refused)
    else if (guard.isSwitching) onAnswer(remote, (answer) => pass(guard.onAnswer(answer), done))
    else done()
  }
  stream.pipe(remote)
  return stream
}

/** So many bytes tell whether the server agreed. */
const answerBytes = 12

function onAnswer(remote: Socket, then: (answer: Buffer) => void): void {
  let answer = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    answer = Buffer.concat([answer, chunk.subarray(0, answerBytes)])
    if (answer.length < answerBytes) return
    remote.off('data', onData)
    then(answer)
  }
  remote.on('data', onData)
}
