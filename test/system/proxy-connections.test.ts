/** Clients of the proxy hold connections by the thousand; a client of a sandbox gets its response. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http, { Agent } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { holdConnections } from '../support/idle-connections.ts'
import { openProxyWorld, type ProxyWorld } from './proxy-world.ts'

/** More than the proxy takes. */
const flood = 16_500
const floodMsMax = 600_000

let world: ProxyWorld
const held: (() => void)[] = []

afterEach(async () => {
  for (const close of held.splice(0)) close()
  await world[Symbol.asyncDispose]()
})

async function hold(options: Parameters<typeof holdConnections>[0]) {
  const connections = await holdConnections(options)
  held.push(connections.close)
  return connections
}

async function serveSandbox() {
  const sandbox = world.addSandbox()
  const port = await sandbox.serve((_, response) => response.end('from the sandbox'))
  return { sandbox, port }
}

test(
  'more idle connections than the proxy takes keep nobody from a sandbox, and none that was used',
  async () => {
    world = await openProxyWorld()
    const { sandbox, port } = await serveSandbox()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    held.push(() => agent.destroy())
    const ask = async () => {
      const headers = { 'E2b-Sandbox-Id': sandbox.id, 'E2b-Sandbox-Port': String(port) }
      const request = http.get({ host: '127.0.0.1', port: world.proxyPort, agent, headers })
      const [response] = await once(request, 'response')
      response.resume()
      await once(response, 'end')
      return { status: response.statusCode, socket: request.socket as Socket }
    }
    const { socket } = await ask()
    // An answered connection may stay for ten minutes.
    await hold({ port: world.proxyPort, count: flood, text: 'GET / HTTP/1.1\r\nhost: a\r\n\r\n' })
    expect(await world.request({ sandbox, port })).toMatchObject({ status: 200, body: 'from the sandbox' })
    const again = await ask()
    expect(again.status).toBe(200)
    expect(again.socket).toBe(socket)
  },
  floodMsMax,
)

test(
  'one client with unfinished requests, and one with unfinished TLS handshakes, hold no more than their shares',
  async () => {
    world = await openProxyWorld({ CAY_TLS: 'auto', CAY_TLS_PORT: '0', CAY_DOMAIN: 'cay.test' })
    const { sandbox, port } = await serveSandbox()
    const ca = readFileSync(`${world.dataDir}/tls-authority/certificate.pem`, 'utf8')
    const localAddress = '127.0.0.2'
    const text = 'GET / HTTP/1.1\r\nhost: a\r\nx-header: '
    const [plain, tls] = [
      await hold({ port: world.proxyPort, count: 2700, localAddress, text }),
      await hold({ port: world.tlsPort ?? 0, count: 2700, localAddress }),
    ]
    const servername = `${port}-${sandbox.id}.cay.test`
    const request = https.get({
      ...{ host: '127.0.0.1', port: world.tlsPort, servername, ca, agent: false },
      headers: { host: servername },
    })
    const [response] = await once(request, 'response')
    expect(response.statusCode).toBe(200)
    expect(plain.openCount()).toBeLessThanOrEqual(16_384 / 8)
    expect(tls.openCount()).toBeLessThanOrEqual(20_480 / 8)
    expect((await world.request({ sandbox, port })).status).toBe(200)
  },
  floodMsMax,
)
