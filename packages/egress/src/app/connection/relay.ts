import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type Transform, Transform as TransformStream } from 'node:stream'
import type { GuardOutcome, HostGuard } from '@cay/core/egress/host-guard.ts'
import type { RawField } from '@cay/core/egress/http-head.ts'
import { forwardBytes, paceStream } from '@cay/kit/host/forward-bytes.ts'
import { bounds } from '../../bounds.ts'
import type { Pacer } from '../fairness/turns.ts'
import type { Connection } from './connection.ts'
import { type PlainResponse, sendPlainResponse } from './plain-response.ts'

/** The two sockets to relay: those of the connection, or TLS on top of each. */
export interface Ends {
  readonly guest: Socket
  readonly remote: Socket
}

export interface RelayOptions {
  /** Bytes that were read from the guest before. */
  readonly first: Buffer
  /** Inspects what the guest sends. */
  readonly inspector: Inspector | undefined
  /** What reading the two takes is the sandbox's share of the thread. */
  readonly pacers: { readonly up: Pacer; readonly down: Pacer }
}

export interface Inspector {
  readonly guard: HostGuard
  /** For a guard that sets fields. An error is the cause of a stop. */
  readonly findFields?: () => Promise<RawField[]>
  /** Called once, with the guard's denial (a text) or the error of `findFields`. Returns the response. */
  readonly onStopped: (cause: unknown) => PlainResponse
}

/**
 * Forwards bytes both ways, with backpressure, until both directions have ended; a half-closed direction leaves the other
 * open. A break on one side resets the other. When the inspector stops the connection, the client gets a response in place of
 * the server's, if it can tell which request that is for.
 */
export async function relay(
  connection: Connection,
  ends: Ends,
  { first, inspector, pacers }: RelayOptions,
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
    else forwardBytes(guest, remote, pacers.up)
    forwardBytes(remote, guest, pacers.down)
  } else {
    const entrance = inspectStream(inspector, remote, onStopped)
    if (first.length > 0) entrance.write(first)
    if (guest.readableEnded) entrance.end()
    else guest.pipe(entrance)
    remote.pipe(guest)
    paceStream(guest, pacers.up)
    paceStream(remote, pacers.down)
  }
  await bothClosed
  pacers.up.end()
  pacers.down.end()
}

function closeOf(socket: Socket): Promise<void> {
  if (socket.closed) return Promise.resolve()
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

interface Stopped {
  readonly answer: PlainResponse
  /** Earlier requests were forwarded: their responses come first. */
  readonly hasPassed: boolean
  /** The fault is on our side, not the client's. */
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

/** Half-closes the upstream and forwards its last responses. False when they take too long. */
async function finish(remote: Socket, guest: Socket): Promise<boolean> {
  remote.pipe(guest, { end: false })
  remote.end()
  if (remote.readableEnded) return true
  try {
    await once(remote, 'end', { signal: AbortSignal.timeout(bounds.farewellMsMax) })
    return true
  } catch {
    // Late, or broken: the client could not tell which request our response is for.
    return false
  }
}

/**
 * Forwards what the guard passes, and holds the rest while the server decides on an upgrade, or while fields are fetched.
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

/** The bytes that hold the status of the response. */
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
