/** Servers and clients of HTTPS at both ends of a gateway: real TLS, with certificates of the world's authority. */
import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import type net from 'node:net'
import { duplexPair } from 'node:stream'
import tls from 'node:tls'
import { openIssuer } from '@cay/kit/certificates/issue.ts'
import type { EgressWorld, Guest } from './egress-world.ts'

export interface Seen {
  readonly url: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

export type Answerer = (request: http.IncomingMessage, response: http.ServerResponse) => void

export interface HttpsServerSpec {
  readonly address: string
  readonly port: number
  /** Undefined: no TLS. */
  readonly names?: readonly string[]
  /** Whether it speaks HTTP/2 as well. */
  readonly speaksHttp2?: boolean
  readonly answer?: Answerer
}

/** A server at a place of the world. What it saw comes in the order of the ends of requests. */
export async function serve(
  world: EgressWorld,
  place: HttpsServerSpec,
): Promise<{ seen: Seen[]; server: net.Server }> {
  const seen: Seen[] = []
  const listener: Answerer = (request, response) => {
    let body = ''
    request.setEncoding('latin1').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => seen.push({ url: request.url ?? '', headers: request.headers, body }))
    if (place.answer !== undefined) place.answer(request, response)
    else request.on('end', () => response.end(`seen ${request.headers.authorization ?? 'nothing'}`))
  }
  const server = await makeServer(world, place, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  world.defer(() => {
    server.close()
    if ('closeAllConnections' in server) (server as http.Server).closeAllConnections()
  })
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port')
  world.network.place(place.address, place.port, bound.port)
  return { seen, server }
}

async function makeServer(
  world: EgressWorld,
  place: HttpsServerSpec,
  listener: Answerer,
): Promise<net.Server> {
  if (place.names === undefined) return http.createServer(listener)
  const issuer = await openIssuer(world.authority)
  const leaf = await issuer.issue({ names: place.names, nowMs: Date.now(), days: 1 })
  const options = { cert: leaf.certificate, key: leaf.key }
  if (place.speaksHttp2 !== true) return https.createServer(options, listener)
  const server = http2.createSecureServer({ ...options, allowHTTP1: true }, listener as never)
  const sessions = new Set<http2.ServerHttp2Session>()
  server.on('session', (session) => sessions.add(session))
  world.defer(() => {
    for (const session of sessions) session.destroy()
  })
  return server
}

export interface GuestTlsOptions {
  readonly address: string
  readonly name: string
  readonly protocols?: readonly string[]
  /** Who vouches for the server, as this client believes; the gateway unless given. */
  readonly ca?: string
}

/** TLS from a guest to a place, on port 443. */
export async function openTlsAs(
  world: EgressWorld,
  guest: Guest,
  options: GuestTlsOptions,
): Promise<tls.TLSSocket> {
  const { address, name, protocols, ca = world.gateAuthority } = options
  const { socket } = await guest.open(address, 443)
  const common = { socket, servername: name, ca }
  const client = tls.connect(protocols === undefined ? common : { ...common, ALPNProtocols: [...protocols] })
  world.defer(() => client.destroy())
  await once(client, 'secureConnect')
  return client
}

/** The first bytes of a TLS connection for that name, which a server goes on with. */
export async function genuineHello(name: string): Promise<Buffer> {
  const [here, there] = duplexPair()
  const client = tls.connect({ socket: here, servername: name })
  client.on('error', () => undefined)
  const [bytes] = (await once(there, 'data')) as [Buffer]
  client.destroy()
  return bytes
}

export interface HttpsResponse {
  readonly status: number
  readonly body: string
  readonly headers: http.IncomingHttpHeaders
}

/** One HTTP/1 request on an open connection. */
export async function ask(
  connection: net.Socket,
  host: string,
  options: { path?: string; method?: string; headers?: http.OutgoingHttpHeaders; body?: string } = {},
): Promise<HttpsResponse> {
  const { path = '/', method = 'GET', headers = {}, body } = options
  const request = http.request({ agent: agentOf(connection), path, method, headers: { host, ...headers } })
  request.end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return { status: response.statusCode ?? 0, body: await textOf(response), headers: response.headers }
}

const agents = new WeakMap<net.Socket, http.Agent>()

function agentOf(connection: net.Socket): http.Agent {
  const agent = agents.get(connection) ?? new http.Agent({ keepAlive: true, maxSockets: 1 })
  agent.createConnection = () => connection
  agents.set(connection, agent)
  return agent
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk.toString('latin1')
  return text
}

/** One HTTP/2 request on an open session. */
export async function askHttp2(
  session: http2.ClientHttp2Session,
  headers: http2.OutgoingHttpHeaders,
  body?: string,
): Promise<HttpsResponse & { readonly trailers: http2.IncomingHttpHeaders }> {
  const stream = session.request(headers, { endStream: body === undefined })
  if (body !== undefined) stream.end(body)
  let trailers: http2.IncomingHttpHeaders = {}
  stream.on('trailers', (given) => {
    trailers = given
  })
  const [answered] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
  const text = await textOf(stream)
  return { status: Number(answered[':status']), body: text, headers: answered, trailers }
}

/** HTTP/2 on a connection that has agreed to it. */
export function speakHttp2(
  world: EgressWorld,
  name: string,
  connection: tls.TLSSocket,
  settings: http2.Settings = {},
): http2.ClientHttp2Session {
  const session = http2.connect(`https://${name}`, { createConnection: () => connection, settings })
  session.on('error', () => undefined)
  world.defer(() => session.destroy())
  return session
}

/**
 * Sends an HTTP/2 request with trailers that Node would not send, byte by byte. Resolves when the gateway has ended it, and
 * says how: with a code of HTTP/2, or undefined for an end in order.
 */
export async function sendRawTrailers(
  connection: tls.TLSSocket,
  host: string,
  trailers: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const head = { ':method': 'POST', ':scheme': 'https', ':path': '/', ':authority': host }
  const endHeaders = 4
  const endStream = 1
  connection.write(
    Buffer.concat([
      Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      frame(frameTypes.settings, 0, 0, Buffer.alloc(0)),
      frame(frameTypes.headers, endHeaders, 1, literals(head)),
      frame(frameTypes.headers, endHeaders | endStream, 1, literals(trailers)),
    ]),
  )
  let received = Buffer.alloc(0)
  for await (const chunk of connection.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, chunk])
    while (received.length >= 9 && received.length >= 9 + received.readUIntBE(0, 3)) {
      const [type, flags] = [received[3], received[4] ?? 0]
      const isOurs = received.readUInt32BE(5) === 1
      const payload = received.subarray(9, 9 + received.readUIntBE(0, 3))
      received = received.subarray(9 + payload.length)
      if (isOurs && type === frameTypes.reset) return payload.readUInt32BE(0)
      if (isOurs && type !== frameTypes.windowUpdate && (flags & endStream) !== 0) return undefined
    }
  }
  throw new Error('the connection ended before the request did')
}

const frameTypes = { headers: 1, reset: 3, settings: 4, windowUpdate: 8 } as const

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** Fields as HPACK's plainest form has them: not indexed, not compressed. */
function literals(fields: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ])
  return Buffer.concat(parts)
}
