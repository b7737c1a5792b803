/**
 * A TCP connection that another connection carries in frames (core/tunnel/tcp-frames.ts), seen from one end: bytes and the end of each
 * direction pass by themselves, and what breaks on one side breaks the other.
 */

import { Socket } from 'node:net'
import { type Duplex, Transform } from 'node:stream'
import { frameKinds, renderFrame, TcpFrameReader } from '@cay/core/tunnel/tcp-frames.ts'
import { resetConnection } from './reset-connection.ts'

export interface CarryOptions {
  /** Something is sent this often, so that nothing on the way takes the carrier for an idle connection. Absent: nothing is. */
  readonly keepaliveMs?: number
}

/** Resolves when both directions have ended and the carrier is closed. Throws when one of the two broke; both are closed then. */
export function carryTcp(carrier: Duplex, local: Duplex, { keepaliveMs }: CarryOptions = {}): Promise<void> {
  const sending = frameSender()
  const receiving = frameReceiver()
  let directionsLeft = 2
  const onDirectionEnd = () => {
    directionsLeft -= 1
    if (directionsLeft === 0) carrier.end()
  }
  sending.once('end', onDirectionEnd)
  receiving.once('end', onDirectionEnd)
  const keepalive = keepaliveMs === undefined ? undefined : setInterval(keepOpen, keepaliveMs)
  keepalive?.unref()
  function keepOpen(): void {
    if (!carrier.writableEnded) carrier.write(renderFrame(frameKinds.data))
  }
  const carried = new Promise<void>((resolve, reject) => {
    const fail = (cause: unknown) => {
      // All that was to pass has passed.
      if (directionsLeft === 0) return
      for (const stream of [carrier, local]) breakOff(stream)
      reject(cause)
    }
    for (const stream of [carrier, local, sending, receiving]) stream.on('error', fail)
    carrier.once('close', () => {
      fail(new Error('the connection was cut'))
      resolve()
    })
    local.once('close', () => {
      // What it sent may still be on its way to the carrier.
      if (!local.readableEnded || !local.writableFinished) fail(new Error('the connection was closed'))
    })
    // One that is gone already does not say so again.
    if (carrier.destroyed || local.destroyed) return fail(new Error('the connection was closed'))
    local.pipe(sending).pipe(carrier, { end: false })
    carrier.pipe(receiving).pipe(local)
  })
  return carried.finally(() => clearInterval(keepalive))
}

function frameSender(): Transform {
  return new Transform({
    transform: (chunk: Buffer, _, done) => done(null, renderFrame(frameKinds.data, chunk)),
    flush: (done) => done(null, renderFrame(frameKinds.end)),
  })
}

function frameReceiver(): Transform {
  const reader = new TcpFrameReader()
  let hasEnded = false
  return new Transform({
    transform(chunk: Buffer, _, done) {
      try {
        const received = reader.read(chunk)
        for (const bytes of received.data) this.push(bytes)
        if (received.hasEnded && !hasEnded) this.push(null)
        hasEnded = received.hasEnded
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
    flush: (done) => done(hasEnded ? null : new Error('the connection was cut')),
  })
}

/** A connection that breaks is reset, so that the other end does not take it for a proper end. */
function breakOff(stream: Duplex): void {
  // Node can reset no connection with TLS.
  if (stream instanceof Socket && !('encrypted' in stream)) resetConnection(stream)
  else stream.destroy()
}
