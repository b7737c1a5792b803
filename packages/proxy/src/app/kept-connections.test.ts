import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bounds } from '../bounds.ts'
import { KeptConnections } from './kept-connections.ts'
import { Routes } from './routes.ts'

let kept: KeptConnections

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  kept = new KeptConnections(new Routes(1))
})

afterEach(() => {
  vi.useRealTimers()
})

const endpoint = (port: number) => ({ sandboxId: 'i1', address: '198.18.0.2', port })

test('a server that does not keep connections is asked again after a while, and others are asked all the time', () => {
  kept.doNotAsk(endpoint(8000))
  expect([kept.mayAsk(endpoint(8000)), kept.mayAsk(endpoint(8001))]).toEqual([false, true])
  vi.advanceTimersByTime(bounds.askAgainMs - 1)
  expect(kept.mayAsk(endpoint(8000))).toBe(false)
  vi.advanceTimersByTime(1)
  expect(kept.mayAsk(endpoint(8000))).toBe(true)
})

test('no more than a number of them are known: the one that is known longest is asked again', () => {
  for (let port = 0; port <= bounds.nonKeepersMax; port++) kept.doNotAsk(endpoint(port))
  expect([kept.mayAsk(endpoint(0)), kept.mayAsk(endpoint(1))]).toEqual([true, false])
})
