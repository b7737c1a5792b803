import { once } from 'node:events'
import { constants } from 'node:http2'
import type net from 'node:net'
import { bounds } from '@cay/egress/bounds.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { ask, askHttp2, openTlsAs, sendRawTrailers, serve, speakHttp2 } from './egress-https.ts'
import { type EgressWorld, type Guest, openEgressWorld } from './egress-world.ts'

const genuine = '203.0.113.80'
const elsewhere = '198.51.100.66'
const headers = (given: Record<string, string>) => [{ transform: { headers: given } }]
const secret = (name: string) => `\${e2b.secrets.${name}}`
const token = (name: string) => `\${e2b.identity.tokens.${name}}`
const mine = { headers: { Authorization: 'Bearer mine', 'X-New': 'one' } }
const rules = { 'api.example.com': [{ transform: mine }] }
const rulesInClear = { 'api.example.com': [{ transform: { ...mine, allowHttp: true } }] }

let world: EgressWorld
let guest: Guest

beforeEach(async () => {
  world = await openEgressWorld()
  guest = await world.addGuest({ rules })
  for (const name of ['api.example.com', 'www.example.com', 'a.b.example.com'])
    world.network.name(name, genuine)
})
afterEach(() => world[Symbol.asyncDispose]())

const serveHttps = (speaksHttp2 = false) =>
  serve(world, {
    address: genuine,
    port: 443,
    names: ['api.example.com', 'www.example.com', '*.b.example.com'],
    speaksHttp2,
  })
const openApi = (protocols?: readonly string[]) =>
  openTlsAs(world, guest, {
    address: genuine,
    name: 'api.example.com',
    ...(protocols === undefined ? {} : { protocols }),
  })
const theirs = { headers: { authorization: 'theirs', 'x-kept': 'two' } }

describe('a request to a host with a rule', () => {
  it('has its headers in the place of the sandbox’s own: HTTPS', async () => {
    const { seen } = await serveHttps()
    const answer = await ask(await openApi(), 'api.example.com', { ...theirs, method: 'POST', body: 'hello' })
    expect(answer).toMatchObject({ status: 200, body: 'seen Bearer mine' })
    expect(seen).toMatchObject([
      { headers: { authorization: 'Bearer mine', 'x-new': 'one', 'x-kept': 'two' }, body: 'hello' },
    ])
  })

  it('has its headers in the place of the sandbox’s own: HTTP, where the rule allows that', async () => {
    await guest.setPolicy({ rules: rulesInClear })
    const { seen } = await serve(world, { address: genuine, port: 80 })
    const { socket } = await guest.open(genuine, 80)
    expect(await ask(socket, 'API.example.com', theirs)).toMatchObject({ body: 'seen Bearer mine' })
    expect(seen).toMatchObject([{ headers: { authorization: 'Bearer mine', 'x-kept': 'two' } }])
  })

  it('has its headers in the place of the sandbox’s own: HTTP/2', async () => {
    const { seen } = await serveHttps(true)
    const connection = await openApi(['h2', 'http/1.1'])
    expect(connection.alpnProtocol).toBe('h2')
    const session = speakHttp2(world, 'api.example.com', connection)
    const answers = await Promise.all(
      ['/1', '/2'].map((path) =>
        askHttp2(session, { ':path': path, ':method': 'POST', ...theirs.headers }, 'x'),
      ),
    )
    expect(answers.map(({ body }) => body)).toEqual(['seen Bearer mine', 'seen Bearer mine'])
    expect(seen).toMatchObject([
      { headers: { authorization: 'Bearer mine', 'x-kept': 'two' }, body: 'x' },
      { headers: { 'x-new': 'one' } },
    ])
  })

  it('has them each time on a kept connection', async () => {
    const { seen } = await serveHttps()
    const connection = await openApi()
    for (const path of ['/1', '/2', '/3']) await ask(connection, 'api.example.com', { path, ...theirs })
    expect(seen.map(({ url, headers }) => `${url} ${headers.authorization}`)).toEqual([
      '/1 Bearer mine',
      '/2 Bearer mine',
      '/3 Bearer mine',
    ])
  })

  it('is spoken to in what its server speaks', async () => {
    await serveHttps()
    const connection = await openApi(['h2', 'http/1.1'])
    expect(connection.alpnProtocol).toBe('http/1.1')
    expect((await ask(connection, 'api.example.com')).status).toBe(200)
  })
})

