import type { Logger } from '@cay/kit/log.ts'
import { expect, test } from 'vitest'
import { DiskGuard } from './disk-guard.ts'

const mb = 1024 * 1024

function setUp() {
  const state = { roomMb: 10_000, isUnknown: false }
  const brakes: boolean[] = []
  const logged: string[] = []
  const note = ({ event }: { event: string }) => void logged.push(event)
  const guard = new DiskGuard({
    volumes: {
      roomBytes: async () => {
        if (state.isUnknown) throw new Error('the directory does not respond')
        return state.roomMb * mb
      },
      setBrake: async (isOn) => void brakes.push(isOn),
    },
    log: { error: note, warn: note, info: note } as unknown as Logger,
  })
  return { state, brakes, logged, guard }
}

test('writes are refused while the reserve would be used, also into volumes that are mounted then, and allowed afterwards', async () => {
  const { state, brakes, logged, guard } = setUp()
  expect(await guard.check()).toBe(1000)
  // One that was killed may have left it on.
  expect(brakes).toEqual([false])
  await guard.check()
  expect(brakes).toEqual([false])
  state.roomMb = -1
  expect(await guard.check()).toBe(100)
  await guard.check()
  expect(brakes).toEqual([false, true, true])
  state.roomMb = 10
  await guard.check()
  state.roomMb = 100
  await guard.check()
  await guard.check()
  expect(brakes).toEqual([false, true, true, true, false])
  expect(logged).toEqual(['volume.disk.full', 'volume.disk.freed'])
})

test('a disk that cannot be looked at is logged once and looked at again', async () => {
  const { state, brakes, logged, guard } = setUp()
  state.isUnknown = true
  expect(await guard.check()).toBe(1000)
  expect(await guard.check()).toBe(1000)
  expect([brakes, logged]).toEqual([[], ['volume.disk.unknown']])
  Object.assign(state, { isUnknown: false, roomMb: -1 })
  await guard.check()
  expect([brakes, logged]).toEqual([[true], ['volume.disk.unknown', 'volume.disk.full']])
})
