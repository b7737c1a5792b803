import { ServiceError } from '@cay/core/errors.ts'
import { describe, expect, test } from 'vitest'
import { eventually, pass, startWorld } from './control-world.ts'

const nobody = 'i00000000000000000000'

/** What the node was told last of the only sandbox. */
function requestedPolicy(node: { requests: ReadonlyMap<string, { egress: unknown }> }): unknown {
  return [...node.requests.values()][0]?.egress
}

describe('a create', () => {
  test('tells the node its lists, and the detail shows them as they were given', async () => {
    const { call, create, node } = await startWorld()
    const network = { allowOut: ['example.com', '1.1.1.1'], denyOut: ['0.0.0.0/0'] }
    const id = await create({ network })
    expect(requestedPolicy(node)).toEqual(network)
    expect((await call('GET', `/sandboxes/${id}`)).body).toMatchObject({ network, allowInternetAccess: null })
  })

  test('without internet access denies everything, and allowed addresses still win', async () => {
    const { call, create, node } = await startWorld()
    const id = await create({ allow_internet_access: false, network: { allowOut: ['1.1.1.1'] } })
    expect(requestedPolicy(node)).toEqual({ allowOut: ['1.1.1.1'], denyOut: ['0.0.0.0/0'] })
    expect((await call('GET', `/sandboxes/${id}`)).body).toMatchObject({
      allowInternetAccess: false,
      network: { allowOut: ['1.1.1.1'] },
    })
  })

  test('without lists tells the node none and shows none', async () => {
    const { call, create, node } = await startWorld()
    const id = await create()
    expect(requestedPolicy(node)).toEqual({ allowOut: [], denyOut: [] })
    expect((await call('GET', `/sandboxes/${id}`)).body).not.toHaveProperty('network')
  })

  test.each([
    [{ network: { denyOut: ['example.com'] } }, /denyOut.*example\.com/],
    [{ network: { denyOut: ['0.0.0.0'] } }, /denyOut/],
    [{ network: { denyOut: ['300.1.1.1'] } }, /denyOut/],
    [{ network: { allowOut: ['example.com'] } }, /0\.0\.0\.0\/0/],
    [{ network: { allowOut: ['example.com'], denyOut: ['10.0.0.0/8'] } }, /0\.0\.0\.0\/0/],
    [{ allow_internet_access: false, network: { allowOut: ['example.com'] } }, /0\.0\.0\.0\/0/],
    [{ network: { allowOut: ['not a name'], denyOut: ['0.0.0.0/0'] } }, /allowOut.*not a name/],
  ])('with broken lists is refused and leaves nothing: %o', async (fields, sentence) => {
    const { call, node } = await startWorld()
    const refused = await call('POST', '/v2/sandboxes', { body: { templateID: 'base', ...fields } })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 400, message: expect.stringMatching(sentence) },
    })
    expect(node.requests.size).toBe(0)
  })
})

describe('an update', () => {
  test('replaces everything: what is not given is cleared', async () => {
    const { call, create, node } = await startWorld()
    const id = await create({ network: { allowOut: ['example.com'], denyOut: ['0.0.0.0/0'] } })
    const put = (body: object) => call('PUT', `/sandboxes/${id}/network`, { body })
    expect((await put({ denyOut: ['9.9.9.0/24'] })).status).toBe(204)
    expect(requestedPolicy(node)).toEqual({ allowOut: [], denyOut: ['9.9.9.0/24'] })
    expect((await call('GET', `/sandboxes/${id}`)).body).toMatchObject({
      network: { denyOut: ['9.9.9.0/24'] },
    })
    expect((await put({})).status).toBe(204)
    expect(requestedPolicy(node)).toEqual({ allowOut: [], denyOut: [] })
    expect((await call('GET', `/sandboxes/${id}`)).body).not.toHaveProperty('network')
  })

  test('without internet access denies exactly all addresses; only a given field changes what the detail shows', async () => {
    const { call, create, node } = await startWorld()
    const id = await create({ network: { denyOut: ['9.9.9.9'] } })
    const put = (body: object) => call('PUT', `/sandboxes/${id}/network`, { body })
    const shown = async () => (await call('GET', `/sandboxes/${id}`)).body
    expect((await put({ allow_internet_access: false, denyOut: ['8.8.8.8'] })).status).toBe(204)
    expect(requestedPolicy(node)).toEqual({ allowOut: [], denyOut: ['0.0.0.0/0'] })
    expect(await shown()).toMatchObject({ allowInternetAccess: false })
    expect((await put({ denyOut: ['8.8.8.8'] })).status).toBe(204)
    expect(requestedPolicy(node)).toEqual({ allowOut: [], denyOut: ['8.8.8.8'] })
    expect(await shown()).toMatchObject({ allowInternetAccess: false })
    expect((await put({ allow_internet_access: true })).status).toBe(204)
    expect(await shown()).toMatchObject({ allowInternetAccess: true })
  })

  test('closes what it refuses when that is asked for, and only then', async () => {
    const { call, create, node } = await startWorld()
    const id = await create()
    const put = (body: object) => call('PUT', `/sandboxes/${id}/network`, { body })
    for (const body of [{}, { closeExisting: false }, { closeExisting: true, denyOut: ['9.9.9.9'] }])
      expect((await put(body)).status).toBe(204)
    expect(node.closings).toEqual([false, false, true])
    expect((await put({ closeExisting: 'yes' })).status).toBe(400)
    expect((await call('GET', `/sandboxes/${id}`)).body).toMatchObject({ network: { denyOut: ['9.9.9.9'] } })
  })

  test('with broken lists is 400 also for an unknown sandbox, with good ones 404', async () => {
    const { call } = await startWorld()
    const put = (body: object) => call('PUT', `/sandboxes/${nobody}/network`, { body })
    expect((await put({ denyOut: ['example.com'] })).status).toBe(400)
    expect((await put({ denyOut: ['1.1.1.1'] })).status).toBe(404)
  })

  test('whose answer was lost is undone when the node is back, whatever the node had done of it', async () => {
    let losses = 1
    const around = <T extends object>(part: T): T =>
      new Proxy(part, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          if (name !== 'setEgressPolicy') return value.bind(target)
          return async (...given: unknown[]) => {
            const answer: unknown = await Reflect.apply(value, target, given)
            losses -= 1
            if (losses < 0) return answer
            throw new ServiceError('node_unavailable', 'the node is unreachable')
          }
        },
      })
    const world = await startWorld({ around })
    const id = await world.create({ network: { denyOut: ['9.9.9.9'] } })
    const lost = await world.call('PUT', `/sandboxes/${id}/network`, { body: { denyOut: ['8.8.8.8'] } })
    expect(lost.status).toBe(503)
    await pass(world, 11_000)
    await eventually(async () => {
      expect(requestedPolicy(world.node)).toMatchObject({ denyOut: ['9.9.9.9'] })
      expect((await world.call('GET', `/sandboxes/${id}`)).body).toMatchObject({
        network: { denyOut: ['9.9.9.9'] },
      })
    })
    expect((await world.call('PUT', `/sandboxes/${id}/network`, { body: {} })).status).toBe(204)
    expect(requestedPolicy(world.node)).toEqual({ allowOut: [], denyOut: [] })
  })

  test('survives a restart of control', async () => {
    const { call, create, restart } = await startWorld()
    const id = await create()
    await call('PUT', `/sandboxes/${id}/network`, { body: { denyOut: ['8.8.8.8'] } })
    await restart()
    expect((await call('GET', `/sandboxes/${id}`)).body).toMatchObject({ network: { denyOut: ['8.8.8.8'] } })
  })
})
