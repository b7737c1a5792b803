/** A sandbox is captured, paused, resumed, frozen: what becomes of requests. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import {
  type Sandbox as SandboxMessage,
  SandboxPhase,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { limits } from '@cay/contract/limits.ts'
import { orchestratorError } from '@cay/proxy/sim/simulated-orchestrator.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { openProxyWorld, type ProxyWorld, routing, type Sandbox } from './proxy-world.ts'

let world: ProxyWorld
let sandbox: Sandbox

beforeAll(async () => {
  world = await openProxyWorld()
})
beforeEach(() => {
  sandbox = world.addSandbox()
  world.orchestrator.onResume = () => undefined
  world.orchestrator.onWake = () => undefined
  world.orchestrator.resumes.splice(0)
  world.orchestrator.wakes.splice(0)
})
afterEach(() => {
  expect(world.isAlive()).toBe(true)
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** Resolves when the proxy has heard of it. */
const enter = (phase: SandboxPhase, more: (message: SandboxMessage) => void = () => undefined) => {
  const { address } = sandbox
  world.orchestrator.change(sandbox.id, (message) => {
    message.phase = phase
    const hasAddress = phase === SandboxPhase.RUNNING || phase === SandboxPhase.CAPTURING
    message.address = hasAddress ? address : ''
    more(message)
  })
  return world.heard()
}
const autoResume = (message: SandboxMessage) => {
  message.lifecycle = {
    $typeName: 'orchestrator.Lifecycle',
    onTimeout: 2,
    filesOnly: false,
    autoResume: true,
    autoResumeSeconds: 300,
  }
}
const endsIn = (ms: number, onTimeout: 1 | 2) => (message: SandboxMessage) => {
  autoResume(message)
  if (message.lifecycle !== undefined) message.lifecycle.onTimeout = onTimeout
  message.endAtMs = BigInt(Date.now() + ms)
}
const secure = (message: SandboxMessage) => {
  message.ingress = {
    $typeName: 'orchestrator.Ingress',
    trafficToken: 'secret',
    maskRequestHost: '',
    httpsPorts: [],
  }
}
const head = (method: string, port: number, more = '') =>
  `${method} / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\n${more}\r\n`

