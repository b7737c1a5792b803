/**
 * A request whose sandbox is paused or ends under it. Its client is told so in words wherever the protocol has a place for
 * them: a dropped connection makes the official clients send a health probe, and that probe resumes a paused sandbox.
 */
import type { StreamProtocol } from './daemon-call.ts'

export type Interruption = 'paused' | 'ended'

/** The clients look for the second one; it is what they say themselves once a probe has found nothing. */
export const interruptionMessages: Readonly<Record<Interruption, string>> = {
  paused: 'The sandbox was paused while the request was in flight.',
  ended: 'The sandbox was killed or reached its end of life while the request was in flight.',
}

/** The last message of a stream, and the trailers behind it. */
export interface StreamEnd {
  readonly frame: Uint8Array
  readonly trailers: [name: string, value: string][]
}

/**
 * Ends a stream with an RPC error. `unavailable` is the code that clients have for a sandbox that is not there: they
 * report it as the sandbox's timeout and do not probe.
 */
export function endInterruptedStream(protocol: StreamProtocol, interruption: Interruption): StreamEnd {
  const message = interruptionMessages[interruption]
  switch (protocol) {
    case 'connect':
      return {
        frame: frameOf(0x02, JSON.stringify({ error: { code: 'unavailable', message } })),
        trailers: [],
      }
    case 'grpc':
      return { frame: new Uint8Array(0), trailers: grpcStatus(message) }
    case 'grpc-web':
      return {
        frame: frameOf(
          0x80,
          grpcStatus(message)
            .map((pair) => `${pair.join(': ')}\r\n`)
            .join(''),
        ),
        trailers: [],
      }
  }
}

const grpcUnavailable = '14'

function grpcStatus(message: string): [name: string, value: string][] {
  return [
    ['grpc-status', grpcUnavailable],
    ['grpc-message', message],
  ]
}

/** `text` is ASCII. Never compressed: a frame says for itself whether it is. */
function frameOf(flags: number, text: string): Uint8Array {
  const frame = new Uint8Array(5 + text.length)
  frame[0] = flags
  new DataView(frame.buffer).setUint32(1, text.length)
  for (let i = 0; i < text.length; i++) frame[5 + i] = text.charCodeAt(i)
  return frame
}
