import { beforeEach, expect, test } from 'vitest'
import { secondKey, startWorld, type World } from './control-world.ts'

/** The team of the second key. */
const path = '/teams/second/metrics'

let world: World

beforeEach(async () => {
  world = await startWorld()
})

interface Point {
  readonly concurrentSandboxes: number
  readonly sandboxStartRate: number
}

const get = (url: string) => world.call('GET', url, { key: secondKey })
const lastHour = () => {
  const nowS = Math.floor(world.clock.nowMs() / 1000)
  return `start=${nowS - 600}&end=${nowS}`
}
const series = async () => (await get(`${path}?${lastHour()}`)).body as Point[]
const greatest = async (metric: string) =>
  ((await get(`${path}/max?metric=${metric}&${lastHour()}`)).body as { value: number }).value

test('what ran at once is known, however short it ran, and pauses do not run', async () => {
  const ids = [await world.create({}, secondKey), await world.create({}, secondKey)]
  await world.create()
  for (const id of ids) await world.call('DELETE', `/sandboxes/${id}`, { key: secondKey })
  await world.clock.advance(60_000)
  const third = await world.create({}, secondKey)
  await world.call('POST', `/sandboxes/${third}/pause`, { key: secondKey })
  await world.clock.advance(60_000)
  expect(await greatest('concurrent_sandboxes')).toBe(2)
  const running = (await series()).map(({ concurrentSandboxes }) => concurrentSandboxes)
  expect(running[0]).toBe(2)
  expect(running.at(-1)).toBe(0)
  expect(running.filter((count) => count === 1)).toHaveLength(1)
})

test('a resume is a start, and no other change of a state is', async () => {
  const id = await world.create({}, secondKey)
  await world.call('POST', `/sandboxes/${id}/snapshots`, { key: secondKey, body: {} })
  await world.call('POST', `/sandboxes/${id}/pause`, { key: secondKey })
  await world.call('POST', `/sandboxes/${id}/connect`, { key: secondKey, body: { timeout: 60 } })
  const starts = (await series()).reduce((all, { sandboxStartRate }) => all + sandboxStartRate * 5, 0)
  expect(starts).toBeCloseTo(2, 6)
  expect(await greatest('sandbox_start_rate')).toBeGreaterThan(0)
})

test('a team that never had a sandbox has no points, and zero for the greatest', async () => {
  expect(await get(path)).toMatchObject({ status: 200, body: [] })
  expect(await greatest('concurrent_sandboxes')).toBe(0)
})

test('it is there after a restart, and what is old is kept by the minute', async () => {
  const id = await world.create({}, secondKey)
  await world.call('DELETE', `/sandboxes/${id}`, { key: secondKey })
  await world.restart()
  world.clock.skip(2 * 3_600_000)
  await world.create({}, secondKey)
  const { body } = await get(path)
  const counts = (body as Point[]).map(({ concurrentSandboxes }) => concurrentSandboxes)
  expect(counts.filter((count) => count > 0)).toHaveLength(2)
})

test('the metrics of a team are for its own keys', async () => {
  for (const url of [path, `${path}/max?metric=concurrent_sandboxes`])
    expect(await world.call('GET', url)).toMatchObject({ status: 403, body: { code: 403 } })
})

test.each(['start=2&end=1', 'end=99999999999', 'start=-1', 'start=x'])('%s is refused', async (query) => {
  expect((await get(`${path}?${query}`)).status).toBe(400)
  expect((await get(`${path}/max?metric=concurrent_sandboxes&${query}`)).status).toBe(400)
})

test('a metric that there is not is refused', async () => {
  expect((await get(`${path}/max?metric=happiness`)).status).toBe(400)
  expect((await get(`${path}/max`)).status).toBe(400)
})
