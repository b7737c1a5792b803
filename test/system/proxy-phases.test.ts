/** A sandbox is captured, is at its end, frozen or private: what becomes of requests. */
import { once } from 'node:events'
import { limits } from '@cay/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { orchestratorError } from './proxy-node.ts'
import {
  endsIn,
  enter,
  head,
  ok,
  sandbox,
  sandboxInPhases,
  secure,
  slowServer,
  world,
} from './proxy-phase-world.ts'
import { routing } from './proxy-world.ts'

sandboxInPhases()

describe('while a sandbox is captured', () => {
  it('a new request waits, whatever its method, and is served when it runs', async () => {
    const port = await sandbox.serve((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => response.end(`${request.method} ${body}`))
    })
    await enter('capturing')
    const methods = ['GET', 'POST', 'PATCH', 'DELETE']
    const bodyOf = (method: string) => (method.startsWith('P') ? 'some text' : '')
    const answers = methods.map((method) => world.request({ sandbox, port, method, body: bodyOf(method) }))
    const large = world.request({ sandbox, port, method: 'PUT', body: 'y'.repeat(3_000_000) })
    let isAnswered = false
    void Promise.race(answers).then(() => {
      isAnswered = true
    })
    await world.untilCurrent()
    expect(isAnswered).toBe(false)
    await enter('running')
    const bodies = (await Promise.all(answers)).map(({ body }) => body)
    expect(bodies).toEqual(methods.map((method) => `${method} ${bodyOf(method)}`))
    expect((await large).body.length).toBe('PUT '.length + 3_000_000)
  })

  it('a WebSocket waits and opens when it runs', async () => {
    const port = await sandbox.serveWebSockets((socket) => socket.send('hello'))
    await enter('capturing')
    const socket = new WebSocket(`ws://127.0.0.1:${world.proxyPort}/`, { headers: routing(sandbox, port) })
    const message = once(socket, 'message')
    await world.untilCurrent()
    await enter('running')
    expect(String((await message)[0])).toBe('hello')
    socket.terminate()
  })

  it.each(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'PUT'])(
    'a %s in flight without a response loses its upstream connection and is retried unchanged',
    async (method) => {
      const { port, nth, arrived } = await slowServer()
      const client = await world.connect()
      const body = method === 'PUT' ? 'the body' : ''
      client.send(head(method, port, body === '' ? '' : `Content-Length: ${body.length}\r\n`) + body)
      const first = await nth(1)
      await expect.poll(() => first.text.endsWith(body)).toBe(true)
      await enter('capturing')
      expect(await first.end).toBe('reset')
      await enter('running')
      const second = await nth(2)
      await expect.poll(() => second.text).toBe(first.text)
      second.socket.write(ok(method === 'HEAD' ? '' : 'done'))
      await client.until(method === 'HEAD' ? /200 OK/ : /done$/)
      expect(arrived.length).toBe(2)
    },
  )

  it('an upload to envd that is still arriving is retried from its first byte', async () => {
    const { nth, arrived } = await slowServer(limits.daemonPort)
    const client = await world.connect()
    const host = `${limits.daemonPort}-${sandbox.id}.localhost`
    client.send(`POST /files?path=a HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 12\r\n\r\nsome, `)
    const first = await nth(1)
    await expect.poll(() => first.text.endsWith('some, ')).toBe(true)
    await enter('capturing')
    expect(await first.end).toBe('reset')
    client.send('more, ')
    await enter('running')
    const second = await nth(2)
    await expect.poll(() => second.text).toBe(`${first.text}more, `)
    second.socket.write(ok('done'))
    await client.until(/done$/)
    expect(arrived.length).toBe(2)
  })

  it.each([
    ['a POST', 'POST', 'Content-Length: 1\r\n', 'x'],
    ['a POST without a body', 'POST', '', ''],
    ['a method that nobody knows', 'PROPFIND', '', ''],
    ['a PUT whose body is not all there', 'PUT', 'Content-Length: 10\r\n', 'x'],
    ['a PUT with a body that is too large to keep', 'PUT', 'Content-Length: 300000\r\n', 'x'.repeat(300_000)],
  ])('%s in flight is reset and never retried', async (_, method, more, body) => {
    const { port, nth, arrived } = await slowServer()
    const client = await world.connect()
    client.send(head(method, port, more) + body)
    const first = await nth(1)
    await expect.poll(() => first.text.endsWith(body)).toBe(true)
    await enter('capturing')
    expect((await client.ended()).how).toBe('reset')
    expect(await first.end).toBe('reset')
    await enter('running')
    expect(arrived.length).toBe(1)
  })

  it('a response that has begun is reset, and so is an upgraded connection', async () => {
    const { port, nth } = await slowServer()
    const client = await world.connect()
    client.send(head('GET', port))
    const first = await nth(1)
    first.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')
    await client.until(/half/)
    const other = await world.connect()
    other.send(head('GET', port, 'Connection: Upgrade\r\nUpgrade: echo\r\n'))
    const second = await nth(2)
    second.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
    await other.until(/101/)
    await enter('capturing')
    expect([(await client.ended()).how, (await other.ended()).how]).toEqual(['reset', 'reset'])
    expect([await first.end, await second.end]).toEqual(['reset', 'reset'])
  })

  it('a request whose connection broke just before the route update waits like the others', async () => {
    const { port, arrived, nth } = await slowServer()
    const attempt = async () => {
      const client = await world.connect()
      client.send(head('GET', port))
      const count = arrived.length + 1
      const first = await nth(count)
      first.socket.resetAndDestroy()
      const entered = Promise.all([enter('capturing'), enter('running')])
      let hasFailed = false
      void client.until(/^HTTP\/1\.1 502 /).then(
        () => {
          hasFailed = true
        },
        () => undefined,
      )
      await expect.poll(() => hasFailed || arrived.length > count).toBe(true)
      await entered
      if (hasFailed) return undefined
      arrived.at(-1)?.socket.write(ok('done'))
      return await client.until(/done$/)
    }
    // The update may come later than the proxy waits for it, then it counts as none.
    let text = await attempt()
    while (text === undefined) text = await attempt()
    expect(text).toMatch(/done$/)
  })

  it('a client that disconnects while it waits is forgotten', async () => {
    const { port, arrived } = await slowServer()
    await enter('capturing')
    const client = await world.connect()
    client.send(head('GET', port))
    await world.untilCurrent()
    client.socket.resetAndDestroy()
    await world.untilCurrent()
    await enter('running')
    await world.untilCurrent()
    expect(arrived.length).toBe(0)
  })
})

