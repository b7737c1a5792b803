import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bounds } from '../../bounds.ts'
import { Routes } from '../routing/routes.ts'
import { IdleConnectionPool } from './idle-connection-pool.ts'

let pool: IdleConnectionPool

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  pool = new IdleConnectionPool(new Routes(1), { idleMs: 1000 })
})

afterEach(() => {
  vi.useRealTimers()
})

const endpoint = (port: number) => ({ sandboxId: 'i1', address: '198.18.0.2', port })

test('a server that closes its connections is asked again after a while, and others are asked every time', () => {
  pool.disableKeepAlive(endpoint(8000))
  expect([pool.mayKeepAlive(endpoint(8000)), pool.mayKeepAlive(endpoint(8001))]).toEqual([false, true])
  vi.advanceTimersByTime(bounds.keepAliveRecheckMs - 1)
  expect(pool.mayKeepAlive(endpoint(8000))).toBe(false)
  vi.advanceTimersByTime(1)
  expect(pool.mayKeepAlive(endpoint(8000))).toBe(true)
})

test('the number of remembered servers is limited: the oldest is asked again', () => {
  for (let port = 0; port <= bounds.rememberedPortsMax; port++) pool.disableKeepAlive(endpoint(port))
  expect([pool.mayKeepAlive(endpoint(0)), pool.mayKeepAlive(endpoint(1))]).toEqual([true, false])
})
