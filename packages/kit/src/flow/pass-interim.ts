import type { OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2'

/** Frames that wait for a client to read; what is not at once with the system is counted. */
const waitingFramesMax = 64

/**
 * Passes an interim answer (1xx) on to a client of HTTP/2 as long as it keeps up: no window holds these back, so a server
 * that never stops and a client that never reads would fill the memory. Throws for what cannot be said.
 */
export function passInterim(stream: ServerHttp2Stream, headers: OutgoingHttpHeaders): void {
  if (stream.destroyed || stream.headersSent) return
  if ((stream.session?.state.outboundQueueSize ?? 0) < waitingFramesMax) stream.additionalHeaders(headers)
}
