/**
 * Ends a request whose sandbox is paused or ends. The client gets an error message wherever the protocol has a place
 * for one: a dropped connection makes the official clients send a health probe, and that probe resumes a paused
 * sandbox.
 */
import type { StreamProtocol } from './envd-call.ts'

export type Interruption = 'paused' | 'ended'

/** The official clients match the second one, which they also report themselves when a probe finds no sandbox. */
export const interruptionMessages: Readonly<Record<Interruption, string>> = {
  paused: 'The sandbox was paused while the request was in flight.',
  ended: 'The sandbox was killed or reached its end of life while the request was in flight.',
}

/** The last frame of a stream, and the trailers after it. */
export interface StreamEnd {
  readonly frame: Uint8Array
  readonly trailers: [name: string, value: string][]
}

/**
 * Ends a stream with an RPC error. The official clients report `unavailable` as a timeout of the sandbox and do not
 * probe.
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

/** `text` is ASCII. Never compressed: each frame says whether it is. */
function frameOf(flags: number, text: string): Uint8Array {
  const frame = new Uint8Array(5 + text.length)
  frame[0] = flags
  new DataView(frame.buffer).setUint32(1, text.length)
  for (let i = 0; i < text.length; i++) frame[5 + i] = text.charCodeAt(i)
  return frame
}