describe('a request over plain HTTP to a host with a rule', () => {
  it.each([
    ['a literal', 'Bearer mine'],
    ['a secret', secret('key')],
    ['a token', token('aws')],
  ])('goes nowhere without allowHttp, and the sandbox is told: %s', async (_, value) => {
    world.vault.secrets.set('key', 's3cret')
    world.vault.tokens.set('aws', { value: 'jwt', goodUntilMs: Date.now() + 60_000 })
    const { seen } = await serve(world, { address: genuine, port: 80 })
    await guest.setPolicy({ rules: { 'api.example.com': headers({ Authorization: value }) } })
    const { socket } = await guest.open(genuine, 80)
    const answer = await ask(socket, 'api.example.com', theirs)
    expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('over HTTPS only') })
    expect([seen, world.network.dialled, world.vault.asked]).toEqual([[], [], []])
    expect(await guest.denials()).toMatchObject([
      { name: 'api.example.com', port: 80, rule: expect.stringContaining('allowHttp') },
    ])
  })

  it('has no headers to lose where the rule sets none', async () => {
    const { seen } = await serve(world, { address: genuine, port: 80 })
    await guest.setPolicy({ rules: { 'api.example.com': headers({}) } })
    const { socket } = await guest.open(genuine, 80)
    expect(await ask(socket, 'api.example.com', theirs)).toMatchObject({ status: 200 })
    expect(seen).toMatchObject([{ headers: { authorization: 'theirs' } }])
  })
})

describe('what is carried beside the headers', () => {
  it('streams both ways at once: HTTP/1', async () => {
    await serve(world, {
      address: genuine,
      port: 443,
      names: ['api.example.com'],
      answer: (request, response) => void request.on('data', (chunk) => response.write(`<${chunk}>`)),
    })
    const connection = await openApi()
    let text = ''
    connection.on('data', (chunk) => {
      text += chunk
    })
    connection.write(
      'POST / HTTP/1.1\r\nHost: api.example.com\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n',
    )
    await expect.poll(() => text).toContain('<a>')
    connection.write('1\r\nb\r\n')
    await expect.poll(() => text).toContain('<b>')
  })

  it('streams both ways at once, with trailers: HTTP/2', async () => {
    const { server } = await serveHttps(true)
    server.removeAllListeners('stream')
    server.on('stream', (stream) => {
      stream.respond({ ':status': 200 }, { waitForTrailers: true })
      stream.on('data', (chunk: Buffer) => stream.write(`<${chunk}>`))
      stream.on('end', () => stream.end())
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
    })
    const session = speakHttp2(world, 'api.example.com', await openApi(['h2']))
    const stream = session.request({ ':method': 'POST' }, { endStream: false })
    let text = ''
    stream.on('data', (chunk) => {
      text += chunk
    })
    stream.write('a')
    await expect.poll(() => text).toBe('<a>')
    stream.write('b')
    await expect.poll(() => text).toBe('<a><b>')
    const trailers = once(stream, 'trailers')
    stream.end()
    expect((await trailers)[0]).toMatchObject({ 'grpc-status': '0' })
  })

  it('ends where Node would not say it on, for the one request: HTTP/2', async () => {
    await serveHttps(true)
    const settings = { 'http2-settings': 'AAMAAABkAAQAAP__' }
    const end = await sendRawTrailers(await openApi(['h2']), 'api.example.com', settings)
    expect(end).toBe(constants.NGHTTP2_PROTOCOL_ERROR)
    const kept = await sendRawTrailers(await openApi(['h2']), 'api.example.com', { checksum: '1' })
    expect(kept).toBeUndefined()
  })

  it('is a WebSocket, once the server agrees', async () => {
    const { server } = await serveHttps()
    const sockets = new WebSocketServer({ noServer: true })
    server.on('upgrade', (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (client) => {
        client.on('message', (message) => client.send(`${request.headers.authorization} ${message}`))
      })
    })
    const connection = await openApi()
    const client = new WebSocket('ws://api.example.com/', { createConnection: () => connection })
    await once(client, 'open')
    client.send('hello')
    expect(String((await once(client, 'message'))[0])).toBe('Bearer mine hello')
  })

  it('ends as the server ends it: HTTP/2', async () => {
    const { server } = await serveHttps(true)
    server.removeAllListeners('stream')
    server.on('stream', (stream) => stream.close(8))
    const session = speakHttp2(world, 'api.example.com', await openApi(['h2']))
    const stream = session.request({ ':path': '/' })
    stream.on('error', () => undefined)
    await once(stream, 'close')
    expect(stream.rstCode).toBe(8)
  })
})

