/** A page in a browser can read the proxy's own errors, and its preflights are answered where no sandbox can do it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProxyWorld, type ProxyWorld, type Sandbox } from './proxy-world.ts'

let world: ProxyWorld
beforeAll(async () => {
  world = await openProxyWorld({ CAY_PROXY_SANDBOX_CONNECTIONS: '1' })
})
afterAll(() => world[Symbol.asyncDispose]())

const origin = { Origin: 'https://page.example', 'Sec-Fetch-Mode': 'cors' }
const preflight = {
  ...origin,
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization,e2b-traffic-access-token',
}

/** Sandboxes at which a request fails, with the status of that, and the port to ask. */
const failures: [string, number, () => { sandbox: Sandbox; port: number; path?: string }][] = [
  [
    'has ended',
    502,
    () => {
      const sandbox = world.addSandbox()
      void world.orchestrator.end(sandbox.id)
      return { sandbox, port: 80 }
    },
  ],
  [
    'is paused',
    502,
    () => {
      const sandbox = world.addSandbox()
      void world.orchestrator.show(sandbox.id, { phase: 'paused' })
      return { sandbox, port: 80 }
    },
  ],
  ['has no server on the port', 502, () => ({ sandbox: world.addSandbox(), port: 80 })],
  [
    'is private',
    403,
    () => {
      const sandbox = world.addSandbox()
      const ingress = { trafficToken: 'secret', maskRequestHost: '', httpsPorts: [] }
      void world.orchestrator.show(sandbox.id, { phase: 'running', ingress })
      return { sandbox, port: 80 }
    },
  ],
  [
    'is asked for an internal path of its daemon',
    404,
    () => ({ sandbox: world.addSandbox(), port: 49983, path: '/init' }),
  ],
]

describe.each(failures)('where a sandbox %s', (_, status, make) => {
  it(`a page reads the ${status} and its text`, async () => {
    const answer = await world.request({ ...make(), method: 'POST', headers: origin })
    expect(answer.status).toBe(status)
    expect(answer.json()).toMatchObject({ code: status, message: expect.any(String) })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Retry-After',
    })
  })

  it('its preflight succeeds, so that the request is sent and its error can be read', async () => {
    const answer = await world.request({ ...make(), method: 'OPTIONS', headers: preflight })
    expect([answer.status, answer.body]).toEqual([204, ''])
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization,e2b-traffic-access-token',
    })
  })
})

it('a page can read the error of its request, and when to retry', async () => {
  const invalid = await world.request({ headers: { ...origin, Host: 'nobody' } })
  expect([invalid.status, invalid.headers['access-control-allow-origin']]).toEqual([400, '*'])
  const sandbox = world.addSandbox()
  const asked = Promise.withResolvers<void>()
  const port = await sandbox.serve(() => asked.resolve())
  const client = await world.connect()
  client.send(`GET / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\n\r\n`)
  await asked.promise
  const limited = await world.request({ sandbox, port, headers: origin })
  expect([limited.status, limited.headers['retry-after']]).toEqual([429, '1'])
  expect(limited.headers['access-control-expose-headers']).toBe('Retry-After')
})

it('a server in a sandbox answers preflights itself, and nothing is added to its responses', async () => {
  const sandbox = world.addSandbox()
  const port = await sandbox.serve((request, response) => {
    response.writeHead(200, { 'X-Method': request.method }).end()
  })
  const answer = await world.request({ sandbox, port, method: 'OPTIONS', headers: preflight })
  expect(answer.headers['x-method']).toBe('OPTIONS')
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})
