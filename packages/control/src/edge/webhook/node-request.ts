/** Requests by Node's client, which reads every form of a response. */
import { type ClientRequest, Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Destination } from './webhook-connections.ts'

export interface ResponseHead {
  readonly status: number
  readonly location: string | undefined
}

export interface NodeRequestOptions {
  readonly certificates?: string | undefined
  readonly idleMs: number
  /** Of a response body; a connection with a larger one is closed. */
  readonly bodyBytesMax: number
  readonly onConnecting: (socket: Socket, isTls: boolean) => void
}

export interface NodeRequestTarget extends Destination {
  readonly path: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: string
}

export class NodeRequests {
  readonly #options: NodeRequestOptions
  readonly #http: HttpAgent
  readonly #https: HttpsAgent

  constructor(options: NodeRequestOptions) {
    const { idleMs: timeout, certificates } = options
    const pool = { keepAlive: true, timeout, maxFreeSockets: 64 }
    this.#options = options
    this.#http = new HttpAgent(pool)
    this.#https = new HttpsAgent({ ...pool, ...(certificates === undefined ? {} : { ca: certificates }) })
  }

  async send(to: NodeRequestTarget, signal: AbortSignal): Promise<ResponseHead> {
    const { isTls, hostname, address: host, port, path, headers, body } = to
    const options = { ...{ method: 'POST', host, port, path, signal, headers } }
    const servername = isIP(hostname) === 0 ? hostname : ''
    const request = isTls
      ? requestHttps({ ...options, agent: this.#https, servername })
      : requestHttp({ ...options, agent: this.#http })
    request.on('socket', (socket) => {
      if (socket.connecting) this.#options.onConnecting(socket, isTls)
    })
    const head = readHead(request, this.#options)
    request.end(body)
    return await head
  }

  /** Reads the response to a request that was sent over the socket; `bytes` is what has come of it. */
  async readResponse(socket: Socket, bytes: Buffer, signal: AbortSignal): Promise<ResponseHead> {
    const createConnection = () => new ReceivedResponse(socket, bytes)
    const request = requestHttp({ method: 'POST', createConnection, signal })
    const head = readHead(request, this.#options)
    request.end()
    return await head
  }
}

function readHead(request: ClientRequest, { bodyBytesMax }: NodeRequestOptions): Promise<ResponseHead> {
  const head = Promise.withResolvers<ResponseHead>()
  request.on('error', head.reject)
  request.on('response', (response) => {
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bodyBytesMax) request.destroy()
    })
    // The status is known: what becomes of the rest changes nothing.
    response.on('error', () => undefined)
    head.resolve({ status: response.statusCode ?? 0, location: response.headers.location })
  })
  return head.promise
}

/** The socket as one on which nothing was received yet, and where nothing is sent any more. */
class ReceivedResponse extends Duplex {
  readonly #socket: Socket

  constructor(socket: Socket, bytes: Buffer) {
    super()
    this.#socket = socket
    this.push(bytes)
    socket.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) socket.pause()
    })
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
