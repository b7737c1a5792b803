/** Sandboxes of a node that is drained are moved to other nodes. */
import { moveNode } from '@cay/cli/app/node/node-commands.ts'
import { connectAsAdmin } from '@cay/cli/edge/control/control-client.ts'
import { simulatedDirectory } from '@cay/control/sim/simulated-volumes.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { expect, test, vi } from 'vitest'
import { type Cluster, startCluster } from './cluster-world.ts'
import { adminToken, startWorld } from './control-world.ts'

const admin = { headers: { 'x-admin-token': adminToken } }

const setStatus = (cluster: Cluster, nodeId: string, status: string) =>
  cluster.call('POST', `/nodes/${nodeId}`, { body: { status }, ...admin })

/** That many sandboxes on the first node, and none on the others. */
async function fill(cluster: Cluster, count: number, options: object = { timeout: 3600 }): Promise<string[]> {
  const others = cluster.nodes.slice(1)
  for (const { nodeId } of others) await setStatus(cluster, nodeId, 'draining')
  const ids: string[] = []
  for (let turn = 0; turn < count; turn++) ids.push(await cluster.create(options))
  for (const { nodeId } of others) await setStatus(cluster, nodeId, 'ready')
  return ids
}

async function move(
  cluster: Cluster,
  nodeId = 'n1',
  betweenRounds: () => Promise<void> = async () => undefined,
) {
  const lines: string[] = []
  const errors: string[] = []
  const code = await moveNode(connectAsAdmin({ url: cluster.url, adminToken }), nodeId, {
    print: (line) => lines.push(line),
    printError: (line) => errors.push(line),
    sleep: betweenRounds,
  })
  return { code, lines, errors }
}

async function show(cluster: Cluster, sandboxId: string) {
  const { status, body } = await cluster.call('GET', `/sandboxes/${sandboxId}`)
  const { state, endAt } = body as { state: string; endAt: string }
  return { status, state, endAt, place: await cluster.placeOf(sandboxId) }
}

test('a drain with a move of 30 sandboxes loses none: what ran runs elsewhere, and what was paused stays paused', async () => {
  const cluster = await startCluster()
  const all = await fill(cluster, 30)
  const [paused, running] = [all.slice(0, 6), all.slice(6)]
  for (const sandboxId of paused) await cluster.call('POST', `/sandboxes/${sandboxId}/pause`)
  const before = new Map<string, string>()
  for (const sandboxId of running) before.set(sandboxId, (await show(cluster, sandboxId)).endAt)
  const { code, lines, errors } = await move(cluster, 'host-n1')
  expect({ code, errors }).toEqual({ code: 0, errors: [] })
  expect(lines.toSorted()).toEqual(
    await Promise.all(running.toSorted().map(async (id) => `${id} moved to ${await cluster.placeOf(id)}`)),
  )
  for (const sandboxId of running) {
    const { state, endAt, place } = await show(cluster, sandboxId)
    expect({ state, endAt }).toEqual({ state: 'running', endAt: before.get(sandboxId) })
    expect(['n2', 'n3']).toContain(place)
    expect(await cluster.nodeOf(place).running()).toContain(sandboxId)
  }
  for (const sandboxId of paused)
    expect(await show(cluster, sandboxId)).toMatchObject({ state: 'paused', place: null })
  expect(await cluster.nodeOf('n1').running()).toEqual([])
  expect(await move(cluster)).toEqual({ code: 0, lines: [], errors: [] })
  expect((await cluster.call('DELETE', '/nodes/n1', admin)).status).toBe(204)
})

