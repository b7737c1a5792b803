/** What passes from the proxy of one node through that of another into a sandbox: the same as without the hop. */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type HopWorld, openHopWorld } from './hop-world.ts'
import { type RawClient, routing, type Sandbox } from './proxy-world.ts'

let world: HopWorld
let sandbox: Sandbox

beforeAll(async () => {
  world = await openHopWorld()
  sandbox = world.addSandbox()
})

afterAll(async () => {
  expect([world.edge.isAlive(), world.owner.isAlive()]).toEqual([true, true])
  await world[Symbol.asyncDispose]()
})

const hostOf = (port: number) => `${port}-${sandbox.id}.localhost`

describe('a request for a sandbox of another node', () => {
  it('reaches its server with the headers that it gets without a hop', async () => {
    const seen: string[][] = []
    const port = await sandbox.serve((request, response) => {
      seen.push(request.rawHeaders)
      response.end('ok')
    })
    const lines = [
      ...[`Host: ${hostOf(port)}`, 'X-B: 2', 'x-a: 1', 'X-B: 1', 'Authorization: Basic dXNlcjo='],
      ...[`X-API-Key: e2b_${'0'.repeat(40)}`, 'X-Forwarded-For: 9.9.9.9', 'e2b-traffic-access-token: t'],
      ...['Connection: X-Hop', 'X-Hop: 1', 'Keep-Alive: timeout=5', 'X-Access-Token: t', 'Cookie: a=1'],
      ...['X-Cay-Hop: other 80 9 1 0', 'X-Cay-Known-Epoch: 7', 'X-Cay-Once: k'],
    ]
    for (const node of [world.edge, world.owner]) {
      const client = await node.connect()
      client.send(`GET / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      await client.until(/200 OK[\s\S]*ok$/)
      client.socket.destroy()
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]).toEqual([
      ...['Host', hostOf(port), 'X-B', '2', 'x-a', '1', 'X-B', '1', 'Authorization', 'Basic dXNlcjo='],
      ...['X-Access-Token', 't', 'Cookie', 'a=1', 'Connection', 'keep-alive'],
    ])
  })

  it('gets the host mask of its sandbox once', async () => {
    const masked = world.addSandbox()
    const ingress = { trafficToken: '', maskRequestHost: 'app:$' + '{PORT}', httpsPorts: [] }
    await world.owner.orchestrator.show(masked.id, { phase: 'running', ingress })
    await world.owner.untilCurrent()
    const port = await masked.serve(({ headers }, response) =>
      response.end(`${headers.host} ${headers['x-forwarded-host']}`),
    )
    const host = `${port}-${masked.id}.localhost`
    const { body } = await world.edge.request({ headers: { host, 'x-forwarded-host': 'forged' } })
    expect(body).toBe(`app:${port} ${host}`)
  })

  it.each([
    { name: 'of known length', chunked: false },
    { name: 'in chunks', chunked: true },
  ])('passes large bodies $name both ways', async ({ chunked }) => {
    const sent = randomBytes(5 * 1024 * 1024)
    const port = await sandbox.serve((request, response) => {
      if (!chunked) response.setHeader('Content-Length', request.headers['content-length'] ?? '')
      request.pipe(response)
    })
    const headers = { ...routing(sandbox, port), ...(chunked ? {} : { 'content-length': sent.length }) }
    const request = http.request({ port: world.edge.proxyPort, method: 'POST', headers, agent: false })
    request.end(sent)
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    const hash = createHash('sha256')
    for await (const chunk of response) hash.update(chunk as Buffer)
    expect(hash.digest('hex')).toBe(createHash('sha256').update(sent).digest('hex'))
  })

  it('passes trailers and informational responses', async () => {
    const port = await sandbox.serve((request, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' })
      request.resume().on('end', () => {
        response.writeHead(200, { Trailer: 'X-After' })
        response.addTrailers({ 'X-After': `${request.trailers['x-before']}` })
        response.end('body')
      })
    })
    const headers = { ...routing(sandbox, port), 'transfer-encoding': 'chunked', trailer: 'X-Before' }
    const request = http.request({ port: world.edge.proxyPort, method: 'POST', headers, agent: false })
    const hints: unknown[] = []
    request.on('information', ({ statusCode, headers }) => hints.push([statusCode, headers.link]))
    request.addTrailers({ 'X-Before': 'sent' })
    request.end('x')
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.resume()
    await once(response, 'end')
    expect({ hints, trailers: response.trailers }).toEqual({
      hints: [[103, '</a>; rel=preload']],
      trailers: { 'x-after': 'sent' },
    })
  })

  it('waits for 100 Continue of the server when the client does', async () => {
    const port = await sandbox.serve((request, response) => {
      request.on('data', (chunk) => response.end(`got ${chunk}`))
    })
    const client = await world.edge.connect()
    client.send(
      `POST / HTTP/1.1\r\nHost: ${hostOf(port)}\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n`,
    )
    await client.until(/^HTTP\/1.1 100 Continue\r\n\r\n$/)
    client.send('body')
    await client.until(/got body/)
  })

  it('keeps a WebSocket open both ways, and its close code', async () => {
    const port = await sandbox.serveWebSockets((socket) => {
      socket.on('message', (data) => {
        if (String(data) === 'bye') socket.close(4001, 'told to')
        else socket.send(`echo ${data}`)
      })
    })
    const client = new WebSocket(`ws://127.0.0.1:${world.edge.proxyPort}/`, {
      headers: routing(sandbox, port),
    })
    await once(client, 'open')
    client.send('one')
    const [echo] = await once(client, 'message')
    client.send('bye')
    const [code, reason] = await once(client, 'close')
    expect([String(echo), code, String(reason)]).toEqual(['echo one', 4001, 'told to'])
  })

  it('lets one side of an upgraded connection end before the other', async () => {
    const port = await sandbox.serveRaw((socket) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
        if (text.endsWith('\r\n\r\n'))
          socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: raw\r\n\r\n')
      })
      socket.on('end', () => socket.end(`all of ${text.slice(text.indexOf('\r\n\r\n') + 4)}`))
    })
    const client = await world.edge.connect()
    client.send(`GET / HTTP/1.1\r\nHost: ${hostOf(port)}\r\nConnection: Upgrade\r\nUpgrade: raw\r\n\r\n`)
    await client.until(/101/)
    client.socket.end('the request')
    expect((await client.ended()).text).toMatch(/all of the request$/)
  })

  it('gets the errors of the proxy that has the sandbox', async () => {
    const closed = await world.edge.request({ sandbox, port: 1 })
    const secured = world.addSandbox()
    const ingress = { trafficToken: 'secret', maskRequestHost: '', httpsPorts: [] }
    await world.owner.orchestrator.show(secured.id, { phase: 'running', ingress })
    await world.owner.untilCurrent()
    const port = await secured.serve((_, response) => response.end('in'))
    const token = 'e2b-traffic-access-token'
    const ask = async (headers: Record<string, string>) =>
      (await world.edge.request({ sandbox: secured, port, headers })).status
    expect([closed.status, closed.json()]).toEqual([
      502,
      { sandboxId: sandbox.id, message: 'The sandbox is running but port is not open', port: 1, code: 502 },
    ])
    expect([await ask({}), await ask({ [token]: 'wrong' }), await ask({ [token]: 'secret' })]).toEqual([
      403, 403, 200,
    ])
  })

  it('wakes a frozen sandbox there', async () => {
    const frozen = world.addSandbox()
    const port = await frozen.serve((_, response) => response.end('awake'))
    await world.owner.orchestrator.show(frozen.id, { phase: 'running', frozen: true })
    await world.owner.untilCurrent()
    expect((await world.edge.request({ sandbox: frozen, port })).body).toBe('awake')
    expect(world.owner.orchestrator.wakes).toContain(frozen.id)
  })

  it('that its client gives up is given up in the sandbox', async () => {
    const gone = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const port = await sandbox.serve((request) => {
      request.once('close', () => gone.resolve())
      arrived.resolve()
    })
    const client = await world.edge.connect()
    client.send(`GET / HTTP/1.1\r\nHost: ${hostOf(port)}\r\n\r\n`)
    await arrived.promise
    client.socket.destroy()
    await gone.promise
  })

  it('shares no connection into a sandbox with a request of another client', async () => {
    const connections: unknown[] = []
    const port = await sandbox.serve((request, response) => {
      connections.push(request.socket.remotePort)
      response.end(`response ${connections.length}.`)
    })
    const askBy = async (client: RawClient) => {
      const count = connections.length + 1
      client.send(`GET / HTTP/1.1\r\nHost: ${hostOf(port)}\r\n\r\n`)
      await client.until(new RegExp(`response ${count}\\.$`))
    }
    const first = await world.edge.connect()
    await askBy(first)
    await askBy(first)
    // A connection that is kept closes after two seconds, which a busy machine may take.
    while (connections.at(-1) !== connections.at(-2)) await askBy(first)
    // The connection between the proxies is free, and the second client gets it.
    await askBy(await world.edge.connect())
    expect(connections.slice(0, -1)).not.toContain(connections.at(-1))
  })
})
