import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type Transform, Transform as TransformStream } from 'node:stream'
import type { GuardOutcome, HostGuard } from '@cay/core/egress/host-guard.ts'
import type { RawField } from '@cay/core/egress/http-head.ts'
import { forwardBytes } from '@cay/kit/host/forward-bytes.ts'
import { bounds } from '../bounds.ts'
import type { Connection } from './connection.ts'
import { type PlainResponse, sendPlainResponse } from './plain-response.ts'

/** What is carried: the two ends of the connection itself, or TLS on top of each. */
export interface Ends {
  readonly guest: Socket
  readonly remote: Socket
}

export interface RelayOptions {
  /** Was read off the guest before. */
  readonly first: Buffer
  /** Watches what the guest sends. */
  readonly inspector: Inspector | undefined
}

export interface Inspector {
  readonly guard: HostGuard
  /** For a guard that sets fields. What it throws is the cause of a stop. */
  readonly findFields?: () => Promise<RawField[]>
  /** Told once, of the guard's refusal (a text) or of what kept fields from being found. Says what to answer. */
  readonly onStopped: (cause: unknown) => PlainResponse
}

/**
 * Carries bytes both ways, with the pace of the slower side, until both directions have ended; the end of one direction
 * leaves the other open. What breaks on one side is reset on the other. What the watch stops ends with an answer in the
 * place of the server's, where the client can tell what it is for.
 */
export async function relay(
  connection: Connection,
  ends: Ends,
  { first, inspector }: RelayOptions,
): Promise<void> {
  const { guest, remote } = ends
  const bothClosed = Promise.all([closeOf(guest), closeOf(remote)])
  let isStopped = false
  for (const side of [guest, remote]) {
    // An error is followed by a close.
    side.on('error', () => undefined)
    side.once('close', () => {
      const isInOrder = side.readableEnded && side.writableFinished
      if (!isInOrder && !(isStopped && side === remote)) connection.reset()
    })
  }
  guest.setTimeout(bounds.idleHoursMax * 3_600_000, () => connection.reset())
  const onStopped = (stopped: Stopped) => {
    isStopped = true
    void stop(connection, ends, stopped)
  }
  if (inspector === undefined) {
    if (first.length > 0) remote.write(first)
    if (guest.readableEnded) remote.end()
    else forwardBytes(guest, remote)
    forwardBytes(remote, guest)
  } else {
    const entrance = inspectStream(inspector, remote, onStopped)
    if (first.length > 0) entrance.write(first)
    if (guest.readableEnded) entrance.end()
    else guest.pipe(entrance)
    remote.pipe(guest)
  }
  await bothClosed
}

function closeOf(socket: Socket): Promise<void> {
  if (socket.closed) return Promise.resolve()
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

interface Stopped {
  readonly answer: PlainResponse
  /** Earlier requests went on: their answers come first. */
  readonly hasPassed: boolean
  /** The client did nothing wrong. */
  readonly isFault: boolean
}

async function stop(
  connection: Connection,
  { guest, remote }: Ends,
  { answer, hasPassed, isFault }: Stopped,
): Promise<void> {
  remote.unpipe(guest)
  guest.unpipe()
  if (!hasPassed || (isFault && (await finish(remote, guest)))) await sendPlainResponse(guest, answer)
  connection.reset()
}

/** Says to the server that there is no more, and carries what it still answers. False when it goes on for too long. */
async function finish(remote: Socket, guest: Socket): Promise<boolean> {
  remote.pipe(guest, { end: false })
  remote.end()
  if (remote.readableEnded) return true
  try {
    await once(remote, 'end', { signal: AbortSignal.timeout(bounds.farewellMsMax) })
    return true
  } catch {
    // Late, or broken: the client could not tell whose answer ours is.
    return false
  }
}

/**
 * Lets through what the guard does, and waits with the rest while the server decides on a switch of protocols, or while
 * fields are found.
 */
function inspectStream(
  { guard, findFields, onStopped }: Inspector,
  remote: Socket,
  stopNow: (stopped: Stopped) => void,
): Transform {
  let hasPassed = false
  const stopFor = (cause: unknown) =>
    stopNow({ answer: onStopped(cause), hasPassed, isFault: typeof cause !== 'string' })
  const stream = new TransformStream({
    transform(chunk: Buffer, _encoding, done) {
      pass(guard.push(chunk), done)
    },
  })
  const pass = ({ pass: pieces, refused }: GuardOutcome, done: () => void) => {
    for (const piece of pieces) {
      hasPassed = true
      stream.push(piece)
    }
    if (refused !== undefined) stopFor(refused)
    else if (guard.isSwitching) onAnswer(remote, (answer) => pass(guard.onAnswer(answer), done))
    else if (guard.isWaitingForFields && findFields !== undefined) {
      findFields().then((fields) => pass(guard.onFields(fields), done), stopFor)
    } else done()
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
