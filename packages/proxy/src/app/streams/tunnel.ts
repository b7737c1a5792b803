import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { toDownstreamHeaders } from '@cay/core/routing/forwarded-headers.ts'
import { type Interruption, interruptionMessages } from '@cay/core/routing/interruption.ts'
import { headerTokens, type RawHeaders } from '@cay/core/routing/raw-headers.ts'
import { closeFrame, WebSocketFrameTracker } from '@cay/core/routing/websocket-frame-tracker.ts'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import { bounds } from '../../bounds.ts'
import type { Downstream } from '../downstream/downstream.ts'

export interface UpgradeResponse {
  /** The server's 101 response. */
  readonly upstreamResponse: IncomingMessage
  readonly upstream: Duplex
  /** Bytes that the server sent behind it. */
  readonly head: Buffer
}

export interface Tunnel {
  /**
   * Tells the client in its protocol and closes the connection gracefully. False when the protocol has no message for
   * that.
   */
  interrupt(by: Interruption): boolean
}

/** After an upgrade: pipes bytes and ends in both directions. */
export function openTunnel(
  downstream: Downstream,
  { upstreamResponse, upstream, head }: UpgradeResponse,
): Tunnel {
  const { response, socket } = downstream
  response.detachSocket(socket)
  socket.setTimeout(bounds.idleMsMax, () => resetConnection(socket))
  socket.write(renderUpgradeResponse(upstreamResponse, downstream.request.rawHeaders), 'latin1')
  if (head.length > 0) socket.write(head)
  for (const early of downstream.takeOver?.() ?? []) upstream.write(early)
  const onUpstreamClose = () => {
    // The pipe has forwarded a graceful close of the server; anything else is a failure.
    if (!upstream.readableEnded || upstream.errored !== null) resetConnection(socket)
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
      // The client's own Close frame, and what else it had on the way.
      socket.resume()
      socket.setTimeout(bounds.closeMsMax)
      return true
    },
  }
}

/** Undefined for protocols in which the proxy cannot send a message. */
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

function renderUpgradeResponse(upstreamResponse: IncomingMessage, request: RawHeaders): string {
  const framing = { body: 'close', isUpgrade: true } as const
  const headers = toDownstreamHeaders(upstreamResponse.rawHeaders, framing, request)
  let text = `HTTP/1.1 ${upstreamResponse.statusCode} ${upstreamResponse.statusMessage ?? ''}\r\n`
  for (let i = 0; i + 1 < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`
  return `${text}\r\n`
}
