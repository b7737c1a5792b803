/** Which sandbox a request reaches, and what is answered when it reaches none. */
import { reservePort } from '@cay/kit/host/reserve-port.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProxyWorld, type ProxyWorld, routing, type Sandbox } from './proxy-world.ts'

let world: ProxyWorld
let sandbox: Sandbox
let other: Sandbox
let port: number

beforeAll(async () => {
  world = await openProxyWorld({ CAY_DOMAIN: 'cay.example' })
  sandbox = world.addSandbox()
  other = world.addSandbox()
  port = await sandbox.serve((request, response) =>
    response.end(`own ${request.headers.host} ${request.url}`),
  )
  await other.serve((_, response) => response.end('other'), port)
  await sandbox.serve((_, response) => response.writeHead(204).end(), 49983)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const browser = { 'User-Agent': 'Mozilla/5.0 Firefox/140.0', Accept: 'text/html' }

describe('a sandbox is reached', () => {
  it('by host, and the Host header is unchanged', async () => {
    const host = `${port}-${sandbox.id}.any.thing:3002`
    const answer = await world.request({ path: '/a//b?c=%2F', headers: { host } })
    expect([answer.status, answer.body]).toEqual([200, `own ${host} /a//b?c=%2F`])
  })

  it('by a host below localhost', async () => {
    const answer = await world.request({ headers: { host: `${port}-${other.id}.localhost` } })
    expect(answer.body).toBe('other')
  })

  it.each([
    'localhost',
    'localhost:3002',
    '127.0.0.1:3002',
    '[::1]:3002',
    'sandbox.cay.example',
    'cay.example',
  ])('by headers on %s', async (host) => {
    const answer = await world.request({ sandbox, port, headers: { host } })
    expect(answer.body).toBe(`own ${host} /`)
  })

  it.each(['E2b', 'Cay', 'Service'])('by headers with the prefix %s', async (prefix) => {
    const headers = { [`${prefix}-Sandbox-Id`]: sandbox.id, [`${prefix}-Sandbox-Port`]: String(port) }
    expect((await world.request({ headers })).status).toBe(200)
  })

  it('by the host, whatever the headers say, where the host names a sandbox', async () => {
    const host = `${port}-${sandbox.id}.localhost`
    const answer = await world.request({ sandbox: other, port, headers: { host } })
    expect(answer.body).toContain('own')
  })

  it('when it was created so recently that no update has arrived', async () => {
    const late = world.addSandbox()
    await world.orchestrator.forget(late.id)
    world.orchestrator.hide(`${late.id}late`)
    await world.orchestrator.add(`${late.id}late`, late.address)
    const latePort = await late.serve((_, response) => response.end('late'))
    const host = `${latePort}-${late.id}late.localhost`
    expect((await world.request({ headers: { host } })).body).toBe('late')
  })

  it('when its server starts listening during the connect attempts', async () => {
    const attempt = async () => {
      using reserved = await reservePort(sandbox.address)
      const latePort = reserved.port
      const asked = world.request({ sandbox, port: latePort })
      await sandbox.serve((_, response) => response.end('just started'), latePort)
      return await asked
    }
    // All connect attempts may be over before the server listens.
    let answer = await attempt()
    while (answer.status === 502) answer = await attempt()
    expect(answer.body).toBe('just started')
  })
})

describe('a request without a valid destination is refused in plain text', () => {
  it.each([
    ['a host without a dot', { host: 'nothing' }, 'Invalid host'],
    ['a label without a dash', { host: 'abc.example.com' }, 'Invalid host'],
    ['a shared host without headers', { host: 'localhost' }, 'Invalid host'],
    [
      'headers on a host that is not shared',
      { host: 'api.example.com', ...header('abc', '80') },
      'Invalid host',
    ],
    [
      'headers on a name of somebody else that leads here',
      { host: 'sandbox.example.com', ...header('abc', '80') },
      'Invalid host',
    ],
    ['no id', { host: 'localhost', 'E2b-Sandbox-Port': '80' }, 'missing header'],
    ['no port', { host: 'localhost', 'E2b-Sandbox-Id': 'abc' }, 'missing header'],
    ['an id of other characters', { host: 'localhost', ...header('a_b', '80') }, 'Invalid sandbox ID'],
    ['an id of other characters in the host', { host: '80-a_b.example.com' }, 'Invalid sandbox ID'],
    ['a port that is no number', { host: 'localhost', ...header('abc', 'http') }, 'Invalid sandbox port'],
    ['a port that is no number in the host', { host: 'http-abc.example.com' }, 'Invalid sandbox port'],
    ['port 0', { host: '0-abc.example.com' }, 'Invalid sandbox port'],
    ['port 65536', { host: '65536-abc.example.com' }, 'Invalid sandbox port'],
  ])('%s', async (_, headers, text) => {
    const answer = await world.request({ headers: { ...browser, ...headers } })
    expect([answer.status, answer.body]).toEqual([400, text])
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  })
})

function header(id: string, portText: string) {
  return { 'E2b-Sandbox-Id': id, 'E2b-Sandbox-Port': portText }
}

describe('an unknown sandbox', () => {
  it('is reported in JSON', async () => {
    const answer = await world.request({ headers: header('unknown', '80') })
    expect(answer.status).toBe(502)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual({ sandboxId: 'unknown', message: 'The sandbox was not found', code: 502 })
  })

  it('is reported on a page to a browser', async () => {
    const answer = await world.request({ headers: { ...browser, ...header('unknown', '80') } })
    expect([answer.status, answer.headers['content-type']]).toEqual([502, 'text/html; charset=utf-8'])
    expect(answer.body).toMatch(/^<html.*Sandbox Not Found.*unknown.*<\/html>$/s)
  })

  it('is reported to /health of envd, which is how clients learn it', async () => {
    expect((await world.request({ path: '/health', headers: header('unknown', '49983') })).status).toBe(502)
  })

  it('does not cause a listing for each request', async () => {
    const before = world.orchestrator.listings
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => world.request({ headers: header(`no${i}`, '80') })),
    )
    expect(world.orchestrator.listings - before).toBeLessThan(50)
  })

  it('that has ended is reported at once, without a listing', async () => {
    const short = world.addSandbox()
    const shortPort = await short.serve((_, response) => response.end('alive'))
    expect((await world.request({ sandbox: short, port: shortPort })).body).toBe('alive')
    const held = await world.connect()
    held.send(`GET / HTTP/1.1\r\nHost: ${shortPort}-${short.id}.localhost\r\n\r\n`)
    await held.until(/alive/)
    void world.orchestrator.end(short.id)
    await expect.poll(async () => (await world.request({ sandbox: short, port: shortPort })).status).toBe(502)
    const before = world.orchestrator.listings
    const answer = await world.request({ sandbox: short, port: shortPort })
    expect(answer.json()).toMatchObject({ message: 'The sandbox was not found' })
    expect(world.orchestrator.listings).toBe(before)
  })
})