describe('who has a rule', () => {
  const answerFor = async (name: string) => {
    const connection = await openTlsAs(world, guest, { address: genuine, name })
    return (await ask(connection, name)).body
  }

  it('is the host itself, else the longest wildcard', async () => {
    await serveHttps()
    const by = (value: string) => headers({ Authorization: value })
    await guest.setPolicy({
      rules: { 'api.example.com': by('1'), '*.example.com': by('2'), '*.b.example.com': by('3') },
    })
    expect(await answerFor('api.example.com')).toBe('seen 1')
    expect(await answerFor('www.example.com')).toBe('seen 2')
    expect(await answerFor('a.b.example.com')).toBe('seen 3')
  })

  it('others are passed untouched, end to end', async () => {
    const { seen } = await serveHttps()
    const ca = world.authority.certificate
    const connection = await openTlsAs(world, guest, { address: genuine, name: 'www.example.com', ca })
    expect(connection.getPeerCertificate().issuer.CN).toBe('world')
    await ask(connection, 'www.example.com', theirs)
    expect(seen[0]?.headers).toMatchObject({ authorization: 'theirs' })
  })

  it('what speaks no HTTP inside TLS is passed untouched', async () => {
    await serveHttps()
    const ca = world.authority.certificate
    const options = { address: genuine, name: 'api.example.com', protocols: ['postgresql'], ca }
    await expect(openTlsAs(world, guest, options)).rejects.toThrow(/no application protocol/)
  })

  it('changes with the policy, for new connections', async () => {
    const { seen } = await serveHttps()
    const before = await openApi()
    await guest.setPolicy({})
    const ca = world.authority.certificate
    const after = await openTlsAs(world, guest, { address: genuine, name: 'api.example.com', ca })
    await ask(after, 'api.example.com', theirs)
    await ask(before, 'api.example.com', theirs)
    expect(seen.map((each) => each.headers.authorization)).toEqual(['theirs', 'Bearer mine'])
  })
})

describe('a rule opens nothing', () => {
  it('where all is denied, its host stays closed', async () => {
    await guest.setPolicy({ rules, denyOut: ['0.0.0.0/0'] })
    await expect(openApi()).rejects.toThrow()
    expect(world.network.dialled).toEqual([])
    expect(await guest.denials()).toMatchObject([{ name: 'api.example.com', rule: 'denyOut 0.0.0.0/0' }])
  })

  it('its host is the one that the node finds, not where the sandbox went', async () => {
    const { seen } = await serve(world, { address: elsewhere, port: 80 })
    await serve(world, { address: genuine, port: 80 })
    await guest.setPolicy({ rules: rulesInClear })
    const { socket } = await guest.open(elsewhere, 80)
    expect((await ask(socket, 'api.example.com')).body).toBe('seen Bearer mine')
    expect(seen).toEqual([])
    expect(world.network.dialled).toEqual([`${genuine}:80`])
  })

  it('a name that leads where the sandbox may not go is refused', async () => {
    await guest.setPolicy({ rules: rulesInClear, denyOut: [genuine] })
    const { socket } = await guest.open(elsewhere, 80)
    const answer = await ask(socket, 'api.example.com')
    expect(answer).toMatchObject({ status: 403, body: expect.stringContaining(`denyOut ${genuine}`) })
    expect(world.network.dialled).toEqual([])
  })

  it('an allowed name with a rule is dialled where all else is denied', async () => {
    await serveHttps()
    await guest.setPolicy({ rules, allowOut: ['api.example.com'], denyOut: ['0.0.0.0/0'] })
    expect((await ask(await openApi(), 'api.example.com')).body).toBe('seen Bearer mine')
  })
})

