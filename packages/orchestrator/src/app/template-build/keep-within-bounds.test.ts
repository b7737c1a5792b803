import { createLogger } from '@cay/kit/log.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepWithinBounds, shortOfRoomBytes } from './keep-within-bounds.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Each look gives back as many bytes. */
function open({ room, givenBack = 0 }: { room: number; givenBack?: number }) {
  const disk = { room, looks: 0 }
  const look = async () => {
    disk.looks += 1
    disk.room += givenBack
  }
  const log = createLogger('test', 'silent')
  return { disk, keeper: keepWithinBounds({ look, roomBytes: async () => disk.room, log }) }
}

test('who wants to fill a disk that is short gets what can be thrown away as well, at once', async () => {
  const { keeper } = open({ room: shortOfRoomBytes - 1, givenBack: 1000 })
  expect(await keeper.roomBytes()).toBe(shortOfRoomBytes + 999)
  keeper.close()
})

test('nothing is looked at for somebody who wants to fill a disk with room', async () => {
  const { keeper, disk } = open({ room: shortOfRoomBytes })
  expect(await keeper.roomBytes()).toBe(shortOfRoomBytes)
  expect(disk.looks).toBe(0)
  keeper.close()
})

test('a disk that something else has filled is found within half a minute, and no look follows the end', async () => {
  const { keeper, disk } = open({ room: shortOfRoomBytes })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(disk.looks).toBe(0)
  disk.room = 0
  await vi.advanceTimersByTimeAsync(30_000)
  expect(disk.looks).toBe(1)
  keeper.close()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(disk.looks).toBe(1)
})

test('a look that fails leaves the next one to the next who wants it', async () => {
  let fails = true
  const look = async () => {
    if (fails) throw new Error('broken')
  }
  const keeper = keepWithinBounds({ look, roomBytes: async () => 5, log: createLogger('test', 'silent') })
  expect(await keeper.roomBytes()).toBe(5)
  fails = false
  expect(await keeper.roomBytes()).toBe(5)
  keeper.close()
})
