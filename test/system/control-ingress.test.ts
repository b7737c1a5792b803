/** How requests come into a sandbox, as its creator specifies and as the node is told. */
import { describe, expect, test } from 'vitest'
import { startWorld } from './control-world.ts'

const body = (network: object) => ({ templateID: 'base', secure: true, network })

describe('a private sandbox', () => {
  test('has a token that its creator, whoever connects and each fork are given, and nobody else', async () => {
    const { call, node } = await startWorld()
    const created = await call('POST', '/v2/sandboxes', { body: body({ allowPublicTraffic: false }) })
    expect(created.status).toBe(201)
    const { sandboxID, trafficAccessToken, envdAccessToken } = created.body as Record<string, string>
    expect(trafficAccessToken).toMatch(/^[0-9a-f]{64}$/)
    expect(trafficAccessToken).not.toBe(envdAccessToken)
    expect(node.requests.get(sandboxID ?? '')).toMatchObject({
      ingress: { trafficToken: trafficAccessToken },
    })
    const connected = await call('POST', `/v2/sandboxes/${sandboxID}/connect`, { body: { timeout: 60 } })
    expect(connected.body).toMatchObject({ trafficAccessToken })
    const shown = await call('GET', `/sandboxes/${sandboxID}`)
    expect(shown.body).not.toHaveProperty('trafficAccessToken')
    expect(shown.body).toMatchObject({ network: { allowPublicTraffic: false } })
    const forked = await call('POST', `/sandboxes/${sandboxID}/fork`, { body: { count: 1 } })
    const [copy] = forked.body as { sandbox: { sandboxID: string; trafficAccessToken: string } }[]
    expect(copy?.sandbox.trafficAccessToken).toMatch(/^[0-9a-f]{64}$/)
    expect(copy?.sandbox.trafficAccessToken).not.toBe(trafficAccessToken)
    expect(node.requests.get(copy?.sandbox.sandboxID ?? '')).toMatchObject({
      ingress: { trafficToken: copy?.sandbox.trafficAccessToken },
    })
  })

  test('stays so over a restart and a change of its rules', async () => {
    const { call, restart } = await startWorld()
    const created = await call('POST', '/v2/sandboxes', { body: body({ allowPublicTraffic: false }) })
    const { sandboxID, trafficAccessToken } = created.body as Record<string, string>
    await restart()
    await call('PUT', `/sandboxes/${sandboxID}/network`, { body: { denyOut: ['1.1.1.1'] } })
    const again = await call('POST', `/v2/sandboxes/${sandboxID}/connect`, { body: { timeout: 60 } })
    expect(again.body).toMatchObject({ trafficAccessToken })
    const shown = await call('GET', `/sandboxes/${sandboxID}`)
    expect(shown.body).toMatchObject({ network: { allowPublicTraffic: false, denyOut: ['1.1.1.1'] } })
  })
})

test('a public one has none', async () => {
  const { call, node } = await startWorld()
  const created = await call('POST', '/v2/sandboxes', { body: { templateID: 'base' } })
  expect(created.body).not.toHaveProperty('trafficAccessToken')
  const [request] = node.requests.values()
  expect(request?.ingress).toEqual({ trafficToken: '', maskRequestHost: '', httpsPorts: [] })
})

test('a mask and ports with TLS are told and shown', async () => {
  const { call, node } = await startWorld()
  const network = { maskRequestHost: 'localhost:3000', httpsPorts: [8443] }
  const created = await call('POST', '/v2/sandboxes', { body: body(network) })
  const { sandboxID } = created.body as Record<string, string>
  expect(node.requests.get(sandboxID ?? '')).toMatchObject({ ingress: { ...network, trafficToken: '' } })
  const shown = await call('GET', `/sandboxes/${sandboxID}`)
  expect(shown.body).toMatchObject({ network: { ...network, allowPublicTraffic: true } })
})

test('a mask that is none is refused and leaves nothing', async () => {
  const { call, node } = await startWorld()
  const refused = await call('POST', '/v2/sandboxes', { body: body({ maskRequestHost: '-https://abcd' }) })
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 400, message: expect.stringContaining('not a valid host mask') },
  })
  expect(node.requests.size).toBe(0)
})
