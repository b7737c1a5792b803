import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { carryTcp } from '@cay/kit/flow/carry-tcp.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

const token = 'the token of the sandbox'
let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
  await fetch(`${daemon.url}/init`, { method: 'POST', body: JSON.stringify({ accessToken: token }) })
})
afterAll(() => daemon[Symbol.asyncDispose]())

interface Ask {
  readonly query: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What the daemon makes of a request for an upgrade. */
async function ask({ query, headers = { 'x-access-token': token } }: Ask) {
  const asking = request(`${daemon.url}/tcp?${query}`, {
    agent: false,
    headers: { connection: 'Upgrade', upgrade: 'cay-tcp', ...headers },
  })
  asking.end()
  const [response, carrier] = (await Promise.race([once(asking, 'response'), once(asking, 'upgrade')])) as [
    IncomingMessage,
    Duplex | undefined,
  ]
  if (carrier !== undefined) onTestFinished(() => void carrier.destroy())
  return { status: response.statusCode, carrier, body: carrier === undefined ? await text(response) : '' }
}

async function startServer(server: Server): Promise<number> {
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** The ends of a connection of this process, of which one is carried. */
async function localEnds(carrier: Duplex) {
  const port = await startServer(createServer({ allowHalfOpen: true }, (socket) => void accepted(socket)))
  let accepted: (socket: Duplex) => void = () => undefined
  const carried = new Promise<void>((resolve) => {
    accepted = (socket) => resolve(carryTcp(carrier, socket).catch(() => undefined))
  })
  const near = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  onTestFinished(() => void near.destroy())
  return { near, carried }
}

test.each(['127.0.0.1', 'localhost'])(
  'a server at %s is reached, and each direction ends by itself',
  async (host) => {
    const port = await startServer(
      createServer({ allowHalfOpen: true }, (socket) => {
        void text(socket).then((question) => socket.end(`answer to ${question}`))
      }),
    )
    const { status, carrier } = await ask({ query: `host=${host}&port=${port}` })
    if (carrier === undefined) throw new Error(`the daemon answered ${status}`)
    const { near, carried } = await localEnds(carrier)
    near.end('the question')
    expect(await text(near)).toBe('answer to the question')
    await carried
    expect(carrier.destroyed).toBe(true)
  },
)

test('a server that resets its connection resets the one of the caller', async () => {
  const port = await startServer(
    createServer((socket) => void socket.once('data', () => socket.resetAndDestroy())),
  )
  const { carrier } = await ask({ query: `host=127.0.0.1&port=${port}` })
  if (carrier === undefined) throw new Error('there is no connection')
  const { near } = await localEnds(carrier)
  near.write('hello')
  expect(await once(near, 'error')).toMatchObject([{ code: 'ECONNRESET' }])
})

test('a caller that goes closes the connection to the server', async () => {
  let closed: Promise<unknown> | undefined
  const port = await startServer(
    createServer((socket) => {
      socket.on('error', () => undefined)
      closed = new Promise((resolve) => socket.once('close', resolve))
    }),
  )
  const { carrier } = await ask({ query: `host=127.0.0.1&port=${port}` })
  carrier?.destroy()
  await closed
})

test.each([
  ['no port', { query: 'host=127.0.0.1' }, 400],
  ['no host', { query: 'port=80' }, 400],
  ['a port that is none', { query: 'host=127.0.0.1&port=65536' }, 400],
  ['a host of nothing but a NUL', { query: 'host=%00&port=80' }, 400],
  ['a port on which nobody listens', { query: 'host=127.0.0.1&port=1' }, 502],
  ['no token', { query: 'host=127.0.0.1&port=80', headers: {} }, 401],
  ['another token', { query: 'host=127.0.0.1&port=80', headers: { 'x-access-token': 'other' } }, 401],
])('%s is refused', async (_, asked, status) => {
  const refused = await ask(asked)
  expect(refused.status).toBe(status)
  expect(JSON.parse(refused.body)).toMatchObject({ code: status })
})

test('frames that are none end the connection', async () => {
  const port = await startServer(createServer((socket) => void socket.on('error', () => undefined)))
  const { carrier } = await ask({ query: `host=127.0.0.1&port=${port}` })
  if (carrier === undefined) throw new Error('there is no connection')
  carrier.resume().write('GET / HTTP/1.1\r\n\r\n')
  expect(await once(carrier, 'error')).toMatchObject([{ code: 'ECONNRESET' }])
})