describe('an expired sandbox', () => {
  it('is not found by new requests before the orchestrator has ended it, and never resets one', async () => {
    const port = await sandbox.serve((_, response) => response.end('served'))
    await enter('running', endsIn(60_000, 'kill'))
    expect((await world.request({ sandbox, port })).status).toBe(200)
    await enter('running', endsIn(-1, 'kill'))
    const refused = await world.request({ sandbox, port })
    expect([refused.status, JSON.parse(refused.body)]).toEqual([
      502,
      { sandboxId: sandbox.id, message: 'The sandbox was not found', code: 502 },
    ])
    await enter('running', endsIn(60_000, 'kill'))
    expect((await world.request({ sandbox, port })).status).toBe(200)
  })

  it('is served where its timeout pauses it', async () => {
    const port = await sandbox.serve((_, response) => response.end('served'))
    await enter('running', endsIn(-1, 'pause'))
    expect((await world.request({ sandbox, port })).status).toBe(200)
  })
})

describe('a frozen sandbox', () => {
  it('is woken before it is connected to, once for all requests and until the next update', async () => {
    let isAwake = false
    const port = await sandbox.serve((_, response) => response.end(String(isAwake)))
    await enter('running', { frozen: true })
    const gate = Promise.withResolvers<void>()
    world.orchestrator.onWake = async () => {
      await gate.promise
      isAwake = true
    }
    const answers = [1, 2, 3].map(() => world.request({ sandbox, port }))
    await expect.poll(() => world.orchestrator.wakes.length).toBe(1)
    await world.untilCurrent()
    gate.resolve()
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['true', 'true', 'true'])
    await world.request({ sandbox, port })
    expect(world.orchestrator.wakes).toEqual([sandbox.id])
    await enter('running', { frozen: false })
    await world.request({ sandbox, port })
    expect(world.orchestrator.wakes).toEqual([sandbox.id])
  })

  it('is connected to even when the orchestrator cannot wake it: the connect reports the failure', async () => {
    const port = await sandbox.serve((_, response) => response.end('up'))
    await enter('running', { frozen: true })
    world.orchestrator.onWake = () => {
      throw orchestratorError('NotFound', 'gone')
    }
    expect((await world.request({ sandbox, port })).body).toBe('up')
  })
})

describe('a private sandbox', () => {
  it.each([
    [
      {},
      403,
      "Sandbox is secured with traffic access token. Token header 'e2b-traffic-access-token' is missing",
    ],
    [
      { 'e2b-traffic-access-token': 'wrong' },
      403,
      "Sandbox is secured with traffic access token. Provided token in header 'e2b-traffic-access-token' is invalid",
    ],
  ])('refuses %j', async (headers, status, message) => {
    const port = await sandbox.serve((_, response) => response.end('in'))
    await enter('running', secure)
    const answer = await world.request({ sandbox, port, headers })
    expect(answer.status).toBe(status)
    expect(answer.json()).toEqual({ sandboxId: sandbox.id, message, code: status })
  })

  it('accepts requests with its token, strips it from them, and does not require it for envd', async () => {
    const seen: string[] = []
    const port = await sandbox.serve(({ rawHeaders }, response) => {
      seen.push(...rawHeaders)
      response.end('in')
    })
    await sandbox.serve(({ rawHeaders }, response) => {
      seen.push(...rawHeaders)
      response.end('daemon')
    }, limits.daemonPort)
    await enter('running', secure)
    const headers = { 'E2B-Traffic-Access-Token': 'secret' }
    expect((await world.request({ sandbox, port, headers })).body).toBe('in')
    expect((await world.request({ sandbox, port: limits.daemonPort, headers })).body).toBe('daemon')
    expect((await world.request({ sandbox, port: limits.daemonPort })).body).toBe('daemon')
    expect(seen).not.toContain('secret')
  })
})

it('an upstream connection that is not kept is reset once its response is complete, so that nothing of it stays in the sandbox', async () => {
  const ends: Promise<string>[] = []
  const port = await sandbox.serveRaw((socket) => {
    ends.push(
      new Promise((resolve) => {
        socket.once('error', () => resolve('reset'))
        socket.once('close', () => resolve('closed'))
      }),
    )
    socket.once('data', () => socket.write(ok('done')))
  })
  expect((await world.request({ sandbox, port })).body).toBe('done')
  expect(await ends[0]).toBe('reset')
})
