/**
 * A stream of the daemon as the proxy reads it: in frames, over a connection of its own that it can reset or close.
 */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import { limitReceiveBuffer } from '@cay/kit/host/socket-buffers.ts'

export interface RawStream {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /**
   * Returns the next message, parsed; undefined after the last. Throws if the connection ends before the stream does.
   */
  next(): Promise<Record<string, unknown> | undefined>
  /** Resets the connection, as a checkpoint does. */
  cut(): void
  /** Closes the connection in order, as a client does that is no longer interested. */
  leave(): void
}

export interface RawCall {
  readonly url: string
  /** For example `process.Process/Start`. */
  readonly method: string
  readonly message: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const frameHeadBytes = 5
const endFlag = 2

/** Resolves when the head of the response has arrived. */
export async function openRawStream({ url, method, message, headers }: RawCall): Promise<RawStream> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.once('connect', () => limitReceiveBuffer(socket, limits.streamSocketBytesMax))
  const asked = request({
    createConnection: () => socket,
    host: hostname,
    method: 'POST',
    path: `/${method}`,
    headers: { 'content-type': 'application/connect+json', connection: 'close', ...headers },
  })
  asked.end(frameOf(JSON.stringify(message)))
  asked.on('error', () => undefined)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const frames = framesOf(answer)
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    next: async () => (await frames.next()).value,
    cut: () => void socket.resetAndDestroy(),
    leave: () => leave(socket, answer),
  }
}

function leave(socket: Socket, answer: IncomingMessage): void {
  answer.resume()
  socket.end()
}

function frameOf(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = Buffer.alloc(frameHeadBytes)
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

/** The message of the last frame is yielded as one more message: `{"end": ...}`. */
async function* framesOf(answer: IncomingMessage): AsyncGenerator<Record<string, unknown>, undefined> {
  let waiting = Buffer.alloc(0)
  for await (const chunk of answer) {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length >= frameHeadBytes) {
      const end = frameHeadBytes + waiting.readUInt32BE(1)
      if (waiting.length < end) break
      const message = JSON.parse(waiting.subarray(frameHeadBytes, end).toString())
      const isEnd = waiting[0] === endFlag
      waiting = waiting.subarray(end)
      yield isEnd ? { end: message } : message
    }
  }
  return undefined
}
