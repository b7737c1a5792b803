import type { RouteUpdate } from '@cay/core/routing/route-table.ts'
import { createLogger } from '@cay/kit/log.ts'
import { expect, it } from 'vitest'
import type { OrchestratorClient } from '../../ports/orchestrator.ts'
import { RouteLookup } from './route-lookup.ts'
import { Routes } from './routes.ts'

const log = createLogger('test', 'silent')
const alive = (sandboxId: string, generation: bigint): RouteUpdate => ({
  sandboxId,
  generation,
  route: {
    phase: 'running',
    address: '127.0.0.1',
    isFrozen: false,
    resumesOnTraffic: false,
    trafficToken: '',
    hostMask: '',
    tlsPorts: [],
  },
})

function lookupWith(list: OrchestratorClient['list']) {
  const routes = new Routes(1)
  return { routes, routeLookup: new RouteLookup({ orchestrator: { list }, routes, log }) }
}

it('waiting requests share a listing, and none gets a listing older than its own request', async () => {
  let call = 0
  const answers: (() => void)[] = []
  const { routes, routeLookup } = lookupWith(async () => {
    call += 1
    const generation = BigInt(call)
    await new Promise<void>((resolve) => answers.push(resolve))
    return [alive(`made${generation}`, generation)]
  })
  const first = routeLookup.refresh()
  await expect.poll(() => answers.length).toBe(1)
  const late = [routeLookup.refresh(), routeLookup.refresh(), routeLookup.refresh()]
  answers[0]?.()
  await first
  expect(routes.routeOf('made1')?.address).toBe('127.0.0.1')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.()
  await Promise.all(late)
  expect(routes.routeOf('made2')?.address).toBe('127.0.0.1')
  expect(call).toBe(2)
})

it('a listing that fails leaves the routes unchanged, and the next one is requested', async () => {
  let call = 0
  const { routes, routeLookup } = lookupWith(async () => {
    call += 1
    if (call === 1) throw new Error('nobody there')
    return [alive('a', 1n)]
  })
  await routeLookup.refresh()
  expect(routes.routeOf('a')?.address).toBeUndefined()
  await routeLookup.refresh()
  expect(routes.routeOf('a')?.address).toBe('127.0.0.1')
})

it('a listing that the stream overtook is requested again', async () => {
  let call = 0
  const { routes, routeLookup } = lookupWith(async () => {
    call += 1
    if (call === 1) routes.beginEpoch()
    return [alive('a', 1n)]
  })
  await routeLookup.refresh()
  expect(call).toBe(2)
  expect(routes.routeOf('a')?.address).toBe('127.0.0.1')
})