describe('a server that cannot be trusted', () => {
  const badly = async (names: readonly string[], protocols?: readonly string[]) => {
    const { seen } = await serve(world, { address: genuine, port: 443, names, speaksHttp2: true })
    return { seen, connection: await openApi(protocols) }
  }

  it('gets nothing, and the sandbox is told: HTTP/1', async () => {
    const { seen, connection } = await badly(['other.example.com'])
    const answer = await ask(connection, 'api.example.com')
    expect(answer).toMatchObject({
      status: 502,
      body: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
    })
    expect(seen).toEqual([])
    expect(await guest.denials()).toMatchObject([{ rule: expect.stringContaining('certificate') }])
  })

  it('gets nothing, and the sandbox is told: HTTP/2', async () => {
    const { seen, connection } = await badly(['other.example.com'], ['h2'])
    const answer = await askHttp2(speakHttp2(world, 'api.example.com', connection), { ':path': '/' })
    expect(answer).toMatchObject({ status: 502, body: expect.stringContaining('certificate') })
    expect(seen).toEqual([])
  })

  it('is one that nobody answers at, too', async () => {
    const answer = await ask(await openApi(), 'api.example.com')
    expect(answer).toMatchObject({ status: 502, body: expect.stringContaining('could not be reached') })
  })
})

describe('placeholders', () => {
  const withValue = (value: string) =>
    guest.setPolicy({ rules: { 'api.example.com': headers({ Authorization: value }) } })

  it('are filled with what they stand for', async () => {
    const { seen } = await serveHttps()
    world.vault.secrets.set('key', 's3cret')
    world.vault.tokens.set('aws', { value: 'jwt', goodUntilMs: Date.now() + 60_000 })
    await withValue(`Bearer ${secret('Key')}.${token('aws')}`)
    await ask(await openApi(), 'api.example.com')
    expect(seen[0]?.headers.authorization).toBe('Bearer s3cret.jwt')
  })

  it('are asked for once in a while, not at each request', async () => {
    await serveHttps()
    world.vault.secrets.set('key', 's3cret')
    world.vault.tokens.set('aws', { value: 'jwt', goodUntilMs: Date.now() + 60_000 })
    await withValue(`${secret('key')}${token('aws')}`)
    const connection = await openApi()
    for (let i = 0; i < 5; i++) await ask(connection, 'api.example.com')
    expect(world.vault.asked).toEqual([{ secrets: ['key'], tokens: ['aws'] }])
  })

  it.each([
    ['a secret that does not exist', secret('none'), 'there is no such value'],
    ['a token that does not exist', token('none'), 'there is no such value'],
    ['a value that no header can hold', secret('lines'), 'its value cannot stand in a header'],
  ])('%s: the request fails in plain words and goes nowhere', async (_, value, why) => {
    const { seen } = await serveHttps()
    world.vault.secrets.set('lines', 'a\r\nx: y')
    await withValue(value)
    const answer = await ask(await openApi(), 'api.example.com')
    expect(answer).toMatchObject({ status: 502, body: expect.stringContaining(why) })
    expect(seen).toEqual([])
    expect(await guest.denials()).toMatchObject([{ name: 'api.example.com', rule: `${value}: ${why}` }])
  })

  it('without a value fail the one request over HTTP/2, and not the connection', async () => {
    await serveHttps(true)
    await withValue(secret('late'))
    const session = speakHttp2(world, 'api.example.com', await openApi(['h2']))
    for (let i = 0; i < 5; i++)
      expect(await askHttp2(session, { ':path': '/' })).toMatchObject({ status: 502 })
    expect(world.vault.asked).toHaveLength(1)
    world.vault.secrets.set('late', 'now')
    world.clock.skip(bounds.secretFreshMsMax)
    expect(await askHttp2(session, { ':path': '/' })).toMatchObject({ status: 200, body: 'seen now' })
  })

  it('without a value at a later request: the earlier answers come first', async () => {
    await serveHttps()
    await withValue(secret('gone'))
    world.vault.secrets.set('gone', 'still here')
    const connection = await openApi()
    expect((await ask(connection, 'api.example.com')).body).toBe('seen still here')
    world.vault.secrets.delete('gone')
    await expect.poll(async () => (await ask(connection, 'api.example.com')).status).toBe(502)
  })

  it('keep their values for a while when control is away', async () => {
    await serveHttps()
    await withValue(secret('key'))
    world.vault.secrets.set('key', 's3cret')
    expect((await ask(await openApi(), 'api.example.com')).status).toBe(200)
    world.vault.isDown = true
    world.clock.skip(60_000)
    expect((await ask(await openApi(), 'api.example.com')).body).toBe('seen s3cret')
    world.clock.skip(600_000)
    expect(await ask(await openApi(), 'api.example.com')).toMatchObject({
      status: 502,
      body: expect.stringContaining('cannot be looked up now'),
    })
  })

  it('say nothing while rules themselves cannot be read, and the request goes nowhere', async () => {
    const { seen } = await serveHttps()
    world.vault.isDown = true
    const answer = await ask(await openApi(), 'api.example.com')
    expect(answer.status).toBe(502)
    world.vault.isDown = false
    expect((await ask(await openApi(), 'api.example.com')).status).toBe(200)
    expect(seen).toHaveLength(1)
  })
})