describe('a closed port', () => {
  it('is reported in JSON, with the port', async () => {
    const answer = await world.request({ sandbox, port: 9 })
    expect(answer.status).toBe(502)
    expect(answer.json()).toEqual({
      sandboxId: sandbox.id,
      message: 'The sandbox is running but port is not open',
      port: 9,
      code: 502,
    })
  })

  it('is reported on a page', async () => {
    const answer = await world.request({ sandbox, port: 9, headers: browser })
    expect(answer.body).toMatch(/^<html.*no service running on port 9.*<\/html>$/s)
    expect(answer.body).toContain(sandbox.id)
  })

  it('is not connected to when the client has disconnected', async () => {
    const client = await world.connect()
    client.send(`GET / HTTP/1.1\r\nHost: 9-${sandbox.id}.localhost\r\n\r\n`)
    client.socket.resetAndDestroy()
    expect((await world.request({ sandbox, port })).status).toBe(200)
  })

  it('becomes "not found" when the sandbox ends during the connect attempts', async () => {
    const attempt = async () => {
      const dying = world.addSandbox()
      const asked = world.request({ sandbox: dying, port: 9 })
      await world.request({ sandbox, port })
      void world.orchestrator.end(dying.id)
      return (await asked).json()
    }
    // All connect attempts may be over before the sandbox ends.
    let answer = await attempt()
    while (String(Object(answer).message).includes('port is not open')) answer = await attempt()
    expect(answer).toMatchObject({ message: 'The sandbox was not found' })
  })
})

describe('internal paths of envd', () => {
  it.each([
    '/init',
    '//init',
    '/./init',
    '/init/',
    '/%69nit',
    '/freeze',
    '/unfreeze',
    '/fsfreeze',
    '/fsthaw',
  ])('%s is refused in a running and in an unknown sandbox', async (path) => {
    for (const id of [sandbox.id, 'unknown']) {
      const answer = await world.request({ method: 'POST', path, headers: header(id, '49983') })
      expect(answer.status).toBe(404)
      expect(answer.json()).toEqual({
        message: expect.stringContaining('reserved for the E2B control plane'),
        path,
        code: 404,
      })
    }
  })

  it.each(['/collapse', '/upgrade?x'])('%s is refused on a page too', async (path) => {
    const answer = await world.request({ path, headers: { ...browser, ...header(sandbox.id, '49983') } })
    expect(answer.body).toMatch(/^<html.*reserved for the E2B control plane.*<\/html>$/s)
  })

  it('other paths of envd pass, and so do the same paths on other ports', async () => {
    expect((await world.request({ sandbox, port: 49983, path: '/health' })).status).toBe(204)
    expect((await world.request({ sandbox, port, path: '/init' })).status).toBe(200)
  })
})

describe('too many connections to one sandbox', () => {
  it('are refused at a limit of each sandbox, and ended ones do not count', async () => {
    await using small = await openProxyWorld({ CAY_PROXY_SANDBOX_CONNECTIONS: '2' })
    const full = small.addSandbox()
    const free = small.addSandbox()
    const ends: (() => void)[] = []
    const hold = await full.serve((_, response) => {
      response.flushHeaders()
      ends.push(() => response.end('done'))
    })
    const freePort = await free.serve((_, response) => response.end('free'))
    const clients = [await small.connect(), await small.connect()]
    for (const client of clients) {
      client.send(`GET / HTTP/1.1\r\nHost: ${hold}-${full.id}.localhost\r\n\r\n`)
      await client.until(/200 OK/)
    }
    const answer = await small.request({ sandbox: full, port: hold })
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '1'])
    expect(answer.json()).toEqual({
      sandboxId: full.id,
      message: expect.any(String),
      connectionLimit: 2,
      code: 429,
    })
    expect((await small.request({ sandbox: free, port: freePort })).body).toBe('free')
    for (const end of ends.splice(0)) end()
    await Promise.all(clients.map((client) => client.until(/done/)))
    const again = await small.connect()
    again.send(`GET / HTTP/1.1\r\nHost: ${hold}-${full.id}.localhost\r\n\r\n`)
    await again.until(/200 OK/)
  })
})

it('an invalid setting is reported in one line that names it', async () => {
  await expect(openProxyWorld({ CAY_DOMAIN: 'https://x' })).rejects.toThrow('ended with 78')
})

it('routing headers and host may agree', async () => {
  const headers = { host: `${port}-${sandbox.id}.localhost`, ...routing(sandbox, port) }
  expect((await world.request({ headers })).status).toBe(200)
})
