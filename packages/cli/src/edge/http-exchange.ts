/** One HTTP request by Node's own client: `fetch` takes as long to load as all else that a short command needs. */
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface HttpRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer | Readable
  /** Aborted requests fail with the reason of the signal. */
  readonly signal?: AbortSignal
  /** Milliseconds until the answer begins; its body may take longer. Absent: any time. */
  readonly beginMsMax?: number
}

export interface HttpResponse {
  readonly status: number
  readonly ok: boolean
  header(name: string): string | null
  text(): Promise<string>
  readonly stream: IncomingMessage
}

// An import of it reads all of its exports, and one of them loads the library behind `fetch`.
const { Agent, request: requestHttp } = process.getBuiltinModule('node:http')
const agent = new Agent({ keepAlive: true })

/** Maximum size in bytes of an answer that is read as a whole: a directory of 200,000 files has one of 60 MB. */
export const answerBytesMax = 64 * 1024 * 1024

/** The other side sends more than any answer has. */
export class OversizedAnswerError extends Error {
  override readonly name = 'OversizedAnswerError'

  constructor() {
    super(`the answer was refused: it has more than ${answerBytesMax} bytes`)
  }
}

/** Maximum milliseconds until the content of a file begins. */
export const contentBeginMsMax = 120_000

/** Throws when there is no response. */
export async function exchange({
  method,
  url,
  headers,
  body,
  signal,
  beginMsMax,
}: HttpRequest): Promise<HttpResponse> {
  const send = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp
  const options = {
    method,
    // Node sends the body of a DELETE without either kind of length.
    headers: isWhole(body) ? { ...headers, 'content-length': String(Buffer.byteLength(body)) } : headers,
    ...(url.protocol === 'http:' ? { agent } : {}),
    ...(signal === undefined ? {} : { signal }),
  }
  const stream = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = send(url, options, resolve)
    outgoing.on('error', reject)
    if (beginMsMax !== undefined) endUnlessBegun(outgoing, beginMsMax)
    if (body === undefined || isWhole(body)) outgoing.end(body)
    // A server that refuses responds before the body has arrived.
    else pipeline(body, outgoing).catch(reject)
  })
  const status = stream.statusCode ?? 0
  return {
    status,
    ok: status >= 200 && status < 300,
    header(name) {
      const value = stream.headers[name]
      return typeof value === 'string' ? value : null
    },
    text: () => readAnswer(stream),
    stream,
  }
}

function endUnlessBegun(outgoing: ClientRequest, msMax: number): void {
  const end = () => outgoing.destroy(new Error(`no answer began within ${msMax / 1000} s`))
  const timer = setTimeout(end, msMax)
  outgoing.once('response', () => clearTimeout(timer))
  outgoing.once('close', () => clearTimeout(timer))
}

/** Throws OversizedAnswerError. */
export async function readAnswer(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Leaving the loop by an error ends the connection.
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > answerBytesMax) throw new OversizedAnswerError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const droppedBytesMax = 64 * 1024
const droppedMsMax = 10_000

/** A body that nobody wants. A short one leaves the connection for the next request; any other ends it. */
export function dropBody({ stream }: HttpResponse): void {
  let bytes = 0
  const timer = setTimeout(() => stream.destroy(), droppedMsMax)
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > droppedBytesMax) stream.destroy()
  })
  stream.on('error', () => undefined)
  stream.on('close', () => clearTimeout(timer))
}

function isWhole(body: HttpRequest['body']): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}
