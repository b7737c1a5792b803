/** Proxies of the world: SOCKS5 and HTTP's CONNECT, each with one user, that lead wherever they are told. */
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import type { EgressWorld } from './egress-world.ts'

export interface ProxyServer {
  /** What was asked for, as host:port; credentials in front when there were any. */
  readonly asked: string[]
}

export interface ProxyPlan {
  readonly address: string
  readonly port: number
  /** `name:password` of the one user; undefined lets everybody pass. */
  readonly user?: string
  /** The local port of whatever is asked for; undefined refuses. */
  readonly lead: (asked: string) => number | undefined
}

export async function serveSocks(world: EgressWorld, plan: ProxyPlan): Promise<ProxyServer> {
  const asked: string[] = []
  const server = net.createServer((client) => {
    client.on('error', () => undefined)
    void talkSocks(client, plan, asked).catch(() => client.destroy())
  })
  return await placed(world, plan, server, asked)
}

async function talkSocks(client: net.Socket, { user, lead }: ProxyPlan, asked: string[]): Promise<void> {
  const read = reader(client)
  const [, methods = 0] = await read(2)
  await read(methods)
  client.write(Buffer.from([5, user === undefined ? 0 : 2]))
  let credentials = ''
  if (user !== undefined) {
    const [, nameLength = 0] = await read(2)
    const name = String(await read(nameLength))
    const [passwordLength = 0] = await read(1)
    credentials = `${name}:${await read(passwordLength)}`
    client.write(Buffer.from([1, credentials === user ? 0 : 1]))
  }
  const [, , , kind] = await read(4)
  const host = kind === 3 ? String(await read((await read(1))[0] ?? 0)) : [...(await read(4))].join('.')
  const port = (await read(2)).readUInt16BE(0)
  asked.push(`${credentials === '' ? '' : `${credentials}@`}${host}:${port}`)
  const to = lead(`${host}:${port}`)
  client.write(Buffer.from([5, to === undefined ? 2 : 0, 0, 1, 0, 0, 0, 0, 0, 0]))
  if (to === undefined) client.end()
  else join(client, to)
}

export async function serveConnect(world: EgressWorld, plan: ProxyPlan): Promise<ProxyServer> {
  const asked: string[] = []
  const server = http.createServer()
  server.on('connect', (request: http.IncomingMessage, client: net.Socket) => {
    const { 'proxy-authorization': authorization } = request.headers
    const credentials = authorization === undefined ? '' : `${Buffer.from(authorization.slice(6), 'base64')}@`
    asked.push(`${credentials}${request.url}`)
    const isUser = plan.user === undefined || credentials === `${plan.user}@`
    const to = isUser ? plan.lead(request.url ?? '') : undefined
    client.write(`HTTP/1.1 ${to === undefined ? '407 Proxy Authentication Required' : '200 OK'}\r\n\r\n`)
    if (to === undefined) client.end()
    else join(client, to)
  })
  return await placed(world, plan, server, asked)
}

async function placed(world: EgressWorld, { address, port }: ProxyPlan, server: net.Server, asked: string[]) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  world.defer(() => server.close())
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the proxy has no port')
  world.network.place(address, port, bound.port)
  return { asked }
}

function join(client: net.Socket, localPort: number): void {
  const server = net.connect(localPort, '127.0.0.1')
  server.on('error', () => client.destroy())
  client.on('error', () => server.destroy())
  client.pipe(server).pipe(client)
}

/** Reads exactly so many bytes. */
function reader(socket: net.Socket): (count: number) => Promise<Buffer> {
  return async (count) => {
    if (count === 0) return Buffer.alloc(0)
    for (;;) {
      const bytes: Buffer | null = socket.read(count)
      if (bytes !== null) return bytes
      await once(socket, 'readable')
    }
  }
}