test('a sandbox that no other node has room for stays paused, and can be resumed later', async () => {
  const cluster = await startCluster(2)
  const ids = await fill(cluster, 5)
  cluster.nodeOf('n2').node.room = 2
  const { code, lines } = await move(cluster)
  expect(code).toBe(0)
  expect(lines.filter((line) => line.endsWith('moved to n2'))).toHaveLength(2)
  expect(lines.filter((line) => line.includes('is paused: '))).toHaveLength(3)
  const shown = await Promise.all(ids.map((sandboxId) => show(cluster, sandboxId)))
  expect(shown.map(({ state }) => state).toSorted()).toEqual([
    ...['paused', 'paused', 'paused'],
    ...['running', 'running'],
  ])
  await setStatus(cluster, 'n1', 'ready')
  for (const [index, sandboxId] of ids.entries()) {
    if (shown[index]?.state === 'running') continue
    const resumed = await cluster.call('POST', `/sandboxes/${sandboxId}/resume`, { body: { timeout: 60 } })
    expect(resumed.status).toBe(201)
  }
})

test('a sandbox that cannot be stored goes on where it is, and a repetition moves it', async () => {
  const cluster = await startCluster(2)
  const [sandboxId = ''] = await fill(cluster, 1)
  const away = new ServiceError('store_unavailable', 'the object store does not answer')
  const pause = vi.spyOn(cluster.nodeOf('n1').clients.orchestrator, 'pauseSandbox').mockRejectedValue(away)
  expect(await move(cluster)).toMatchObject({
    code: 1,
    errors: [`${sandboxId} is still on the node: ${away.message}`],
  })
  expect(await show(cluster, sandboxId)).toMatchObject({ state: 'running', place: 'n1' })
  pause.mockRestore()
  expect(await move(cluster)).toMatchObject({ code: 0, lines: [`${sandboxId} moved to n2`] })
})

test('a control process that dies between the pause and the resume of a move leaves the sandbox paused', async () => {
  const cluster = await startCluster(2)
  const [sandboxId = ''] = await fill(cluster, 1)
  await setStatus(cluster, 'n1', 'draining')
  // As much as it has done when it is killed.
  const { status } = await cluster.call('POST', `/sandboxes/${sandboxId}/pause`)
  expect(status).toBe(204)
  expect(await move(cluster)).toEqual({ code: 0, lines: [], errors: [] })
  expect(await show(cluster, sandboxId)).toMatchObject({ state: 'paused', place: null })
  const resumed = await cluster.call('POST', `/sandboxes/${sandboxId}/resume`, { body: { timeout: 60 } })
  expect(resumed.status).toBe(201)
  expect(await cluster.placeOf(sandboxId)).toBe('n2')
})

test('what its node alone has is waited for', async () => {
  const cluster = await startCluster(2)
  const [sandboxId = ''] = await fill(cluster, 1, { timeout: 60, autoPause: true })
  await cluster.pass(65_000)
  expect(await show(cluster, sandboxId)).toMatchObject({ state: 'paused', place: 'n1' })
  expect(await move(cluster)).toEqual({
    ...{ code: 1, lines: [] },
    errors: [`${sandboxId} is still on the node: its node has still to store it`],
  })
})

/** A cluster whose nodes share a directory of volumes, and a volume for each name. */
async function startWithVolumes(...names: string[]) {
  const cluster = await startCluster(3, { directory: simulatedDirectory('shared') })
  for (const name of names)
    expect((await cluster.call('POST', '/volumes', { body: { name } })).status).toBe(201)
  return cluster
}

const withVolumes = (...names: string[]) => ({
  ...{ templateID: 'base', timeout: 3600 },
  volumeMounts: names.map((name) => ({ name, path: `/mnt/${name}` })),
})

