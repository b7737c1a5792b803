import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, openTlsAs, serve } from './egress-https.ts'
import { type ProxyServer, serveConnect, serveSocks } from './egress-proxies.ts'
import { type EgressWorld, type Guest, openEgressWorld } from './egress-world.ts'

const genuine = '203.0.113.80'
const other = '198.51.100.66'
const proxyAt = { address: '203.0.113.99', port: 1080 }

let world: EgressWorld
let guest: Guest
let port: number

beforeEach(async () => {
  world = await openEgressWorld()
  guest = await world.addGuest()
  world.network.name('api.example.com', genuine)
  world.network.name('proxy.example.com', proxyAt.address)
  const { server } = await serve(world, { address: genuine, port: 80 })
  port = (server.address() as { port: number }).port
})
afterEach(() => world[Symbol.asyncDispose]())

/** What the proxy was asked for when the sandbox fetched the URL's host at that address. */
async function fetchVia(proxy: ProxyServer, to: { address: string; host: string }) {
  const { socket } = await guest.open(to.address, 80)
  const answer = await ask(socket, to.host)
  return { ...answer, asked: proxy.asked }
}

describe.each([
  ['SOCKS5', serveSocks, 'proxy.example.com:1080'],
  ['HTTP CONNECT', serveConnect, 'http://proxy.example.com:1080'],
])('through a proxy: %s', (_, serveProxy, address) => {
  const open = (user?: string) =>
    serveProxy(world, { ...proxyAt, lead: () => port, ...(user === undefined ? {} : { user }) })

  it('everything goes, and nothing is dialled but the proxy', async () => {
    const proxy = await open()
    await guest.setPolicy({ proxy: { address } })
    expect(await fetchVia(proxy, { address: other, host: 'anything' })).toMatchObject({
      body: 'seen nothing',
      asked: [`${other}:80`],
    })
    expect(world.network.dialled).toEqual([`${proxyAt.address}:1080`])
  })

  it('an allowed name is resolved at the other end', async () => {
    const proxy = await open()
    await guest.setPolicy({ proxy: { address }, allowOut: ['far.example.com'], denyOut: ['0.0.0.0/0'] })
    const { asked } = await fetchVia(proxy, { address: other, host: 'far.example.com' })
    expect(asked).toEqual(['far.example.com:80'])
    expect(world.network.asked).toEqual(['proxy.example.com A'])
  })

  it('what is denied is refused before', async () => {
    const proxy = await open()
    await guest.setPolicy({ proxy: { address }, denyOut: [other] })
    const { socket } = await guest.open(other, 80)
    expect(await ask(socket, 'anything')).toMatchObject({ status: 403 })
    expect(proxy.asked).toEqual([])
  })

  it('headers are set on the way', async () => {
    const proxy = await open()
    const transform = { headers: { Authorization: 'mine' }, allowHttp: true }
    await guest.setPolicy({ proxy: { address }, rules: { 'api.example.com': [{ transform }] } })
    const { body, asked } = await fetchVia(proxy, { address: other, host: 'api.example.com' })
    expect(body).toBe('seen mine')
    expect(asked).toEqual([`${genuine}:80`])
  })

  it('the server of an intercepted connection is known by its certificate', async () => {
    const { seen, server } = await serve(world, { address: genuine, port: 443, names: ['api.example.com'] })
    const tlsPort = (server.address() as { port: number }).port
    await serveProxy(world, { ...proxyAt, lead: () => tlsPort })
    const rules = { 'api.example.com': [{ transform: { headers: { Authorization: 'mine' } } }] }
    await guest.setPolicy({ proxy: { address }, rules })
    const connection = await openTlsAs(world, guest, { address: other, name: 'api.example.com' })
    expect((await ask(connection, 'api.example.com')).status).toBe(200)
    expect(seen).toHaveLength(1)
  })

  it('its credentials are shown to it and to nobody else', async () => {
    const proxy = await open('me:s3cret')
    await guest.setPolicy({ proxy: { address, username: 'me', password: 's3cret' } })
    const { asked, body } = await fetchVia(proxy, { address: other, host: 'anything' })
    expect(asked).toEqual([`me:s3cret@${other}:80`])
    expect(body).toBe('seen nothing')
  })

  it('a server that speaks first is heard', async () => {
    await open()
    await guest.setPolicy({ proxy: { address } })
    const greeter = await world.listen(genuine, 25, (peer) => peer.send('220 hello'))
    port = world.network.localPort(genuine, 25) ?? 0
    const client = await guest.open(genuine, 25)
    expect(await client.until(/hello/)).toBe('220 hello')
    expect(greeter.peers).toHaveLength(1)
  })

  it.each([
    ['that refuses', async () => void (await serveProxy(world, { ...proxyAt, lead: () => undefined }))],
    ['that wants other credentials', async () => void (await open('somebody:else'))],
    ['that is not there', async () => undefined],
    [
      'that says something else',
      async () => void (await world.listen(proxyAt.address, 1080, (peer) => peer.send('SSH-2.0\r\n'))),
    ],
    [
      'that ends at once',
      async () => void (await world.listen(proxyAt.address, 1080, (peer) => peer.socket.end())),
    ],
  ])('a proxy %s lets nothing out, and nothing goes another way', async (__, begin) => {
    await begin()
    await guest.setPolicy({ proxy: { address, username: 'me', password: 's3cret' } })
    const client = await guest.open(genuine, 80)
    client.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect((await client.ended()).text).toBe('')
    expect(world.network.dialled).toEqual([`${proxyAt.address}:1080`])
  })
})

it.each([
  ['10.0.0.1', '10.0.0.1:1080'],
  ['127.0.0.1', 'proxy.example.com:1080'],
  ['169.254.169.254', 'proxy.example.com:1080'],
])('a proxy that leads to %s is not dialled', async (address, proxy) => {
  world.network.name('proxy.example.com', address)
  await guest.setPolicy({ proxy: { address: proxy } })
  const client = await guest.open(genuine, 80)
  expect((await client.ended()).how).toBe('reset')
  expect(world.network.dialled).toEqual([])
})

it('without what is sealed there is no way out, and then there is', async () => {
  await serveSocks(world, { ...proxyAt, lead: () => port })
  world.vault.isDown = true
  await guest.setPolicy({ proxy: { address: 'proxy.example.com:1080' } })
  const client = await guest.open(genuine, 80)
  expect((await client.ended()).how).toBe('reset')
  world.vault.isDown = false
  const { socket } = await guest.open(genuine, 80)
  expect((await ask(socket, 'x')).status).toBe(200)
  expect(world.network.dialled).toEqual([`${proxyAt.address}:1080`])
})
