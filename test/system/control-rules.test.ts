import { describe, expect, it } from 'vitest'
import { firstKey, secondKey, startWorld, type World } from './control-world.ts'

const rules = {
  'API.example.com': [{ transform: { headers: { Authorization: `Bearer \${e2b.secrets.key}` } } }],
}
const proxy = { address: 'proxy.example.com:1080', username: 'me', password: 's3cret' }

async function start(): Promise<World> {
  const world = await startWorld()
  world.hosts.set('proxy.example.com', ['203.0.113.9'])
  return world
}

const create = (world: World, network: object) =>
  world.call('POST', '/v2/sandboxes', { body: { templateID: 'base', network } })
const networkOf = async (world: World, id: string) =>
  ((await world.call('GET', `/sandboxes/${id}`)).body as { network?: object }).network

describe('header rules and a proxy', () => {
  it('reach the node sealed, and are opened for the egress gateway', async () => {
    const world = await start()
    const id = await world.create({ network: { rules, egressProxy: proxy } })
    const sealed = world.node.requests.get(id)?.egress?.sealed
    expect(sealed).toMatchObject({ ruleHosts: ['api.example.com'], hasProxy: true })
    expect(JSON.stringify(world.node.requests.get(id)?.egress)).not.toMatch(/s3cret|Bearer|proxy\.example/)
    expect(await world.vault.openRules(id, sealed?.text ?? '')).toMatchObject({
      rules: [{ pattern: 'api.example.com', fields: [{ name: 'authorization' }] }],
      proxy: { host: 'proxy.example.com', port: 1080, username: 'me', password: 's3cret' },
    })
    const other = await world.create({}, secondKey)
    await expect(world.vault.openRules(other, sealed?.text ?? '')).rejects.toThrow()
    await expect(world.vault.openRules(id, 'v1.garbage')).rejects.toThrow()
  })

  it('tell the egress gateway which of them may go out over plain HTTP', async () => {
    const world = await start()
    const transform = { headers: { 'X-Plain': 'x' }, allowHttp: true }
    const given = { ...rules, 'plain.example.com': [{ transform }] }
    const id = await world.create({ network: { rules: given } })
    const opened = await world.vault.openRules(id, world.node.requests.get(id)?.egress?.sealed?.text ?? '')
    expect(opened.rules.map(({ allowsHttp }) => allowsHttp)).toEqual([false, true])
    expect(await networkOf(world, id)).toMatchObject({ rules: given })
  })

  it('are shown again as they were given, but for the password', async () => {
    const world = await start()
    const id = await world.create({ network: { rules, egressProxy: proxy, denyOut: ['203.0.113.1'] } })
    expect(await networkOf(world, id)).toEqual({
      allowPublicTraffic: true,
      denyOut: ['203.0.113.1'],
      rules,
      egressProxy: { address: proxy.address, username: 'me' },
    })
  })

  it('are replaced by an update, and cleared by one without them', async () => {
    const world = await start()
    const id = await world.create({ network: { rules, egressProxy: proxy } })
    const put = (body: object) => world.call('PUT', `/sandboxes/${id}/network`, { body })
    expect((await put({ rules: { '*.example.org': [] } })).status).toBe(204)
    expect(world.node.requests.get(id)?.egress?.sealed).toMatchObject({
      ruleHosts: ['*.example.org'],
      hasProxy: false,
    })
    expect((await put({})).status).toBe(204)
    expect(world.node.requests.get(id)?.egress?.sealed).toBeUndefined()
    expect((await put({ egressProxy: null })).status).toBe(204)
  })

  it('go with a fork', async () => {
    const world = await start()
    const id = await world.create({ network: { rules } })
    const reply = await world.call('POST', `/sandboxes/${id}/fork`, { body: {} })
    const [fork] = reply.body as [{ sandbox: { sandboxID: string } }]
    const sealed = world.node.requests.get(fork.sandbox.sandboxID)?.egress?.sealed
    expect(sealed).toMatchObject({ ruleHosts: ['api.example.com'] })
    expect((await world.vault.openRules(fork.sandbox.sandboxID, sealed?.text ?? '')).rules).toHaveLength(1)
  })
})

describe('what is wrong', () => {
  it.each([
    ['a rule for everything', { rules: { '*': [] } }, 'network.rules'],
    [
      'a malformed placeholder',
      { rules: { 'a.net': [{ transform: { headers: { a: `\${e2b.x}` } } }] } },
      'placeholder',
    ],
    ['two rules for a host', { rules: { 'a.net': [{}, {}] } }, 'at most one rule'],
    ['a proxy without a port', { egressProxy: { address: 'proxy.example.com' } }, 'host:port'],
    ['a proxy of port 0', { egressProxy: { address: 'proxy.example.com:0' } }, 'host:port'],
    ['a proxy of port 65536', { egressProxy: { address: 'proxy.example.com:65536' } }, 'host:port'],
    ['a password alone', { egressProxy: { address: proxy.address, password: 'x' } }, 'username'],
    ['a long username', { egressProxy: { address: proxy.address, username: 'x'.repeat(256) } }, ''],
    ['a proxy that is nowhere', { egressProxy: { address: 'nowhere.example:1080' } }, 'does not resolve'],
    ['a proxy inside', { egressProxy: { address: '10.0.0.1:1080' } }, 'internal range'],
    ['a proxy at 0.0.0.0', { egressProxy: { address: '0.0.0.0:1080' } }, 'internal range'],
    ['a name that leads inside', { egressProxy: { address: 'inside.example.com:1080' } }, 'internal range'],
  ])('%s is refused at create and in an update', async (_, network, text) => {
    const world = await start()
    world.hosts.set('inside.example.com', ['203.0.113.9', '192.168.1.1'])
    const id = await world.create()
    for (const reply of [
      await create(world, network),
      await world.call('PUT', `/sandboxes/${id}/network`, { body: network }),
    ]) {
      expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(text) } })
      expect(JSON.stringify(reply.body)).not.toContain('s3cret')
    }
  })

  it('in an update comes before an unknown sandbox for the proxy, and after it for rules', async () => {
    const world = await start()
    const put = (body: object) => world.call('PUT', '/sandboxes/iunknown/network', { body, key: firstKey })
    expect((await put({ egressProxy: { address: '10.0.0.1:1' } })).status).toBe(400)
    expect((await put({ rules: { '*': [] } })).status).toBe(404)
  })
})
