import { expect, test } from 'vitest'
import { UploadRoom } from './upload-room.ts'

const mb = 1024 * 1024
const full = { code: 'node_disk_full', message: expect.stringContaining('500 MiB') }

function setUp(roomMb: number) {
  const disk = { roomMb }
  const room = new UploadRoom({ roomBytes: async () => disk.roomMb * mb, reserveMb: 500 })
  return { disk, room }
}

test('an upload that says more than there is room for is refused before it begins, and holds nothing', async () => {
  const { room } = setUp(20)
  await expect(room.begin(21 * mb)).rejects.toMatchObject(full)
  const upload = await room.begin(20 * mb)
  upload.end()
  await room.begin(20 * mb)
})

test('an upload that does not say its length is refused when the room is gone that it began with', async () => {
  const { disk, room } = setUp(20)
  const upload = await room.begin(undefined)
  expect(upload.admit(3 * mb)).toBeUndefined()
  await upload.admit(mb)
  disk.roomMb = 7
  expect(upload.admit(mb)).toBeUndefined()
  await expect(upload.admit(3 * mb)).rejects.toMatchObject(full)
})

test('concurrent uploads have the room in sum, whatever they say', async () => {
  const { room } = setUp(20)
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => room.begin(undefined)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') outcome.value.end()
  await room.begin(20 * mb)
})

test('one that says much and sends nothing takes nothing from others', async () => {
  const { room } = setUp(100)
  await room.begin(100 * mb)
  await room.begin(90 * mb)
  await room.begin(undefined)
})