/** A server that answers the first request of each connection when it is told to, and counts them. */
async function slowServer(ownPort?: number) {
  const arrived: { text: string; socket: Socket; end: Promise<string> }[] = []
  const port = await sandbox.serveRaw((socket) => {
    const end = new Promise<string>((resolve) => {
      socket.once('error', () => resolve('reset'))
      socket.once('end', () => resolve('end'))
    })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (!text.includes('\r\n\r\n')) return
      const known = arrived.find((each) => each.socket === socket)
      if (known === undefined) arrived.push({ text, socket, end })
      else known.text = text
    })
  }, ownPort)
  const nth = async (count: number) => {
    await expect.poll(() => arrived.length, { timeout: 5000 }).toBeGreaterThanOrEqual(count)
    const found = arrived[count - 1]
    if (found === undefined) throw new Error('nobody came')
    return found
  }
  return { port, arrived, nth }
}
const ok = (text: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`

describe('while a sandbox is captured', () => {
  it('a new request waits, whatever its method, and is served when it runs', async () => {
    const port = await sandbox.serve((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => response.end(`${request.method} ${body}`))
    })
    await enter(SandboxPhase.CAPTURING)
    const methods = ['GET', 'POST', 'PATCH', 'DELETE']
    const bodyOf = (method: string) => (method.startsWith('P') ? 'some text' : '')
    const answers = methods.map((method) => world.request({ sandbox, port, method, body: bodyOf(method) }))
    const large = world.request({ sandbox, port, method: 'PUT', body: 'y'.repeat(3_000_000) })
    let isAnswered = false
    void Promise.race(answers).then(() => {
      isAnswered = true
    })
    await world.heard()
    expect(isAnswered).toBe(false)
    await enter(SandboxPhase.RUNNING)
    const bodies = (await Promise.all(answers)).map(({ body }) => body)
    expect(bodies).toEqual(methods.map((method) => `${method} ${bodyOf(method)}`))
    expect((await large).body.length).toBe('PUT '.length + 3_000_000)
  })

  it('a WebSocket waits and opens when it runs', async () => {
    const server = new WebSocketServer({ host: sandbox.address, port: 0 })
    world.atEnd(() => server.close())
    server.on('connection', (socket) => socket.send('hello'))
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    await enter(SandboxPhase.CAPTURING)
    const socket = new WebSocket(`ws://127.0.0.1:${world.proxyPort}/`, { headers: routing(sandbox, port) })
    const message = once(socket, 'message')
    await world.heard()
    await enter(SandboxPhase.RUNNING)
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
      await enter(SandboxPhase.CAPTURING)
      expect(await first.end).toBe('reset')
      await enter(SandboxPhase.RUNNING)
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
    await enter(SandboxPhase.CAPTURING)
    expect(await first.end).toBe('reset')
    client.send('more, ')
    await enter(SandboxPhase.RUNNING)
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
    await enter(SandboxPhase.CAPTURING)
    expect((await client.ended()).how).toBe('reset')
    expect(await first.end).toBe('reset')
    await enter(SandboxPhase.RUNNING)
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
    await enter(SandboxPhase.CAPTURING)
    expect([(await client.ended()).how, (await other.ended()).how]).toEqual(['reset', 'reset'])
    expect([await first.end, await second.end]).toEqual(['reset', 'reset'])
  })

  it('a request whose connection broke just before the route update waits like the others', async () => {
    const { port, nth } = await slowServer()
    const client = await world.connect()
    client.send(head('GET', port))
    const first = await nth(1)
    first.socket.resetAndDestroy()
    void enter(SandboxPhase.CAPTURING)
    void enter(SandboxPhase.RUNNING)
    const second = await nth(2)
    second.socket.write(ok('done'))
    await client.until(/done$/)
  })

  it('a client that disconnects while it waits is forgotten', async () => {
    const { port, arrived } = await slowServer()
    await enter(SandboxPhase.CAPTURING)
    const client = await world.connect()
    client.send(head('GET', port))
    await world.heard()
    client.socket.resetAndDestroy()
    await world.heard()
    await enter(SandboxPhase.RUNNING)
    await world.heard()
    expect(arrived.length).toBe(0)
  })
})

describe('an expired sandbox', () => {
  it('is not found by new requests before the orchestrator has ended it, and never resets one', async () => {
    const port = await sandbox.serve((_, response) => response.end('served'))
    await enter(SandboxPhase.RUNNING, endsIn(60_000, 1))
    expect((await world.request({ sandbox, port })).status).toBe(200)
    await enter(SandboxPhase.RUNNING, endsIn(-1, 1))
    const refused = await world.request({ sandbox, port })
    expect([refused.status, JSON.parse(refused.body)]).toEqual([
      502,
      { sandboxId: sandbox.id, message: 'The sandbox was not found', code: 502 },
    ])
    await enter(SandboxPhase.RUNNING, endsIn(60_000, 1))
    expect((await world.request({ sandbox, port })).status).toBe(200)
  })

  it('is served where its timeout pauses it', async () => {
    const port = await sandbox.serve((_, response) => response.end('served'))
    await enter(SandboxPhase.RUNNING, endsIn(-1, 2))
    expect((await world.request({ sandbox, port })).status).toBe(200)
  })
})

