/** WebSockets and other switches of protocol. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openProxyWorld, type ProxyWorld, routing, type Sandbox } from './proxy-world.ts'

let world: ProxyWorld
let sandbox: Sandbox
let echoPort: number

beforeAll(async () => {
  world = await openProxyWorld()
  sandbox = world.addSandbox()
  echoPort = await serveEcho(sandbox)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const serveEcho = (where: Sandbox) =>
  where.serveWebSockets((socket, request) => {
    socket.send(`hello ${request.url}`)
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
  })

function openWebSocket(port: number): WebSocket {
  const headers = routing(sandbox, port)
  const socket = new WebSocket(`ws://127.0.0.1:${world.proxyPort}/chat?x=1`, { headers })
  // A refused one reports its own end, after the test has seen the refusal.
  world.atEnd(() => socket.on('error', () => undefined).terminate())
  return socket
}

const upgrade = (port: number, more = '') =>
  `GET / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\nConnection: Upgrade\r\nUpgrade: echo\r\n${more}\r\n`
const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n'

describe('a WebSocket', () => {
  it('echoes text and large binary messages, and closes with its code', async () => {
    const socket = openWebSocket(echoPort)
    const [hello] = await once(socket, 'message')
    expect(String(hello)).toBe('hello /chat?x=1')
    const large = Buffer.alloc(5 * 1024 * 1024, 7)
    for (const message of [Buffer.from('ping'), large]) {
      socket.send(message)
      const [echo] = await once(socket, 'message')
      expect(message.equals(echo)).toBe(true)
    }
    socket.close(4001, 'enough')
    const [code] = await once(socket, 'close')
    expect(code).toBe(4001)
  })

  it('gets a local reply where there is no server', async () => {
    const socket = openWebSocket(9)
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(502)
    expect(JSON.parse(Buffer.concat(await response.toArray()).toString())).toMatchObject({ port: 9 })
  })

  it('gets the refusal of the server', async () => {
    const port = await sandbox.serve((_, response) => response.writeHead(403).end('not you'))
    const [, response] = await once(openWebSocket(port), 'unexpected-response')
    expect(response.statusCode).toBe(403)
    expect(Buffer.concat(await response.toArray()).toString()).toBe('not you')
  })

  it('is closed as going away when its sandbox ends', async () => {
    const dying = world.addSandbox()
    const port = await serveEcho(dying)
    const socket = new WebSocket(`ws://127.0.0.1:${world.proxyPort}/`, { headers: routing(dying, port) })
    await once(socket, 'message')
    void world.orchestrator.end(dying.id)
    const [code] = await once(
      socket.on('error', () => undefined),
      'close',
    )
    expect(code).toBe(1001)
  })
})

describe('a protocol upgrade', () => {
  it('forwards what both sides send right behind it', async () => {
    const port = await sandbox.serveRaw((socket) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
        if (text.endsWith('\r\n\r\n')) socket.write(`${switching}first `)
        if (text.endsWith('earlymore')) socket.end('last')
      })
    })
    const client = await world.connect()
    client.send(`${upgrade(port)}early`)
    await client.until(/101 Switching[\s\S]*first $/)
    client.send('more')
    expect((await client.ended()).text).toMatch(/first last$/)
  })

  it('lets one side close while the other continues', async () => {
    const port = await sandbox.serveRaw((socket) => {
      socket.once('data', () => socket.write(switching))
      socket.on('end', () => socket.end('all of it'))
    })
    const client = await world.connect()
    client.send(upgrade(port))
    await client.until(/101/)
    client.socket.end()
    const { text, how } = await client.ended()
    expect(how).toBe('end')
    expect(text).toMatch(/all of it$/)
  })

  it('resets the client when the server resets it, and the reverse', async () => {
    let guestEnd: Promise<string> = Promise.resolve('none')
    const port = await sandbox.serveRaw((socket) => {
      guestEnd = new Promise((resolve) => {
        socket.once('error', () => resolve('reset'))
        socket.once('end', () => resolve('end'))
      })
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
        if (text.endsWith('\r\n\r\n')) socket.write(switching)
        if (text.endsWith('break')) socket.resetAndDestroy()
      })
    })
    const first = await world.connect()
    first.send(upgrade(port))
    await first.until(/101/)
    first.send('break')
    expect((await first.ended()).how).toBe('reset')
    const second = await world.connect()
    second.send(upgrade(port))
    await second.until(/101/)
    second.socket.resetAndDestroy()
    expect(await guestEnd).toBe('reset')
  })

  it('to cleartext HTTP/2, or with a body, is not forwarded as one', async () => {
    const port = await sandbox.serve((request, response) => {
      request.resume()
      response.end(`upgrade: ${request.headers.upgrade}`)
    })
    const bodies = await world.connect()
    bodies.send(`${upgrade(port, 'Content-Length: 3\r\n')}abc`)
    await bodies.until(/upgrade: undefined$/)
    const h2c = await world.connect()
    h2c.send(upgrade(port).replace('Upgrade: echo', 'Upgrade: h2c'))
    await h2c.until(/upgrade: undefined$/)
  })

  it('cancelled by the client before its response frees the upstream connection', async () => {
    const reached = Promise.withResolvers<Socket>()
    const port = await sandbox.serveRaw((socket) => void socket.once('data', () => reached.resolve(socket)))
    const client = await world.connect()
    client.send(upgrade(port))
    const guest = await reached.promise
    const gone = new Promise((resolve) => guest.once('close', resolve))
    client.socket.resetAndDestroy()
    await gone
  })
})
