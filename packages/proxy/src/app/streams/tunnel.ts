import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { toDownstreamHeaders } from '@cay/core/routing/forwarded-headers.ts'
import { type Interruption, interruptionMessages } from '@cay/core/routing/interruption.ts'
import { headerTokens } from '@cay/core/routing/raw-headers.ts'
import { closeFrame, WebSocketFrameTracker } from '@cay/core/routing/websocket-frame-tracker.ts'
import { bounds } from '../../bounds.ts'
import type { Downstream } from '../downstream/downstream.ts'

export interface Switched {
  /** The guest's consent. */
  readonly upstreamResponse: IncomingMessage
  readonly upstream: Duplex
  /** What the guest sent behind it. */
  readonly head: Buffer
}

export interface Tunnel {
  /** Tells the client in the words of the protocol, and ends its side in order. False where there is no place for words. */
  interrupt(by: Interruption): boolean
}

/** After a switch of protocols the two connections are one: bytes and ends of either side go to the other. */
export function openTunnel(downstream: Downstream, { upstreamResponse, upstream, head }: Switched): Tunnel {
  const { response, socket } = downstream
  response.detachSocket(socket)
  socket.setTimeout(bounds.idleMsMax, () => socket.resetAndDestroy())
  socket.write(switchHead(upstreamResponse), 'latin1')
  if (head.length > 0) socket.write(head)
  for (const early of downstream.takeOver?.() ?? []) upstream.write(early)
  const onUpstreamClose = () => {
    // An end of the guest has reached the client through the pipe; anything else is a break.
    if (!upstream.readableEnded || upstream.errored !== null) socket.resetAndDestroy()
  }
  upstream.once('close', onUpstreamClose)
  const frames = followFrames(upstreamResponse, upstream, head)
  upstream.pipe(socket)
  socket.pipe(upstream)
  return {
    interrupt(by) {
      if (frames?.isBetweenFrames !== true || upstream.readableEnded) return false
      upstream.off('close', onUpstreamClose)
      upstream.unpipe(socket)
      socket.unpipe(upstream)
      socket.end(closeFrame(interruptionMessages[by]))
      // Its own Close, and what it had on the way.
      socket.resume()
      socket.setTimeout(bounds.closeMsMax)
      return true
    },
  }
}

/** Undefined for protocols in which we cannot say anything. */
function followFrames(
  upstreamResponse: IncomingMessage,
  upstream: Duplex,
  head: Buffer,
): WebSocketFrameTracker | undefined {
  if (!headerTokens(upstreamResponse.rawHeaders, 'upgrade').includes('websocket')) return undefined
  const frames = new WebSocketFrameTracker()
  frames.push(head)
  upstream.on('data', (chunk: Buffer) => frames.push(chunk))
  return frames
}

function switchHead(upstreamResponse: IncomingMessage): string {
  const headers = toDownstreamHeaders(upstreamResponse.rawHeaders, { body: 'close', isUpgrade: true })
  let text = `HTTP/1.1 ${upstreamResponse.statusCode} ${upstreamResponse.statusMessage ?? ''}\r\n`
  for (let i = 0; i + 1 < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`
  return `${text}\r\n`
}