describe('while a sandbox is paused', () => {
  it('a response that has begun is reset, a request without one gets an error, and nothing is found', async () => {
    const { port, nth } = await slowServer()
    const [begun, asked] = [await world.connect(), await world.connect()]
    begun.send(head('GET', port))
    const first = await nth(1)
    first.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')
    await begun.until(/half/)
    asked.send(head('GET', port))
    await nth(2)
    await enter(SandboxPhase.PAUSING)
    expect((await begun.ended()).how).toBe('reset')
    await asked.until(/^HTTP\/1.1 502 [\s\S]*The sandbox was paused while the request was in flight/)
    expect(await first.end).toBe('reset')
    for (const phase of [SandboxPhase.PAUSING, SandboxPhase.PAUSED]) {
      enter(phase)
      const health = await world.request({ sandbox, port: limits.daemonPort, path: '/health' })
      expect(health.status).toBe(502)
      expect(health.json()).toEqual({
        sandboxId: sandbox.id,
        message: 'The sandbox was not found',
        code: 502,
      })
    }
    expect(world.orchestrator.resumes).toEqual([])
  })

  it('without memory, traffic does not resume it', async () => {
    await enter(SandboxPhase.PAUSED, (message) => {
      autoResume(message)
      message.filesOnly = true
    })
    expect((await world.request({ sandbox, port: 80 })).status).toBe(502)
    expect(world.orchestrator.resumes).toEqual([])
  })

  it('traffic resumes it: any number of requests share the resume, and all get their own responses', async () => {
    const port = await sandbox.serve((request, response) => {
      request.resume().on('end', () => response.end(`${request.method} ${request.url}`))
    })
    await enter(SandboxPhase.PAUSED, autoResume)
    const begun = Promise.withResolvers<void>()
    const restored = Promise.withResolvers<void>()
    world.orchestrator.onResume = async () => {
      await enter(SandboxPhase.RESUMING)
      begun.resolve()
      await restored.promise
      void enter(SandboxPhase.RUNNING)
    }
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
    const answers = Array.from({ length: 50 }, (_, index) =>
      world.request({
        sandbox,
        port,
        method: methods[index % methods.length] ?? 'GET',
        path: `/${index}`,
      }),
    )
    await begun.promise
    const late = world.request({ sandbox, port, path: '/late' })
    restored.resolve()
    const bodies = (await Promise.all(answers)).map(({ body }) => body)
    expect(bodies).toEqual(bodies.map((_, index) => `${methods[index % methods.length]} /${index}`))
    expect((await late).body).toBe('GET /late')
    expect(world.orchestrator.resumes).toEqual([{ sandboxId: sandbox.id, port, accessToken: '' }])
  })

  it('a WebSocket resumes it', async () => {
    const server = new WebSocketServer({ host: sandbox.address, port: 0 })
    world.atEnd(() => server.close())
    server.on('connection', (socket) => socket.send('hello'))
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    await enter(SandboxPhase.PAUSED, autoResume)
    world.orchestrator.onResume = () => void enter(SandboxPhase.RUNNING)
    const socket = new WebSocket(`ws://127.0.0.1:${world.proxyPort}/`, { headers: routing(sandbox, port) })
    expect(String((await once(socket, 'message'))[0])).toBe('hello')
    socket.terminate()
  })

  it('a request during the pause waits for its end, and then resumes it', async () => {
    const port = await sandbox.serve((_, response) => response.end('back'))
    await enter(SandboxPhase.PAUSING, autoResume)
    world.orchestrator.onResume = () => void enter(SandboxPhase.RUNNING)
    const answer = world.request({ sandbox, port })
    await world.heard()
    expect(world.orchestrator.resumes).toEqual([])
    await enter(SandboxPhase.PAUSED)
    expect((await answer).body).toBe('back')
  })

  it('a pause that failed lets pending requests through', async () => {
    const port = await sandbox.serve((_, response) => response.end('still here'))
    await enter(SandboxPhase.PAUSING, autoResume)
    const answer = world.request({ sandbox, port })
    await world.heard()
    await enter(SandboxPhase.RUNNING)
    expect((await answer).body).toBe('still here')
  })

  it('the access token of envd goes to the orchestrator, which may refuse it', async () => {
    const port = limits.daemonPort
    await sandbox.serve((_, response) => response.writeHead(204).end(), port)
    await enter(SandboxPhase.PAUSED, autoResume)
    world.orchestrator.onResume = ({ accessToken }) => {
      if (accessToken !== 'right') throw orchestratorError('PermissionDenied', 'no')
      void enter(SandboxPhase.RUNNING)
    }
    const denied = await world.request({ sandbox, port, path: '/health' })
    expect(denied.status).toBe(403)
    expect(denied.json()).toEqual({
      sandboxId: sandbox.id,
      message: 'The sandbox is paused and cannot be resumed with these credentials',
      code: 403,
    })
    const signed = await world.request({ sandbox, port, path: '/files?path=a&signature=v1_x' })
    expect(signed.status).toBe(403)
    const headers = { 'X-Access-Token': 'right' }
    expect((await world.request({ sandbox, port, path: '/health', headers })).status).toBe(204)
  })

  it('a private one is resumed only with its traffic token', async () => {
    const port = await sandbox.serve((_, response) => response.end('back'))
    await enter(SandboxPhase.PAUSED, (message) => {
      autoResume(message)
      secure(message)
    })
    world.orchestrator.onResume = () => void enter(SandboxPhase.RUNNING)
    for (const headers of [{}, { 'E2B-Traffic-Access-Token': 'wrong' }]) {
      expect((await world.request({ sandbox, port, headers })).status).toBe(403)
    }
    expect(world.orchestrator.resumes).toEqual([])
    const headers = { 'E2B-Traffic-Access-Token': 'secret' }
    expect((await world.request({ sandbox, port, headers })).body).toBe('back')
  })

  it.each<[Parameters<typeof orchestratorError>[0], number, string]>([
    ['NotFound', 502, 'The sandbox was not found'],
    ['ResourceExhausted', 429, 'no room on the orchestrator'],
    [
      'FailedPrecondition',
      502,
      'The sandbox is paused and could not be resumed: no room on the orchestrator',
    ],
  ])('a resume that the orchestrator answers with %s', async (code, status, message) => {
    await enter(SandboxPhase.PAUSED, autoResume)
    world.orchestrator.onResume = () => {
      throw orchestratorError(code, 'no room on the orchestrator')
    }
    const answer = await world.request({ sandbox, port: 80 })
    expect(answer.status).toBe(status)
    expect(answer.json()).toMatchObject({ sandboxId: sandbox.id, message, code: status })
  })

  it('a resume that the orchestrator cannot serve now is requested again', async () => {
    const port = await sandbox.serve((_, response) => response.end('back'))
    await enter(SandboxPhase.PAUSED, autoResume)
    world.orchestrator.onResume = () => {
      if (world.orchestrator.resumes.length < 2) throw orchestratorError('Aborted', 'busy')
      void enter(SandboxPhase.RUNNING)
    }
    expect((await world.request({ sandbox, port })).body).toBe('back')
  })

  it('a sandbox that ends while a request waits is not found', async () => {
    await enter(SandboxPhase.RESUMING, autoResume)
    const answer = world.request({ sandbox, port: 80 })
    await world.heard()
    world.orchestrator.end(sandbox.id)
    expect((await answer).status).toBe(502)
  })
})