test('sandboxes that share volumes are moved together, also when they are more than are moved at once', async () => {
  const cluster = await startWithVolumes('one', 'two')
  const sharing = [
    ...(await fill(cluster, 5, withVolumes('one'))),
    ...(await fill(cluster, 1, withVolumes('one', 'two'))),
    ...(await fill(cluster, 3, withVolumes('two'))),
  ]
  const others = await fill(cluster, 3)
  const { code, lines, errors } = await move(cluster)
  expect({ code, errors }).toEqual({ code: 0, errors: [] })
  const places = new Set(await Promise.all(sharing.map((id) => cluster.placeOf(id))))
  const [place] = places
  expect(places.size).toBe(1)
  expect(['n2', 'n3']).toContain(place)
  const moved = [...sharing, ...others].toSorted()
  expect(lines.toSorted()).toEqual(
    await Promise.all(moved.map(async (id) => `${id} moved to ${await cluster.placeOf(id)}`)),
  )
  for (const sandboxId of moved) expect(await show(cluster, sandboxId)).toMatchObject({ state: 'running' })
})

test('of sandboxes that share a volume none is paused while something else is done with one, and a later round moves them', async () => {
  const cluster = await startWithVolumes('data')
  const [busy = '', ...others] = await fill(cluster, 3, withVolumes('data'))
  const { orchestrator } = cluster.nodeOf('n1').clients
  const pause = orchestrator.pauseSandbox.bind(orchestrator)
  const held = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  vi.spyOn(orchestrator, 'pauseSandbox').mockImplementation(async (...args) => {
    if (args[0] === busy) {
      began.resolve()
      await held.promise
    }
    return await pause(...args)
  })
  const byOwner = cluster.call('POST', `/sandboxes/${busy}/pause`)
  await began.promise
  const states: string[] = []
  const { code, lines } = await move(cluster, 'n1', async () => {
    for (const sandboxId of others) states.push((await show(cluster, sandboxId)).state)
    held.resolve()
    await byOwner
  })
  expect(states.slice(0, 2)).toEqual(['running', 'running'])
  expect(code).toBe(0)
  const place = await cluster.placeOf(others[0] ?? '')
  expect(lines.toSorted()).toEqual(others.toSorted().map((id) => `${id} moved to ${place}`))
  expect(await show(cluster, busy)).toMatchObject({ state: 'paused', place: null })
})

test('of sandboxes that share a volume those that are paused say which one is still on the node', async () => {
  const cluster = await startWithVolumes('data')
  const ids = (await fill(cluster, 3, withVolumes('data'))).toSorted()
  const stuck = ids[2] ?? ''
  const { orchestrator } = cluster.nodeOf('n1').clients
  const pause = orchestrator.pauseSandbox.bind(orchestrator)
  const away = new ServiceError('store_unavailable', 'the object store does not answer')
  const spy = vi.spyOn(orchestrator, 'pauseSandbox').mockImplementation(async (...args) => {
    if (args[0] === stuck) throw away
    return await pause(...args)
  })
  const { code, lines, errors } = await move(cluster)
  expect(code).toBe(1)
  expect(errors).toEqual([`${stuck} is still on the node: ${away.message}`])
  const why = `it shares a volume with sandbox '${stuck}', which is still on the node`
  expect(lines.toSorted()).toEqual(ids.slice(0, 2).map((id) => `${id} is paused: ${why}`))
  spy.mockRestore()
  expect(await move(cluster)).toMatchObject({ code: 0, errors: [] })
  for (const sandboxId of ids.slice(0, 2)) {
    const resumed = await cluster.call('POST', `/sandboxes/${sandboxId}/resume`, { body: { timeout: 60 } })
    expect(resumed.status).toBe(201)
    expect(await cluster.placeOf(sandboxId)).toBe(await cluster.placeOf(stuck))
  }
})

test('sandboxes are moved from a node that takes none, in a cluster only', async () => {
  const cluster = await startCluster(2)
  const call = (nodeId: string) => cluster.call('POST', `/nodes/${nodeId}/move`, admin)
  expect(await call('n1')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("node 'n1' is ready") },
  })
  expect((await call('nobody')).status).toBe(404)
  const single = await startWorld()
  const moved = moveNode(connectAsAdmin({ url: single.url, adminToken }), undefined, {
    print: () => undefined,
    printError: () => undefined,
  })
  await expect(moved).rejects.toThrow(/is a single machine/)
})