describe('a request by which a server would send back what was set', () => {
  it.each(['TRACE', 'TRACK'])('is refused: %s', async (method) => {
    const { seen } = await serveHttps()
    expect(await ask(await openApi(), 'api.example.com', { method })).toMatchObject({
      status: 403,
      body: expect.stringContaining('would show'),
    })
    expect(seen).toEqual([])
  })

  it('is refused over HTTP/2', async () => {
    const { seen } = await serveHttps(true)
    const session = speakHttp2(world, 'api.example.com', await openApi(['h2']))
    expect(await askHttp2(session, { ':method': 'TRACE' })).toMatchObject({ status: 403 })
    expect(await askHttp2(session, { ':method': 'GET' })).toMatchObject({ status: 200 })
    expect(seen).toHaveLength(1)
  })
})

describe('a request to another host on such a connection', () => {
  const raw = async (connection: net.Socket, text: string) => {
    let got = ''
    connection.on('data', (chunk) => {
      got += chunk
    })
    connection.on('error', () => undefined)
    connection.write(text)
    await new Promise((over) => connection.once('end', over).once('close', over))
    return got
  }
  const get = (host: string) => `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`

  it('is refused when it is the first', async () => {
    const { seen } = await serveHttps()
    expect(await raw(await openApi(), get('www.example.com'))).toMatch(/^HTTP\/1.1 403 .*another host/s)
    expect(seen).toEqual([])
    expect(await guest.denials()).toMatchObject([{ rule: 'request to another host on the same connection' }])
  })

  it('ends the connection when it comes later', async () => {
    const { seen } = await serveHttps()
    const got = await raw(await openApi(), `${get('api.example.com')}${get('www.example.com')}`)
    expect(got).not.toContain('403')
    expect(seen.length).toBeLessThanOrEqual(1)
  })

  it('is misdirected over HTTP/2, and others go on', async () => {
    const { seen } = await serveHttps(true)
    const session = speakHttp2(world, 'api.example.com', await openApi(['h2']))
    for (const headers of [
      { ':authority': 'www.example.com' },
      { ':authority': 'api.example.com', host: 'www.example.com' },
      { ':authority': 'api.example.com.evil.net' },
      { ':authority': 'evil-api.example.com' },
    ]) {
      expect(await askHttp2(session, { ':path': '/', ...headers })).toMatchObject({ status: 421 })
    }
    expect(await askHttp2(session, { ':authority': 'api.example.com:443' })).toMatchObject({ status: 200 })
    expect(seen).toHaveLength(1)
  })
})

it('clients of HTTP/2 that go while requests are on their way end their connections to the server', async () => {
  const { server } = await serve(world, {
    ...{ address: genuine, port: 443, names: ['api.example.com'], speaksHttp2: true },
    answer: () => undefined,
  })
  const clients = 15
  const begun = Promise.withResolvers<void>()
  const over: Promise<unknown>[] = []
  server.on('session', (session: net.Socket) => {
    over.push(once(session, 'close'))
    if (over.length === clients) begun.resolve()
  })
  const connections = await Promise.all(Array.from({ length: clients }, () => openApi(['h2'])))
  for (const connection of connections) {
    const session = speakHttp2(world, 'api.example.com', connection)
    session.on('error', () => undefined)
    for (let i = 0; i < 20; i++) {
      const stream = session.request({ ':path': '/', ':method': 'POST' }, { endStream: false })
      stream.on('error', () => undefined).write(Buffer.alloc(20_000))
    }
    setImmediate(() => connection.destroy())
  }
  await begun.promise
  await Promise.all(over)
})

it('a client of HTTP/2 that closes its connection without a word ends the one to the server', async () => {
  const { server } = await serveHttps(true)
  const over = new Promise((resolve) => {
    server.once('session', (session: net.Socket) => session.once('close', resolve))
  })
  const connection = await openApi(['h2'])
  const session = speakHttp2(world, 'api.example.com', connection)
  await askHttp2(session, { ':path': '/' })
  connection.destroy()
  await over
})