describe('a frozen sandbox', () => {
  it('is woken before it is connected to, once for all requests and until the next update', async () => {
    let isAwake = false
    const port = await sandbox.serve((_, response) => response.end(String(isAwake)))
    await enter(SandboxPhase.RUNNING, (message) => {
      message.frozen = true
    })
    const gate = Promise.withResolvers<void>()
    world.orchestrator.onWake = async () => {
      await gate.promise
      isAwake = true
    }
    const answers = [1, 2, 3].map(() => world.request({ sandbox, port }))
    await expect.poll(() => world.orchestrator.wakes.length).toBe(1)
    await world.heard()
    gate.resolve()
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['true', 'true', 'true'])
    await world.request({ sandbox, port })
    expect(world.orchestrator.wakes).toEqual([sandbox.id])
    await enter(SandboxPhase.RUNNING, (message) => {
      message.frozen = false
    })
    await world.request({ sandbox, port })
    expect(world.orchestrator.wakes).toEqual([sandbox.id])
  })

  it('is connected to even when the orchestrator cannot wake it: the connect reports the failure', async () => {
    const port = await sandbox.serve((_, response) => response.end('up'))
    await enter(SandboxPhase.RUNNING, (message) => {
      message.frozen = true
    })
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
    await enter(SandboxPhase.RUNNING, secure)
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
    await enter(SandboxPhase.RUNNING, secure)
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
