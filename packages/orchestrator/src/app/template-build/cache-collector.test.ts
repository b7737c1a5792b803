import { createLogger } from '@cay/kit/log.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shortOfRoomBytes, startCacheCollector } from './cache-collector.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Each look gives back as many bytes. */
function open({ room, givenBack = 0 }: { room: number; givenBack?: number }) {
  const disk = { room, looks: 0 }
  const collect = async () => {
    disk.looks += 1
    disk.room += givenBack
  }
  const log = createLogger('test', 'silent')
  return { disk, collector: startCacheCollector({ collect, roomBytes: async () => disk.room, log }) }
}

test('a writer on a short disk starts an eviction at once, which removes whatever can be removed', async () => {
  const { collector } = open({ room: shortOfRoomBytes - 1, givenBack: 1000 })
  expect(await collector.roomBytes()).toBe(shortOfRoomBytes + 999)
  collector.close()
})

test('a writer on a disk with space starts no eviction', async () => {
  const { collector, disk } = open({ room: shortOfRoomBytes })
  expect(await collector.roomBytes()).toBe(shortOfRoomBytes)
  expect(disk.looks).toBe(0)
  collector.close()
})

test('a disk that something else has filled is found within half a minute, and not after the stop', async () => {
  const { collector, disk } = open({ room: shortOfRoomBytes })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(disk.looks).toBe(0)
  disk.room = 0
  await vi.advanceTimersByTimeAsync(30_000)
  expect(disk.looks).toBe(1)
  collector.close()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(disk.looks).toBe(1)
})

test('after an eviction that failed the next request starts another one', async () => {
  let fails = true
  const collect = async () => {
    if (fails) throw new Error('broken')
  }
  const collector = startCacheCollector({
    collect,
    roomBytes: async () => 5,
    log: createLogger('test', 'silent'),
  })
  expect(await collector.roomBytes()).toBe(5)
  fails = false
  expect(await collector.roomBytes()).toBe(5)
  collector.close()
})
