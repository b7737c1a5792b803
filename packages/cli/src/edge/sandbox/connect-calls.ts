/**
 * Calls of the daemon in the Connect protocol with JSON: as much of it as the command needs, because a library for all of it
 * takes longer to load than `cay sandbox exec` may take.
 */
import type { Readable } from 'node:stream'
import { fieldIn, textIn } from '../../dialect/output/fields.ts'
import { peerText } from '../../dialect/output/peer-text.ts'
import { ByteReader } from '../byte-reader.ts'
import { answerBytesMax, exchange, type HttpResponse, OversizedAnswerError } from '../http-exchange.ts'

export interface DaemonAddress {
  /** Of the proxy, or of the sandbox's own host name. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** The daemon's refusal, or the proxy's. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: string

  constructor(code: string, message: string) {
    super(peerText(message))
    this.code = code
  }
}

const version = { 'connect-protocol-version': '1' }
/** A connection without output is not taken for a dead one. */
const keepaliveSeconds = '50'

export async function callUnary(
  address: DaemonAddress,
  path: string,
  message: object,
  signal?: AbortSignal,
): Promise<unknown> {
  const response = await exchange({
    method: 'POST',
    url: new URL(path, address.url),
    headers: { ...address.headers, ...version, 'content-type': 'application/json' },
    body: JSON.stringify(message),
    ...(signal === undefined ? {} : { signal }),
  })
  const text = await response.text()
  if (!response.ok) throw refusalOf(response, text)
  return JSON.parse(text)
}

/** The messages of the response, until its end. */
export async function* callStream(
  address: DaemonAddress,
  request: {
    readonly path: string
    readonly message: object
    readonly headers?: Readonly<Record<string, string>>
    /** Called before the first message. */
    readonly onResponse?: (response: HttpResponse) => void
  },
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const response = await exchange({
    method: 'POST',
    url: new URL(request.path, address.url),
    headers: {
      ...address.headers,
      ...version,
      'content-type': 'application/connect+json',
      'keepalive-ping-interval': keepaliveSeconds,
      ...request.headers,
    },
    body: frameOf(Buffer.from(JSON.stringify(request.message))),
    signal,
  })
  if (!response.ok) throw refusalOf(response, await response.text())
  request.onResponse?.(response)
  for await (const { isLast, message } of readFrames(response.stream)) {
    if (!isLast) yield message
    else {
      const error = fieldIn(message, 'error')
      if (error !== undefined) throw errorOf(error)
      return
    }
  }
  throw new CallError('unavailable', 'the connection to the sandbox was lost')
}

const headBytes = 5
const endOfStream = 0b10

function frameOf(message: Buffer): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

async function* readFrames(stream: Readable): AsyncGenerator<{ isLast: boolean; message: unknown }> {
  const reader = new ByteReader(stream)
  try {
    for (;;) {
      const head = await reader.read(headBytes)
      if (head.length < headBytes) return
      const length = head.readUInt32BE(1)
      if (length > answerBytesMax) throw new OversizedAnswerError()
      const content = await reader.read(length)
      if (content.length < length) return
      yield { isLast: ((head[0] ?? 0) & endOfStream) !== 0, message: JSON.parse(content.toString('utf8')) }
    }
  } finally {
    stream.destroy()
  }
}

function refusalOf({ status }: HttpResponse, text: string): CallError {
  const body = parseOrNothing(text)
  const message = textIn(body, 'message') ?? (text.trim() || `the sandbox answered ${status}`)
  return new CallError(textIn(body, 'code') ?? String(status), message)
}

function errorOf(error: unknown): CallError {
  const code = textIn(error, 'code') ?? 'unknown'
  return new CallError(code, textIn(error, 'message') ?? code)
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What the proxy says may be a page.
    return undefined
  }
}
