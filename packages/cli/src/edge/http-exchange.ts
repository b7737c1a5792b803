/** One HTTP request by Node's own client: `fetch` takes as long to load as all else that a short command needs. */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

export interface HttpRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer | Readable
  /** Aborted requests fail with the reason of the signal. */
  readonly signal?: AbortSignal
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

/** Throws when there is no response. */
export async function exchange({ method, url, headers, body, signal }: HttpRequest): Promise<HttpResponse> {
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
    text: () => text(stream),
    stream,
  }
}

function isWhole(body: HttpRequest['body']): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}
