/** What a sandbox says of how requests come in: the Host that its servers are told, and ports that speak TLS. */
import { once } from 'node:events'
import { createServer } from 'node:https'
import { limits } from '@cay/contract/limits.ts'
import { makeAuthority, openIssuer } from '@cay/kit/certificates/issue.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openProxyWorld, type ProxyWorld, routing, type Sandbox } from './proxy-world.ts'

let world: ProxyWorld
let sandbox: Sandbox

beforeAll(async () => {
  world = await openProxyWorld()
})
beforeEach(() => {
  sandbox = world.addSandbox()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

function setIngress(maskRequestHost: string, httpsPorts: number[] = []): Promise<void> {
  const ingress = { trafficToken: '', maskRequestHost, httpsPorts }
  void world.orchestrator.show(sandbox.id, { phase: 'running', ingress })
  return world.untilCurrent()
}

const serveHosts = (port?: number) =>
  sandbox.serve(({ headers }, response) => {
    const forwarded = Object.entries(headers).filter(([name]) => name.startsWith('x-forwarded-'))
    response.end(JSON.stringify([headers.host, Object.fromEntries(forwarded)]))
  }, port)
const claimed = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-For': '1.2.3.4' }

describe('a masked host', () => {
  it('is sent to servers, with the Host of the client beside it', async () => {
    const port = await serveHosts()
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how the interface writes the port.
    await setIngress('app-${PORT}.internal:${PORT}')
    const named = `${port}-${sandbox.id}.localhost`
    const answer = await world.request({ headers: { Host: named, ...claimed } })
    expect(answer.json()).toEqual([`app-${port}.internal:${port}`, { 'x-forwarded-host': named }])
  })

  it('is not sent to envd, and without one servers get the Host of the client and none of its X-Forwarded headers', async () => {
    const port = await serveHosts()
    await serveHosts(limits.daemonPort)
    const named = `${port}-${sandbox.id}.localhost`
    expect((await world.request({ headers: { Host: named, ...claimed } })).json()).toEqual([named, {}])
    await setIngress('app.internal')
    const daemon = `${limits.daemonPort}-${sandbox.id}.localhost`
    expect((await world.request({ headers: { Host: daemon, ...claimed } })).json()).toEqual([daemon, {}])
  })
})

describe('a port that speaks TLS', () => {
  async function serveTls(): Promise<number> {
    const life = { nowMs: Date.now(), days: 2 }
    const issuer = await openIssuer(await makeAuthority('nobody knows it', life))
    const { certificate, key } = await issuer.issue({ names: ['localhost'], ...life })
    const server = createServer({ cert: certificate, key }, (request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => response.end(`secure ${request.method} ${body.length}`))
    })
    server.prependListener('request', ({ url, socket }) => {
      if (url === '/gone') socket.destroySoon()
    })
    return await sandbox.serveWebSockets((socket) => socket.send('hello'), server)
  }

  it('does not end the proxy when its server closes connections instead of responding', async () => {
    const port = await serveTls()
    await setIngress('', [port])
    const lost = await Promise.all(
      Array.from({ length: 4 }, () => world.request({ sandbox, port, method: 'POST', path: '/gone' })),
    )
    expect(lost.map(({ status }) => status)).toEqual([502, 502, 502, 502])
    const next = await Promise.all(Array.from({ length: 8 }, () => world.request({ sandbox, port })))
    expect(next.map(({ body }) => body)).toEqual(new Array(8).fill('secure GET 0'))
  })

  it('is connected to with TLS, whatever its certificate', async () => {
    const port = await serveTls()
    await setIngress('', [port])
    expect((await world.request({ sandbox, port })).body).toBe('secure GET 0')
    const large = await world.request({ sandbox, port, method: 'POST', body: 'x'.repeat(3_000_000) })
    expect(large.body).toBe('secure POST 3000000')
    const socket = new WebSocket(`ws://127.0.0.1:${world.proxyPort}/`, { headers: routing(sandbox, port) })
    expect(String((await once(socket, 'message'))[0])).toBe('hello')
    socket.terminate()
    expect(world.isAlive()).toBe(true)
  })

  it('that does not speak it counts as closed, and other ports are unaffected', async () => {
    const plain = await sandbox.serve((_, response) => response.end('plain'))
    const odd = await sandbox.serve((_, response) => response.end('plain'))
    await setIngress('', [odd])
    expect((await world.request({ sandbox, port: plain })).body).toBe('plain')
    const answer = await world.request({ sandbox, port: odd })
    expect(answer.status).toBe(502)
    expect(answer.json()).toMatchObject({ message: 'The sandbox is running but port is not open' })
  })
})
