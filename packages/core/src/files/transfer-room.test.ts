import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TransferRoom } from './transfer-room.ts'

const bounds = { roomBytes: 1000, pieceBytesMin: 10 }

test('a transfer is given what it wants while there is room, and a little when there is none', () => {
  const room = new TransferRoom(bounds)
  expect([room.take(200), room.take(800), room.take(800), room.take(5)]).toEqual([200, 200, 150, 5])
  while (room.heldBytes < bounds.roomBytes) room.take(800)
  expect(room.take(800)).toBe(10)
  room.giveBack(room.heldBytes)
  expect(room.take(200)).toBe(200)
})

test('all together hold no more than the room and a little each', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 50 }), (wishes) => {
      const room = new TransferRoom(bounds)
      const given = wishes.map((wish) => room.take(wish))
      expect(given.every((bytes, index) => bytes > 0 && bytes <= (wishes[index] ?? 0))).toBe(true)
      expect(room.heldBytes).toBeLessThanOrEqual(bounds.roomBytes + bounds.pieceBytesMin * wishes.length)
      for (const bytes of given) room.giveBack(bytes)
      expect(room.heldBytes).toBe(0)
    }),
  )
})
