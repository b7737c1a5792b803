import { createLogger } from '@cay/kit/log.ts'
import { expect, test, vi } from 'vitest'
import { FakeClock } from '../../sim/fake-clock.ts'
import { LeaseClock } from './lease-clock.ts'

/** A machine whose clock is ahead of the database's by some milliseconds, which a test may change. */
async function startClock(aheadMs: number) {
  const machine = new FakeClock()
  const log = createLogger('control', 'silent')
  const warn = vi.spyOn(log, 'warn')
  const world = { databaseMs: machine.nowMs(), aheadMs, tookMs: 0 }
  const clock = await LeaseClock.start({
    store: {
      readClock: async () => {
        const atMs = world.databaseMs + world.tookMs / 2
        world.databaseMs += world.tookMs
        return atMs
      },
    },
    clock: { nowMs: () => world.databaseMs + world.aheadMs, sleep: (...ask) => machine.sleep(...ask) },
    log,
    monotonicMs: () => world.databaseMs - 1_700_000_000_000.25,
  })
  const stop = new AbortController()
  const reading = clock.keepReading(stop.signal)
  const pass = async (ms: number) => {
    world.databaseMs += ms
    await machine.advance(ms)
  }
  const end = async () => {
    stop.abort()
    await reading
  }
  return { clock, world, warn, pass, stop: end }
}

test('leases are counted on the clock of the database, however wrong that of the machine is', async () => {
  const { clock, world, pass, stop } = await startClock(3_600_000)
  expect(clock.nowMs()).toBe(world.databaseMs)
  await pass(4_000)
  world.aheadMs = -7_200_000
  expect(clock.nowMs()).toBe(world.databaseMs)
  await stop()
})

test('a difference of more than two seconds is told once, until the clocks agree again', async () => {
  const { world, warn, pass, stop } = await startClock(1_900)
  await pass(5_000)
  expect(warn).not.toHaveBeenCalled()
  world.aheadMs = -2_500
  for (let turn = 0; turn < 3; turn++) await pass(5_000)
  expect(warn).toHaveBeenCalledOnce()
  expect(warn.mock.calls[0]?.[0]).toEqual({ event: 'clock.differs', differenceMs: -2_500 })
  world.aheadMs = 0
  await pass(5_000)
  world.aheadMs = 60_000
  await pass(5_000)
  expect(warn).toHaveBeenCalledTimes(2)
  await stop()
})

test('a reading that took long changes nothing', async () => {
  const { clock, world, pass, stop } = await startClock(0)
  world.tookMs = 9_000
  const beforeMs = clock.nowMs() - world.databaseMs
  await pass(5_000)
  expect(clock.nowMs() - world.databaseMs).toBe(beforeMs)
  await stop()
})
