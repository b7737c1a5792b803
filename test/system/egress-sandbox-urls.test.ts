/**
 * A sandbox calls the public URLs of others: a gateway, a proxy as a process, and a server in the place of the API. The domain
 * leads to an address of the node, which is closed to sandboxes otherwise.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request as requestOver, type Server } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EgressWorld, type Guest, openEgressWorld, type Policy } from './egress-world.ts'
import { openProxyWorld, type ProxyWorld, type Sandbox } from './proxy-world.ts'

const domain = 'cay.test'
const api = `api.${domain}`
const nodeAddress = '203.0.113.9'
const privateAddress = '10.1.2.3'
const httpPort = 3002
const tlsPort = 443

let control: Server
let controlRequests = 0
let proxy: ProxyWorld
let world: EgressWorld
let callee: Sandbox
let calleePort: number
let ca: string

beforeAll(async () => {
  control = createServer((_, response) => {
    controlRequests += 1
    response.end('the API')
  })
  control.listen(0, '127.0.0.1')
  await once(control, 'listening')
  proxy = await openProxyWorld({
    ...{ CAY_TLS: 'auto', CAY_TLS_PORT: '0', CAY_DOMAIN: domain },
    CAY_API_PORT: String((control.address() as AddressInfo).port),
  })
  ca = readFileSync(`${proxy.dataDir}/tls-authority/certificate.pem`, 'utf8')
  callee = proxy.addSandbox()
  calleePort = await callee.serve(({ headers }, response) => response.end(`served ${headers.host}`))
  world = await openEgressWorld({
    sandboxUrls: {
      ...{ domain, proxyHost: '127.0.0.1' },
      protocols: new Map([
        [httpPort, 'http'],
        [tlsPort, 'tls'],
      ]),
    },
  })
  world.network.ownAddresses.add(nodeAddress)
  world.network.place('127.0.0.1', httpPort, proxy.proxyPort)
  world.network.place('127.0.0.1', tlsPort, proxy.tlsPort ?? 0)
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  expect(proxy.isAlive()).toBe(true)
  await proxy[Symbol.asyncDispose]()
  control.close()
})
beforeEach(() => {
  controlRequests = 0
  world.network.dialled.length = 0
})

const name = () => `${calleePort}-${callee.id}.${domain}`
const otherName = () => `${calleePort}-another.${domain}`

async function callHttp(guest: Guest, host: string, address = nodeAddress) {
  const client = await guest.open(address, httpPort)
  client.send(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  return await client.ended()
}

async function openTls(guest: Guest, servername: string, protocol?: string): Promise<Socket> {
  const { socket } = await guest.open(nodeAddress, tlsPort)
  const options = { servername, ca, ...(protocol === undefined ? {} : { ALPNProtocols: [protocol] }) }
  const client = connectTls({ socket, ...options })
  client.on('error', () => undefined)
  await once(client, 'secureConnect')
  return client
}

async function callHttps(
  guest: Guest,
  { servername, host = servername }: { servername: string; host?: string },
) {
  const socket = await openTls(guest, servername)
  const request = requestOver({ createConnection: () => socket, headers: { host } })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, text }
}

async function callHttp2(guest: Guest, { servername, host }: { servername: string; host: string }) {
  const socket = await openTls(guest, servername, 'h2')
  const session = connectHttp2(`https://${servername}`, { createConnection: () => socket })
  const stream = session.request({ ':authority': host, ':path': '/' })
  const [headers] = (await once(stream, 'response')) as [{ ':status': number }]
  let text = ''
  for await (const chunk of stream) text += chunk
  session.destroy()
  return { status: headers[':status'], text }
}

describe('a sandbox reaches another one by its public URL', () => {
  it('over HTTP', async () => {
    const guest = await world.addGuest()
    expect((await callHttp(guest, `${name()}:${httpPort}`)).text).toMatch(/ 200 OK[\s\S]*served/)
    expect(world.network.dialled).toEqual([`127.0.0.1:${httpPort}`])
  })

  it('over HTTPS, whose certificate is the one that everybody gets', async () => {
    const guest = await world.addGuest()
    expect(await callHttps(guest, { servername: name() })).toEqual({ status: 200, text: `served ${name()}` })
  })

  it('over HTTP/2', async () => {
    const guest = await world.addGuest()
    expect(await callHttp2(guest, { servername: name(), host: name() })).toMatchObject({ status: 200 })
  })

  it('where the domain leads to a private address', async () => {
    const guest = await world.addGuest()
    expect((await callHttp(guest, name(), privateAddress)).text).toMatch(/ 200 OK/)
    expect(world.network.dialled).toEqual([`127.0.0.1:${httpPort}`])
  })

  it('and may upgrade the connection', async () => {
    const guest = await world.addGuest()
    const port = await callee.serveRaw((socket) => {
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello',
        ),
      )
    })
    const client = await guest.open(nodeAddress, httpPort)
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
    client.send(
      `GET / HTTP/1.1\r\nHost: ${port}-${callee.id}.${domain}\r\n${upgrade}Sec-WebSocket-Key: x\r\n\r\n`,
    )
    await client.until(/101 Switching[\s\S]*hello/)
    client.socket.destroy()
  })
})

describe('what decides is the policy of the sandbox that calls', () => {
  it.each<[string, Policy]>([
    ['no addresses', { denyOut: ['0.0.0.0/0'] }],
    ['not this address', { denyOut: [nodeAddress] }],
    ['another name only', { allowOut: ['other.example'], denyOut: ['0.0.0.0/0'] }],
  ])('which allows %s', async (_, policy) => {
    const guest = await world.addGuest(policy)
    const { text } = await callHttp(guest, name())
    expect(text).not.toContain('served')
    expect(world.network.dialled).toEqual([])
    expect((await guest.denials())[0]?.rule).toMatch(/^denyOut /)
  })

  it('which allows the name', async () => {
    const guest = await world.addGuest({ allowOut: [name()], denyOut: ['0.0.0.0/0'] })
    expect((await callHttp(guest, name())).text).toContain('served')
    expect(await callHttps(guest, { servername: name() })).toMatchObject({ status: 200 })
    expect((await callHttp(guest, otherName())).text).not.toContain('served')
  })

  it('and closes the connection that a later policy denies', async () => {
    const guest = await world.addGuest()
    const port = await callee.serveRaw((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nbegun')),
    )
    const client = await guest.open(nodeAddress, httpPort)
    client.send(`GET / HTTP/1.1\r\nHost: ${port}-${callee.id}.${domain}\r\n\r\n`)
    await client.until(/begun/)
    await guest.setPolicy({ denyOut: ['198.51.100.0/24'] })
    expect((await world.rpc.closeDisallowed({ sandboxId: guest.id })).count).toBe(0)
    await guest.setPolicy({ denyOut: ['0.0.0.0/0'] })
    expect((await world.rpc.closeDisallowed({ sandboxId: guest.id })).count).toBe(1)
    expect((await client.ended()).how).toBe('reset')
  })

  it('and a sandbox that is private asks for its token', async () => {
    const hidden = proxy.addSandbox({
      ingress: { trafficToken: 'secret', maskRequestHost: '', httpsPorts: [] },
    })
    await proxy.untilCurrent()
    const port = await hidden.serve((_, response) => response.end('served'))
    const guest = await world.addGuest()
    expect((await callHttp(guest, `${port}-${hidden.id}.${domain}`)).text).toMatch(/^HTTP\/1.1 403/)
  })
})

describe('never reaches the API', () => {
  it.each([
    ['by its name', () => api],
    ['by the domain', () => domain],
    ['by a name that two labels lead to', () => `${name().split('.')[0]}.${api}`],
    ['by no name', () => nodeAddress],
  ])('over HTTP, %s', async (_, host) => {
    const guest = await world.addGuest()
    expect((await callHttp(guest, host())).text).toMatch(/^HTTP\/1.1 403[\s\S]*address of the node/)
    expect(world.network.dialled).toEqual([])
    expect((await guest.denials())[0]?.rule).toBe('address of the node')
  })

  it('by a handshake for it', async () => {
    const guest = await world.addGuest()
    await expect(openTls(guest, api)).rejects.toThrow()
    expect(world.network.dialled).toEqual([])
  })

  it('by CONNECT, which the gateway refuses', async () => {
    const guest = await world.addGuest()
    const client = await guest.open(nodeAddress, httpPort)
    client.send(`CONNECT ${name()}:${httpPort} HTTP/1.1\r\nHost: ${name()}\r\n\r\n`)
    expect((await client.ended()).how).toBe('reset')
    expect(world.network.dialled).toEqual([])
  })

  it('by the second request of a connection', async () => {
    const guest = await world.addGuest()
    const client = await guest.open(nodeAddress, httpPort)
    client.send(`GET / HTTP/1.1\r\nHost: ${name()}\r\n\r\n`)
    await client.until(/served/)
    client.send(`GET / HTTP/1.1\r\nHost: ${api}\r\n\r\n`)
    await client.ended()
    expect(controlRequests).toBe(0)
  })

  it.each([
    ['the API', () => api],
    ['another sandbox', otherName],
  ])('by a request for %s within TLS for a sandbox', async (_, host) => {
    const guest = await world.addGuest()
    const wrong = { servername: name(), host: host() }
    expect(await callHttps(guest, wrong)).toMatchObject({ status: 421 })
    expect(await callHttp2(guest, wrong)).toMatchObject({ status: 421 })
    expect(controlRequests).toBe(0)
  })

  it('by a proxy that was told of no name', async () => {
    // What the gateway would never send: the proxy refuses it by itself.
    const socket = await world.network.dialSandboxUrl(
      { address: '127.0.0.1', port: tlsPort },
      AbortSignal.timeout(10_000),
    )
    const client = connectTls({ socket, servername: api, ca })
    client.on('error', () => undefined)
    await new Promise((resolve) => client.once('close', resolve))
    expect(controlRequests).toBe(0)
  })

  it('by another port of the node', async () => {
    const guest = await world.addGuest()
    const client = await guest.open(nodeAddress, 3000)
    client.send(`GET / HTTP/1.1\r\nHost: ${name()}\r\n\r\n`)
    expect((await client.ended()).how).toBe('reset')
    expect(world.network.dialled).toEqual([])
  })
})

it('a name that leads to a private address stays closed when it is not of a sandbox', async () => {
  const guest = await world.addGuest()
  expect((await callHttp(guest, `3000-x.${domain}.evil.test`, privateAddress)).text).toMatch(/^HTTP\/1.1 403/)
  expect(world.network.dialled).toEqual([])
})

it('everybody else reaches the API and several hosts over one connection, as before', async () => {
  const ask = async (servername: string, host: string) => {
    const request = https.request({
      ...{ host: '127.0.0.1', port: proxy.tlsPort, servername, ca, headers: { host }, agent: false },
    })
    request.end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  expect([await ask(api, api), await ask(name(), name()), await ask(api, api)]).toEqual([200, 200, 200])
})
