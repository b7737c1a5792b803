import { beforeEach, expect, test } from 'vitest'
import { secondKey, startWorld, type World } from './control-world.ts'

let world: World
let sandboxId: string

const metric = (atMs: number) => ({
  atMs,
  cpuCount: 2,
  cpuUsedPercent: 12.345,
  memoryUsedBytes: 1,
  memoryTotalBytes: 2,
  memoryCacheBytes: 3,
  diskUsedBytes: 4,
  diskTotalBytes: 5,
  sentRate: 6,
  receivedRate: 7,
})

beforeEach(async () => {
  world = await startWorld()
  sandboxId = await world.create()
})

test('what a sandbox used is told for its life, in the shape that clients read', async () => {
  const nowMs = world.clock.nowMs()
  world.observer.metrics.set(sandboxId, [metric(nowMs)])
  const { status, body } = await world.call('GET', `/sandboxes/${sandboxId}/metrics`)
  expect(status).toBe(200)
  expect(body).toEqual([
    {
      timestamp: new Date(nowMs).toISOString(),
      timestampUnix: Math.floor(nowMs / 1000),
      cpuCount: 2,
      cpuUsedPct: 12.35,
      memUsed: 1,
      memTotal: 2,
      memCache: 3,
      diskUsed: 4,
      diskTotal: 5,
      networkSentRate: 6,
      networkReceivedRate: 7,
    },
  ])
})

test('a window before the sandbox was there is empty, and one that ends before it starts is refused', async () => {
  world.observer.metrics.set(sandboxId, [metric(world.clock.nowMs())])
  const get = (query: string) => world.call('GET', `/sandboxes/${sandboxId}/metrics?${query}`)
  expect(await get('start=1&end=2')).toMatchObject({ status: 200, body: [] })
  expect(await get('start=2&end=1')).toMatchObject({ status: 400 })
  expect(await get('start=-1')).toMatchObject({ status: 400 })
})

test('metrics are for their team alone, and stay when the sandbox is gone', async () => {
  const get = (key?: string) =>
    world.call('GET', `/sandboxes/${sandboxId}/metrics`, key === undefined ? {} : { key })
  expect((await get(secondKey)).status).toBe(404)
  expect((await world.call('DELETE', `/sandboxes/${sandboxId}`)).status).toBe(204)
  expect((await get()).status).toBe(200)
  expect((await world.call('GET', '/sandboxes/unknown/metrics')).status).toBe(404)
})

test('the newest points of several sandboxes come at once, those of others left out', async () => {
  const foreign = await world.create({}, secondKey)
  for (const id of [sandboxId, foreign]) world.observer.metrics.set(id, [metric(1000), metric(2000)])
  const ids = [sandboxId, foreign, 'unknown'].join(',')
  const { status, body } = await world.call('GET', `/sandboxes/metrics?sandbox_ids=${ids}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ sandboxes: { [sandboxId]: { timestampUnix: 2 } } })
  expect(Object.keys((body as { sandboxes: object }).sandboxes)).toEqual([sandboxId])
})

test.each([
  ['none', ''],
  ['too many', `sandbox_ids=${Array.from({ length: 101 }, () => 'a').join(',')}`],
  ['broken ones', 'sandbox_ids=A_b'],
])('%s of the ids of several sandboxes are refused', async (_, query) => {
  expect((await world.call('GET', `/sandboxes/metrics?${query}`)).status).toBe(400)
})
